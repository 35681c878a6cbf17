import MotionFusion
import MotionRecordings
import MotionSimulation
import Testing

@testable import GestureRecognition
@testable import GestureTraining

@Suite("Spotting of gestures without a touch")
struct SpottingTests {
  /// A recording of a text without its touches.
  private func recording(
    _ text: String, writer: UInt64, label: String? = nil
  ) throws -> (recordings: Recordings, letters: [SimulatedRecording.Letter]) {
    let simulated = try AirSimulator().recording(of: text, by: Writer(seed: writer), seed: 1)
    var recordings = Recordings(format: "test")
    recordings.sensorSamples = [
      LabeledRecording(label: label, samples: simulated.samples.map(Self.withoutTouch))
    ]
    return (recordings, simulated.letters)
  }

  private static func withoutTouch(_ sample: SensorSample) -> SensorSample {
    var sample = sample
    sample.isTouching = nil
    return sample
  }

  @Test(
    "HELLO WORLD: at least 9 of 10 letters, at most one invented", arguments: [3, 8] as [UInt64])
  func words(writer: UInt64) throws {
    let (recordings, letters) = try recording("HELLO WORLD", writer: writer)
    let found = try GestureRecognizer.uppercaseLetters().recognize(recordings)
    var right = 0
    for letter in letters {
      right +=
        found.contains {
          $0.label == letter.label
            && min($0.end, letter.times.upperBound) - max($0.start, letter.times.lowerBound)
              > 0.5 * ($0.end - $0.start)
        } ? 1 : 0
    }
    #expect(right >= 9, "\(found.compactMap(\.label).joined())")
    #expect(found.count <= right + 2)
    // Parts of the recording, in order, that do not overlap.
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.end < $1.start })
  }

  @Test("a stream gives what the whole recording gives; as a whole it is one gesture")
  func stream() throws {
    let (recordings, _) = try recording("OX", writer: 3)
    let recognizer = try GestureRecognizer.uppercaseLetters("LOVX")
    let whole = recognizer.recognize(recordings)
    var session = WritingSession(recognizer)
    var stream = recordings.sensorSamples[0].samples.flatMap { session.update($0) }
    stream += session.finish()
    #expect(whole.count == 2 && stream.map(\.label) == whole.map(\.label))
    #expect(stream.map(\.start) == whole.map(\.start) && stream.map(\.end) == whole.map(\.end))
    #expect(session.finish().isEmpty)
    #expect(recognizer.recognize(recordings, isWhole: true).count == 1)
  }

  @Test("a recording of one letter is one gesture, with its label or without")
  func singleGesture() throws {
    let recognizer = try GestureRecognizer.uppercaseLetters("HELO")
    for label in ["L", nil] {
      let (recordings, _) = try recording("L", writer: 3, label: label)
      let found = recognizer.recognize(recordings)
      #expect(found.map(\.label) == ["L"])
    }
    // With a label of the model a recording of several movements is one gesture too.
    let (recordings, _) = try recording("HELLO", writer: 3, label: "L")
    #expect(recognizer.recognize(recordings).count == 1)
  }

  @Test("one of two recordings without a letter has an error in its place; two have no gestures")
  func recordingWithoutGesture() throws {
    var (recordings, _) = try recording("OX", writer: 3)
    let moving = try SyntheticRecording(
      "shake wave", vocabulary: .gestures, kind: .sensors, writer: Writer(seed: 1), seed: 1)
    let other = LabeledRecording(
      label: "none", name: "other",
      samples: moving.recordings.sensorSamples[0].samples.map(Self.withoutTouch))
    recordings.sensorSamples.insert(other, at: 0)
    let recognizer = try GestureRecognizer.uppercaseLetters("LOVX")
    let found = recognizer.recognize(recordings)
    #expect(found.map(\.label) == [nil, "O", "X"])
    #expect(found[0].result == .failure(.noGesture))
    #expect(found[0].gesture.name == "other" && found[0].gesture.label == "none")
    recordings.sensorSamples = [other, other]
    #expect(recognizer.recognize(recordings).isEmpty)
  }

  @Test("a gesture is returned 0.8 s after its end, without another movement")
  func delay() throws {
    let (recordings, letters) = try recording("L", writer: 3)
    var session = WritingSession(try .uppercaseLetters())
    var samples = recordings.sensorSamples[0].samples
    let last = try #require(samples.last)
    samples += (1...100).map { step in
      var sample = last
      sample.timestamp += Double(step) * 0.01
      return sample
    }
    let found = samples.compactMap { sample -> Double? in
      session.update(sample).isEmpty ? nil : sample.timestamp
    }
    let end = try #require(letters.first).times.upperBound
    #expect(found.count == 1 && found.allSatisfy { $0 < end + 1 })
  }

  @Test("returns, shaking, a stationary device and bad samples: no gesture, no error")
  func otherMovements() throws {
    let recognizer = try GestureRecognizer.uppercaseLetters()
    let few = try GestureRecognizer.uppercaseLetters("ILMNVWZ")
    // A device that is shaken about all axes for two seconds, and lies still before and after.
    func samples(_ rate: (Double) -> Vector3<Double>) -> [SensorSample] {
      (0..<700).map { index in
        let time = Double(index) / 100
        let isMoving = (2..<4).contains(time)
        return SensorSample(
          timestamp: time, rotationRate: isMoving ? rate(time) : .zero,
          acceleration: Vector3(0, 0, -1) + (isMoving ? rate(time) * 0.1 : .zero))
      }
    }
    let shaken = samples { time in
      Vector3(12 * .sin(40 * time), 9 * .sin(31 * time), 7 * .cos(53 * time))
    }
    var bad = shaken
    for index in stride(from: 0, to: bad.count, by: 7) { bad[index].acceleration?.x = .nan }
    bad[350].timestamp = 1
    bad[351].timestamp = .infinity
    let still = samples { _ in .zero }
    for (samples, recognizer) in [
      (shaken, recognizer), (bad, few), (still, few), (Array(shaken.prefix(1)), few), ([], few),
    ] {
      var session = WritingSession(recognizer)
      let found = samples.flatMap { session.update($0) } + session.finish()
      #expect(found.isEmpty, "\(found.map(\.label))")
    }
  }

  @Test("the two parts of a letter with a pause are one gesture")
  func fragments() throws {
    let simulated = try AirSimulator().recording(of: "B", by: Writer(seed: 3), seed: 1)
    let motion = Array(simulated.deviceMotion[try #require(simulated.letters.first).samples])
    let middle = motion.count / 2
    let late = motion[middle...].map { motion in
      var motion = motion
      motion.timestamp += 0.3
      return motion
    }
    var spotter = GestureSpotter(model: try .uppercaseLetters())
    var found = spotter.add(Array(motion[..<middle]))
    found += spotter.add(late) + spotter.finish()
    #expect(found.map(\.label) == ["B"])
    #expect(
      found.first?.start == motion.first?.timestamp && found.first?.end == late.last?.timestamp)
  }

  @Test("a trained model holds the movements between gestures, and keeps them in its file")
  func trainedMovements() async throws {
    var content = Recordings(format: "test")
    for seed in [1, 2] as [UInt64] {
      content.sensorSamples.append(
        LabeledRecording(
          label: "LOLO", user: "\(seed)",
          samples: try AirSimulator().recording(of: "LOLO", by: Writer(seed: seed)).samples))
    }
    let trained = try await ModelTrainer().train(on: .recordings(content), name: "test")
    guard case .templates(let model) = trained.model else {
      Issue.record("expected templates, got \(trained.model)")
      return
    }
    let builtIn = try TemplateModel.uppercaseLetters()
    #expect(builtIn.movements.count == 400)
    #expect(model.movements.count > 400)
    #expect(model.calibration.typicalDistance < 2)
    #expect(try RecognitionModel(file: trained.model.file()) == trained.model)
    // A movement of the training set is nearer than any letter.
    let stream = try #require(content.streamsWithTouch().first)
    let movement = try #require(MotionSegmenter.movementsBetweenTouches(stream).first)
    #expect(model.distanceToMovements(of: movement) < 0.01)
    #expect(try #require(model.match(movement)).distance > 0.1)
  }
}
