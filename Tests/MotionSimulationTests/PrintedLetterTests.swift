import GestureRecognition
import MotionFusion
import MotionSimulation
import Testing

@Suite("Printed letters")
struct PrintedLetterTests {
  @Test("every letter has forms, each of a positive frequency and within a letter's place")
  func forms() throws {
    for letter in LetterShape.letters {
      let forms = try #require(LetterForm.forms(of: letter))
      #expect(forms.count >= 4)
      for node in forms.flatMap(\.strokes).flatMap({ $0 }) {
        #expect((-0.3...1.3).contains(node.position.x) && (-0.3...1.3).contains(node.position.y))
      }
      #expect(forms.allSatisfy { $0.frequency > 0 && $0.strokes.allSatisfy { $0.count >= 2 } })
    }
    #expect(LetterForm.forms(of: "a") != nil && LetterForm.forms(of: "É") == nil)
    let a = try #require(LetterForm.forms(of: "A")?.first)
    #expect(a.strokes.map(\.count) == [3, 2])
    #expect(a.strokes[0][1].position == Vector2(0.33, 0) && a.strokes[0][1].joint == .corner)
    let c = try #require(LetterForm.forms(of: "C")?.first)
    #expect(c.strokes[0][1].joint == .curve)
  }

  @Test("strokes follow each other in time, apart by pauses, the same for the same take")
  func sampling() throws {
    let simulator = ScreenSimulator(sampleRate: 100)
    var several = 0
    for seed in 1...12 as ClosedRange<UInt64> {
      let letter = try simulator.printedLetter("E", by: Writer(seed: seed))
      #expect(try simulator.printedLetter("E", by: Writer(seed: seed)) == letter)
      let strokes = letter.samples.strokes
      #expect(
        strokes.enumerated().allSatisfy { $1.allSatisfy { [index = $0] in $0.stroke == index } })
      for (a, b) in zip(strokes, strokes.dropFirst()) {
        let pause = try #require(b.first).timestamp - (try #require(a.last)).timestamp
        #expect(pause > 0.01 && pause < 2)
      }
      #expect(letter.samples.first?.timestamp == 0)
      several += strokes.count > 1 ? 1 : 0
    }
    #expect(several >= 8)
    #expect(throws: SimulationError.self) { try simulator.printedLetter("é", by: Writer(seed: 1)) }
  }

  @Test("the built-in model recognises unseen writers: in one stroke, and as they print")
  func recognised() throws {
    let model = try FeatureModel.uppercaseStrokes()
    let simulator = ScreenSimulator()
    for letters in [
      simulator.alphabet(writers: 6, seed: 987_654_321),
      simulator.printedAlphabet(writers: 6, seed: 987_654_321),
    ] {
      let correct = try letters.count { try model.recognize($0.samples).label == $0.label }
      // Measured: all 156.
      #expect(Double(correct) >= 0.985 * Double(letters.count))
    }
  }
}
