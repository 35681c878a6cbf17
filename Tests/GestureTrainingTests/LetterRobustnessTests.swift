import GestureRecognition
import MotionFusion
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

  /// Writers 4 and 5 chose no constant of it. With straight lines over the gap, 144 of 200 were
  /// right, and 35 accepted and wrong.
  @Test(
    "letters that lost 0.4 s of samples are read, or rejected for it", arguments: [false, true])
  func lostSamples(isLive: Bool) throws {
    let recognizer = try GestureRecognizer.uppercaseLetters()
    var (right, wrong, reasons, count) = (0, 0, 0, 0)
    for user in 4...5 {
      var session = WritingSession(recognizer)
      for letter in try Self.letters(of: user) {
        let times = letter.samples.map { $0.timestamp }
        let middle = (times[0] + times[times.count - 1]) / 2
        let motions = letter.samples.filter { abs($0.timestamp - middle) > 0.2 }
        let found = try #require(Self.recognized(motions, by: &session, isLive: isLive))
        count += 1
        let recognition = try found.result.get()
        #expect(recognition.lostDuration > 0.39 && recognition.lostDuration < 0.5)
        if recognition.label == letter.label {
          right += 1
        } else {
          wrong += found.label == nil ? 0 : 1
        }
        let reason = RecognitionAnswer.Gesture(found).reason
        #expect(reason?.contains(" s of samples missing") ?? true)
        reasons += reason == nil ? 0 : 1
      }
    }
    #expect(count == 200 && 100 * right >= 85 * count, "\(right) of \(count) are right")
    #expect(100 * wrong <= 5 * count, "\(wrong) of \(count) are accepted and wrong")
    #expect(reasons > 0)
  }

  /// The next gesture of a session: as one of a file, or as touched samples of a stream.
  private static func recognized(
    _ motions: [DeviceMotion], by session: inout WritingSession, isLive: Bool
  ) -> RecognizedGesture? {
    guard isLive else { return session.recognize(RecordedGesture(samples: .motion(motions))) }
    var found: [RecognizedGesture] = []
    for var motion in motions {
      motion.isTouching = true
      found += session.update(motion)
    }
    if var last = motions.last {
      last.timestamp += 0.01
      last.isTouching = false
      found += session.update(last)
    }
    return found.first
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
