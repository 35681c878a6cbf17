import GestureRecognition
import MotionFusion
import MotionRecordings
import MotionSimulation
import TestSupport
import Testing

@Suite("Hand gestures")
struct HandGestureTests {
  private static let names = HandGesture.allCases.map(\.rawValue)

  @Test(
    "acceleration and angular rate are the derivatives of the path", arguments: HandGesture.allCases
  )
  func derivatives(gesture: HandGesture) throws {
    let truth = AirSimulatorTests.exact(rate: 2000)
      .recording(of: [gesture], by: Writer(seed: 4), seed: 2).truth
    var (velocity, attitude) = (truth[0].velocity, truth[0].attitude.quaternion)
    var worst = (velocity: 0.0, attitude: 0.0)
    for (before, after) in zip(truth, truth.dropFirst()) {
      let dt = after.timestamp - before.timestamp
      velocity = velocity + (before.acceleration + after.acceleration) * (dt / 2)
      attitude =
        attitude * Quaternion(rotationVector: (before.rotationRate + after.rotationRate) * (dt / 2))
      worst.velocity = max(worst.velocity, (velocity - after.velocity).length)
      worst.attitude = max(
        worst.attitude, attitude.angularDistance(to: after.attitude.quaternion))
    }
    // dt²/12 times the change of jerk, under 2e4 m/s³ in a shake; angles likewise.
    #expect(worst.velocity < 1e-3 && worst.attitude < 1e-3, "\(worst)")
    #expect(truth.contains { $0.acceleration.length > 3 })
    // The hand is back at its place.
    let (first, last) = (try #require(truth.first), try #require(truth.last))
    #expect((last.position - first.position).length < 1e-3)
    #expect(last.attitude.quaternion.angularDistance(to: first.attitude.quaternion) < 1e-6)
  }

  @Test("attack rotates and dodge translates; wave and shake repeat")
  func kinds() {
    for seed in 1...8 as ClosedRange<UInt64> {
      func peak(_ gesture: HandGesture) -> (rate: Double, speed: Double) {
        let recording = AirSimulatorTests.exact(rate: 200)
          .recording(of: [gesture], by: Writer(seed: seed), seed: 1)
        let truth = recording.truth[recording.letters[0].samples]
        return (
          truth.map(\.rotationRate.length).max() ?? 0, truth.map(\.velocity.length).max() ?? 0
        )
      }
      let (attack, dodge) = (peak(.attack), peak(.dodge))
      // Radians a metre: a blow turns about the wrist, a dodge hardly turns.
      #expect(attack.rate / attack.speed > 4 && dodge.rate / dodge.speed < 2.5)
    }
  }

  private func recording(
    _ names: [String], writer: UInt64, hasTouch: Bool = true
  ) throws -> Recordings {
    var recordings = try SyntheticRecording(
      names.joined(separator: " "), vocabulary: .gestures, kind: .sensors,
      writer: Writer(seed: writer), seed: writer
    ).recordings
    if !hasTouch {
      recordings.sensorSamples = recordings.sensorSamples.map { recording in
        var recording = recording
        for index in recording.samples.indices { recording.samples[index].isTouching = nil }
        return recording
      }
    }
    return recordings
  }

  @Test("the built-in model recognises unseen people, and rejects few")
  func recognised() throws {
    let recognizer = try GestureRecognizer.builtIn(.gestures)
    #expect(recognizer.motionModel.labels == Self.names.sorted())
    let found = try (9001...9012 as ClosedRange<UInt64>).flatMap {
      recognizer.recognize(try recording(Self.names, writer: $0))
    }
    #expect(found.count == 60)
    let correct = found.count { $0.label == $0.gesture.label }
    // Measured: 53.
    #expect(correct >= 52, "\(correct) of 60")
    #expect(throws: GestureError.needsMotion) {
      try recognizer.recognize(
        [Sample2D(x: 0, y: 0, timestamp: 0)] + [Sample2D(x: 1, y: 1, timestamp: 1)])
    }
  }

  @Test("live without a touch: each gesture at its end, and the slow ways back rejected")
  func live() throws {
    let recognizer = try GestureRecognizer.builtIn(.gestures)
    var (found, rejected) = ([String](), 0)
    for writer in [9001, 9003, 9005] as [UInt64] {
      var session = WritingSession(recognizer)
      let samples = try recording(Self.names, writer: writer, hasTouch: false).sensorSamples[0]
        .samples
      for gesture in samples.flatMap({ session.update($0) }) + session.finish() {
        if let label = gesture.label { found.append(label) } else { rejected += 1 }
      }
    }
    #expect(found.count >= 13 && found.count <= 20, "\(found)")
    let expected = Self.names + Self.names + Self.names
    let missing = expected.reduce(into: found) { rest, name in
      if let index = rest.firstIndex(of: name) { rest.remove(at: index) }
    }
    // Measured: 1.
    #expect(missing.count <= 2, "\(found)")
    #expect(rejected >= 4)
  }

  @Test("hand gestures have no strokes")
  func withoutStrokes() {
    #expect(throws: SimulationError.withoutStrokes) {
      try SyntheticRecording(
        "shake", vocabulary: .gestures, kind: .strokes, writer: Writer(seed: 1), seed: 1)
    }
  }

  @Test(
    "walking and slow handling are not gestures: at most 2 false alarms in 3 recordings",
    .needsRecordings)
  func falseAlarms() throws {
    let folder = try #require(Locations.recordings)
    let recognizer = try GestureRecognizer.builtIn(.gestures)
    var alarms = 0
    for name in [
      "gait/short_walk.csv", "broad/10_undisturbed_slow_translation_A.csv",
      "broad/04_undisturbed_slow_rotation_with_breaks_A.csv",
    ] {
      let recordings = try RecordingReader().read(folder.appending(path: name).path)
      var session = WritingSession(recognizer)
      for sample in recordings.sensorSamples.flatMap(\.samples) {
        alarms += session.update(sample).count { $0.label != nil }
      }
      alarms += session.finish().count { $0.label != nil }
    }
    #expect(alarms <= 2)
  }
}
