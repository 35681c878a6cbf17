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
  ) throws -> (right: Int, turns: [Double]) {
    var session = WritingSession(try GestureRecognizer.uppercaseLetters(Self.letters))
    var found: (right: Int, turns: [Double]) = (0, [])
    for letter in letters {
      let motions = disturbed?.applied(to: letter.motions) ?? letter.motions
      let gesture = session.recognize(RecordedGesture(samples: .motion(motions)))
      found.right += gesture.label == letter.label ? 1 : 0
      found.turns.append((gesture.recognition?.turn ?? .nan) * 180 / .pi)
    }
    return found
  }

  @Test(
    "letters of a turned device are recognised as the upright ones are",
    arguments: [
      (MotionDisturbance?.none, 0.0), (.landscapeRight, 90), (.upsideDown, 180),
      (.landscapeLeft, 270), (.tiltedLeft, -20), (.tiltedRight, 20),
    ])
  func turned(_ disturbance: MotionDisturbance?, turn: Double) throws {
    let letters = try Self.letters(Self.letters + Self.letters, by: 31_001)
    let found = try Self.read(letters, disturbed: disturbance)
    #expect(found.right >= letters.count - 2, "\(found.right) of \(letters.count)")
    #expect(found.turns.suffix(9).allSatisfy { abs($0 - turn) < 21 }, "\(found.turns)")
  }

  @Test("one letter again and again leaves the hold, whatever letter it is in another")
  func repeated() throws {
    for letter in "BEPRZ" {
      let letters = try Self.letters(String(repeating: letter, count: 4), by: 31_002)
      let session = (0..<24).map { letters[$0 % 4] }
      let found = try Self.read(session, disturbed: nil)
      #expect(found.turns.allSatisfy { abs($0) < 21 }, "\(letter): \(found.turns)")
    }
  }

  /// A gesture with these distances to its class in four quarter turns, and none to spare in tilts.
  private static func gesture(
    _ label: String, _ distances: [Double], confidence: Double = 0.6,
    listener: @escaping (Int) -> Void = { _ in }
  ) -> (WriterState) -> Recognition {
    return { turn in
      let quarters = turn.angle / .pi * 2
      listener(Int((quarters * 90).rounded()) + (turn.isTrial ? 1000 : 0))
      let tilt = abs(quarters - quarters.rounded())
      return Recognition(
        label: quarters.rounded() == 0 ? label : "\(label) in another turn",
        score: -distances[Int(quarters.rounded())] - tilt, confidence: confidence, similarity: 1)
    }
  }

  @Test("evidence for other turns counts once for each label")
  func evidence() throws {
    var hold = DeviceHold(sharpness: 20)
    for _ in 0..<50 {
      #expect(try hold.recognize(Self.gesture("N", [0.86, 0.82, 0.9, 0.9])).turn == 0)
    }
    for label in ["A", "B", "C", "D", "E"] {
      _ = try hold.recognize(Self.gesture(label, [0.9, 0.75, 0.9, 0.9]))
    }
    #expect(try hold.recognize(Self.gesture("N", [0.86, 0.82, 0.9, 0.9])).turn == .pi / 2)
  }

  @Test("a clear gesture is compared in one hold; others are less similar in an unlikely one")
  func comparisons() throws {
    var hold = DeviceHold(sharpness: 20)
    var turns: [Int] = []
    func gesture(_ distances: [Double]) -> (WriterState) -> Recognition {
      Self.gesture("L", distances, confidence: 0.81) { turns.append($0) }
    }
    _ = try hold.recognize(gesture([0.79, 0.1, 0.1, 0.1]))
    #expect(turns == [0])
    let found = try hold.recognize(gesture([0.9, 0.9, 0.5, 0.9]))
    // Trials, then the best turn without restrictions, then its tilts.
    #expect(turns == [0, 0, 1090, 1180, 1270, 180, 1160, 1200])
    #expect(found.turn == .pi)
    // The odds of exp(2) as a distance: d to the power of 0.5 · 20.
    #expect(abs((found.similarity ?? 0) - 0.8) < 1e-12)
  }

  @Test("the tilt of the next gestures follows that of several labels")
  func tilts() throws {
    var hold = DeviceHold(sharpness: 20)
    func gesture(_ label: String) -> (WriterState) -> Recognition {
      return { turn in
        // Held 30 degrees to the right.
        let error = abs(turn.angle - .pi / 6)
        return Recognition(
          label: label, score: -0.82 - error / 3, confidence: 0.9, similarity: 1)
      }
    }
    #expect(try hold.recognize(gesture("A")).turn == 0)
    #expect(try hold.recognize(gesture("A")).turn == 0)
    _ = try hold.recognize(gesture("B"))
    let turn = try hold.recognize(gesture("C")).turn
    #expect(abs(turn - .pi / 9) < 1e-12)
  }

  @Test("a series is turned as the motion is")
  func series() throws {
    let motions = try Self.letters("R", by: 31_003)[0].1
    let normalizer = MotionNormalizer()
    let expected = try normalizer.series(of: motions)
    for (disturbance, turn) in [(MotionDisturbance.landscapeLeft, -90.0), (.tiltedRight, 30)] {
      let turned = try normalizer.series(of: disturbance.applied(to: motions))
        .turned(by: turn * .pi / 180)
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
    let accepted = (0..<100).count { _ in
      session.recognize(
        RecordedGesture(samples: .motion(OtherMovement(using: &random).motions()))
      ).label != nil
    }
    #expect(accepted <= 3, "\(accepted) of 100")
  }
}
