import GestureRecognition
import GestureTraining
import MotionFusion
import MotionRecordings
import MotionSimulation
import Testing

@Suite("Symbols")
struct SymbolTests {
  private static let names = Symbol.allCases.map(\.rawValue)

  @Test(
    "each symbol has forms of one stroke and a shape within its place", arguments: Symbol.allCases)
  func forms(symbol: Symbol) throws {
    let shape = try #require(LetterShape.shape(of: symbol.character))
    #expect(shape.letter == symbol.character && shape.variants.count >= 3)
    let forms = try #require(LetterForm.forms(of: symbol.character))
    #expect(forms.count >= shape.variants.count)
    for node in forms.flatMap(\.strokes).flatMap({ $0 }) {
      #expect((0...1.4).contains(node.position.x) && (0...1).contains(node.position.y))
    }
    #expect(!LetterShape.letters.contains(symbol.character))
    #expect(shape.handwrittenVariants.isEmpty)
  }

  @Test("one stroke that returns to its start, but for cross and checkmark")
  func closed() throws {
    for symbol in Symbol.allCases {
      var style = WritingStyle()
      (style.shapeDeviation, style.takeDeviation) = (0, 0)
      let path = try Writer(seed: 3, style: style).path(of: symbol.character, variant: 0)
      let gap = (path.end - path.start).length
      let isClosed = [.square, .triangle, .circle].contains(symbol)
      #expect(isClosed ? gap < 1e-9 : gap > 0.5, "\(symbol)")
    }
  }

  @Test("names make recordings of each kind; the same seed makes the same one")
  func recordings() throws {
    let text = Self.names.joined(separator: " ")
    func recording(
      _ kind: SyntheticRecording.Kind, _ text: String = text
    ) throws -> SyntheticRecording {
      try SyntheticRecording(
        text, vocabulary: .symbols, kind: kind, writer: Writer(seed: 5), seed: 1)
    }
    for kind in SyntheticRecording.Kind.allCases {
      #expect(try recording(kind).letters.map(\.label) == Self.names)
    }
    let strokes = try recording(.strokes).recordings.strokes
    #expect(strokes.map(\.label) == Self.names)
    #expect(try recording(.strokes, text.uppercased()).recordings.strokes == strokes)
    // The gestures cut from raw samples have the names too.
    #expect(try recording(.sensors).recordings.gestures().map(\.label) == Self.names)
    let twice = try recording(.strokes, "cross cross").recordings.strokes
    #expect(twice.count == 2 && twice[0].samples != twice[1].samples)
    do {
      _ = try recording(.strokes, "square star")
      Issue.record("a star has no shape")
    } catch let error as SimulationError {
      #expect(
        error.description
          == "no shape for \"star\": expected square, triangle, circle, checkmark, cross, with "
          + "spaces between them")
    }
  }

  @Test("the built-in model recognises unseen writers: in one stroke, in several, in the air")
  func recognised() throws {
    let recognizer = try GestureRecognizer.builtIn(.symbols)
    #expect(recognizer.strokeModel.labels == Self.names.sorted())
    let simulator = ScreenSimulator()
    for isPrinted in [false, true] {
      let gestures = simulator.alphabet(
        Symbol.allCases.map(\.character), writers: 20, takes: 2, seed: 987_654_321,
        population: WriterPopulation(), isPrinted: isPrinted)
      #expect(gestures.count == 200)
      if isPrinted {
        #expect(simulator.symbols(writers: 20, takes: 2, seed: 987_654_321) == gestures)
      }
      if isPrinted { #expect(gestures.contains { $0.samples.strokes.count > 1 }) }
      let correct = try gestures.count { try recognizer.recognize($0.samples).label == $0.label }
      #expect(correct >= 196, "\(correct) of 200")
    }
    var correct = 0
    for seed in 9001...9006 as ClosedRange<UInt64> {
      let recordings = try SyntheticRecording(
        Self.names.joined(separator: " "), vocabulary: .symbols, kind: .sensors,
        writer: Writer(seed: seed), seed: seed
      ).recordings
      correct += recognizer.recognize(recordings).count { $0.label == $0.gesture.label }
    }
    #expect(correct >= 27, "\(correct) of 30 in the air")
  }
}
