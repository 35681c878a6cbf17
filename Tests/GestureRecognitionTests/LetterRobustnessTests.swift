import GestureRecognition
import MotionRecordings
import RotationMath
import TestSupport
import Testing

/// Letters of a person who was not learned, as they come from other sensors and other hands.
@Suite("Letters in the air, disturbed", .enabled(if: Locations.recordings != nil))
struct LetterRobustnessTests {
  enum Disturbance: String, CaseIterable, Sendable {
    case none, quarterOfSamples, rest, rolledLeft, rolledRight, endMissing, bias

    func callAsFunction(_ motions: [DeviceMotion]) -> [DeviceMotion] {
      switch self {
      case .none: motions
      case .quarterOfSamples: stride(from: 0, to: motions.count, by: 4).map { motions[$0] }
      case .rest: rested(motions)
      case .rolledLeft: motions.map { Self.rolled($0, by: -.pi / 9) }
      case .rolledRight: motions.map { Self.rolled($0, by: .pi / 9) }
      case .endMissing: Array(motions.prefix(motions.count * 4 / 5))
      case .bias:
        motions.map { motion in
          var motion = motion
          motion.userAcceleration.x += 0.1
          return motion
        }
      }
    }

    /// The share of the letters that are read at least.
    var least: Double { self == .endMissing ? 0.7 : 0.9 }

    /// The phone held at another angle about its long axis.
    private static func rolled(_ motion: DeviceMotion, by angle: Double) -> DeviceMotion {
      let turn = Quaternion(rotationVector: Vector3(0, angle, 0))
      return DeviceMotion(
        timestamp: motion.timestamp,
        attitude: Attitude(quaternion: motion.attitude.quaternion * turn),
        rotationRate: turn.conjugate.act(motion.rotationRate),
        userAcceleration: turn.conjugate.act(motion.userAcceleration))
    }

    /// A second of rest at both ends, with a sensor's noise.
    private func rested(_ motions: [DeviceMotion]) -> [DeviceMotion] {
      guard let first = motions.first, let last = motions.last else { return [] }
      var random = SplitMix64(seed: 1)
      func still(_ motion: DeviceMotion, after delay: Double) -> DeviceMotion {
        var still = motion
        still.timestamp += delay
        still.rotationRate =
          Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 0.02
        still.userAcceleration =
          Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 0.01
        return still
      }
      let before = (1...94).reversed().map { still(first, after: -Double($0) / 94) }
      let after = (1...94).map { still(last, after: Double($0) / 94) }
      return before + motions + after
    }
  }

  private static func letters(of user: Int) throws -> [LabeledRecording<DeviceMotion>] {
    let folder = try #require(Locations.recordings).appending(path: "air-letters")
    let reader = RecordingReader(options: ReadingOptions(damage: .skip))
    return try reader.read(folder.appending(path: "user\(user).csv").path, format: "air-letters")
      .deviceMotion
  }

  @Test("one person's letters, learned from two others'")
  func disturbed() async throws {
    let classifier = NearestTemplates()
    // Letter by letter, ten of each: every fifth is learned, and every tenth tested.
    let learned = try (Self.letters(of: 2) + Self.letters(of: 4)).enumerated()
      .filter { $0.offset % 5 == 0 }.map(\.element)
    let model = try await classifier.train(classifier.examples(of: learned).examples)
    let tested = try Self.letters(of: 3).enumerated()
      .filter { $0.offset % 10 == 0 }.map(\.element)
    for disturbance in Disturbance.allCases {
      let right = try tested.count {
        try model.recognize(disturbance($0.samples)).label == $0.label
      }
      #expect(
        Double(right) >= disturbance.least * Double(tested.count),
        "\(disturbance): \(right) of \(tested.count)")
    }
  }
}
