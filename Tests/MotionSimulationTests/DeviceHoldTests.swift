import MotionFusion
import Testing

@testable import GestureRecognition
@testable import MotionSimulation

@Suite("Holds of the device")
struct DeviceHoldTests {
  /// Letters by synthetic writers on whom no constant was chosen, the restricted model's only.
  private static let letters = "BEGKLMPRZ"

  private static func letters(_ text: String, by seed: UInt64) throws -> [(String, [DeviceMotion])]
  {
    let recording = try AirSimulator().recording(of: text, by: Writer(seed: seed))
    return recording.letters.map { letter in
      (letter.label, recording.deviceMotion.filter { letter.times.contains($0.timestamp) })
    }
  }

  /// The number of right labels of one session, and the holds of its gestures.
  private static func read(
    _ letters: [(label: String, motions: [DeviceMotion])], disturbed: MotionDisturbance?
  ) throws -> (right: Int, holds: [Int]) {
    var session = WritingSession(try GestureRecognizer.uppercaseLetters(Self.letters))
    var found: (right: Int, holds: [Int]) = (0, [])
    for letter in letters {
      let motions = disturbed?.applied(to: letter.motions) ?? letter.motions
      let gesture = session.recognize(RecordedGesture(samples: .motion(motions)))
      found.right += gesture.label == letter.label ? 1 : 0
      found.holds.append(gesture.recognition?.quarterTurns ?? -1)
    }
    return found
  }

  @Test(
    "letters of a turned device are recognised as the upright ones are",
    arguments: [
      (MotionDisturbance?.none, 0), (.landscapeRight, 1), (.upsideDown, 2), (.landscapeLeft, 3),
    ])
  func turned(_ disturbance: MotionDisturbance?, turns: Int) throws {
    let letters = try Self.letters(Self.letters + Self.letters, by: 31_001)
    let found = try Self.read(letters, disturbed: disturbance)
    #expect(found.right >= letters.count - 2, "\(found.right) of \(letters.count)")
    #expect(found.holds.suffix(9) == ArraySlice(repeating: turns, count: 9), "\(found.holds)")
  }

  @Test("one letter again and again leaves the hold, whatever letter it is in another")
  func repeated() throws {
    for letter in Self.letters {
      let letters = try Self.letters(String(repeating: letter, count: 4), by: 31_002)
      let session = (0..<24).map { letters[$0 % 4] }
      let found = try Self.read(session, disturbed: nil)
      #expect(found.holds == Array(repeating: 0, count: 24), "\(letter): \(found.holds)")
    }
  }

  @Test("evidence for other holds counts once for each label")
  func evidence() throws {
    // The letter N is somewhat nearer to another one in landscape, each time.
    func recognize(_ label: String, _ distances: [Double]) -> (Int) -> Recognition {
      return { turns in
        Recognition(
          label: turns == 0 ? label : "\(label) turned by \(turns)", score: -distances[turns],
          confidence: 0.6)
      }
    }
    var hold = DeviceHold(sharpness: 20)
    for _ in 0..<50 {
      let found = try hold.recognize(recognize("N", [0.86, 0.82, 0.9, 0.9]))
      #expect(found.quarterTurns == 0)
    }
    // Distinct labels are.
    for label in ["A", "B", "C", "D", "E"] {
      _ = try hold.recognize(recognize(label, [0.9, 0.75, 0.9, 0.9]))
    }
    let found = try hold.recognize(recognize("N", [0.86, 0.82, 0.9, 0.9]))
    #expect(found.quarterTurns == 1)
  }

  @Test("a clear gesture is compared in one hold; others are less similar in an unlikely one")
  func comparisons() throws {
    var hold = DeviceHold(sharpness: 20)
    var turns: [Int] = []
    func recognize(_ distances: [Double], confidence: Double) -> (Int) -> Recognition {
      return { quarter in
        turns.append(quarter)
        return Recognition(
          label: "L", score: -distances[quarter], confidence: confidence, similarity: 1)
      }
    }
    _ = try hold.recognize(recognize([0.79, 0.1, 0.1, 0.1], confidence: 0.81))
    #expect(turns == [0])
    let found = try hold.recognize(recognize([0.9, 0.9, 0.5, 0.9], confidence: 0.81))
    #expect(turns == [0, 0, 1, 2, 3])
    #expect(found.quarterTurns == 2)
    // The odds of two as a distance: exp(2) = d to the power 0.5 · 20.
    #expect(abs((found.similarity ?? 0) - 0.8) < 1e-12)
  }

  @Test("a series is turned as the motion is")
  func series() throws {
    let motions = try Self.letters("R", by: 31_003)[0].1
    let normalizer = MotionNormalizer()
    let expected = try normalizer.series(of: motions)
    for (disturbance, turns) in [(MotionDisturbance.landscapeLeft, 3), (.upsideDown, 2)] {
      let turned = try normalizer.series(of: disturbance.applied(to: motions))
        .turned(byQuarters: turns)
      for (a, b) in zip(turned.rotationRate, expected.rotationRate) {
        #expect((a - b).length < 1e-4)
      }
      for (a, b) in zip(turned.acceleration, expected.acceleration) {
        #expect((a - b).length < 1e-4)
      }
    }
  }

  @Test("a session accepts no more movements that are no gestures")
  func otherMovements() throws {
    let recognizer = try GestureRecognizer.uppercaseLetters()
    var session = WritingSession(recognizer)
    var random = SplitMix64(seed: 7_654_321)
    let accepted = (0..<200).count { _ in
      session.recognize(
        RecordedGesture(samples: .motion(OtherMovement(using: &random).motions()))
      ).label != nil
    }
    // The model alone accepts 3.
    #expect(accepted <= 6, "\(accepted) of 200")
  }
}
