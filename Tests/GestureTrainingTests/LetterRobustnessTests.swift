import GestureRecognition
import MotionRecordings
import MotionSimulation
import TestSupport
import Testing

@testable import GestureTraining

/// Letters of a person outside the training set, with disturbances of other sensors and users.
@Suite("Disturbed letters in the air", .needsRecordings)
struct LetterRobustnessTests {
  private static func letters(of user: Int) throws -> [LabeledRecording<DeviceMotion>] {
    let folder = try #require(Locations.recordings).appending(path: "air-letters")
    let reader = RecordingReader(options: ReadingOptions(damage: .skip))
    return try reader.read(folder.appending(path: "user\(user).csv").path, format: "air-letters")
      .deviceMotion
  }

  /// Before the smoothing followed the duration, 69 of 99 were right.
  @Test("slow letters of people are read by the built-in model")
  func slow() throws {
    let model = try TemplateModel.uppercaseLetters()
    let tested = try Self.letters(of: 1)
    let right = tested.count {
      (try? model.recognize(MotionDisturbance.halfSpeed.applied(to: $0.samples)))?.label == $0.label
    }
    #expect(100 * right >= 80 * tested.count, "\(right) of \(tested.count)")
  }

  @Test("the letters of one person are recognised by those of two others")
  func disturbed() async throws {
    let classifier = NearestTemplates()
    // Ten of each letter in turn: every third is trained on, and every fifth tested.
    let learned = try (Self.letters(of: 2) + Self.letters(of: 4)).enumerated()
      .filter { $0.offset % 3 == 0 }.map(\.element)
    let examples = try ExampleSet(
      learned.map { RecordedGesture(.motion($0.samples), of: $0) }, where: { _ in true },
      represent: { gesture throws(GestureError) in
        try classifier.normalizer.series(of: gesture.motions ?? [])
      })
    let model = try await classifier.train(examples.examples)
    let tested = try Self.letters(of: 3).enumerated()
      .filter { $0.offset % 5 == 0 }.map(\.element)
    // Holds of the device are states of a session: `DeviceHoldTests`.
    let disturbances: [MotionDisturbance?] = [
      nil, .lowRate, .rest, .rolledLeft, .rolledRight, .halfSpeed, .missingEnd, .bias,
    ]
    for disturbance in disturbances {
      let right = try tested.count {
        let samples = disturbance?.applied(to: $0.samples) ?? $0.samples
        return try model.recognize(samples).label == $0.label
      }
      let least = disturbance == .missingEnd ? 0.7 : 0.9
      #expect(
        Double(right) >= least * Double(tested.count),
        "\(disturbance?.rawValue ?? "none"): \(right) of \(tested.count)")
    }
  }
}
