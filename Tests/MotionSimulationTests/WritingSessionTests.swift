import DeadReckoning
import GestureRecognition
import GestureTraining
import MotionFusion
import MotionRecordings
import MotionSimulation
import Testing

@Suite("WritingSession of motion")
struct WritingSessionTests {
  private func samples(_ text: String, writer: UInt64) throws -> [SensorSample] {
    try AirSimulator().recording(of: text, by: Writer(seed: writer), seed: 1).samples
  }

  @Test(
    "samples one by one give the same gestures as the whole recording",
    arguments: [3, 9] as [UInt64])
  func stream(writer: UInt64) throws {
    let samples = try samples("HELLO WORLD", writer: writer)
    let recognizer = try GestureRecognizer.uppercaseLetters("DEHLORW")
    var recordings = Recordings(format: "test")
    recordings.sensorSamples = [LabeledRecording(samples: samples)]
    let whole = recognizer.recognize(recordings)
    var session = WritingSession(recognizer)
    var stream = samples.flatMap { session.update($0) }
    stream += session.finish()
    #expect(stream.count == 10)
    #expect(stream.map(\.label) == whole.map(\.label))
    #expect(stream.map(\.recognition) == whole.map(\.recognition))
    #expect(stream.map(\.start) == whole.map(\.start) && stream.map(\.end) == whole.map(\.end))
  }

  @Test("samples that are not finite or go back in time change nothing but the count of faults")
  func badSamples() throws {
    let good = try samples("L", writer: 3)
    let recognizer = try GestureRecognizer.uppercaseLetters()
    var clean = WritingSession(recognizer)
    var dirty = WritingSession(recognizer)
    var (letters, others): ([String?], [String?]) = ([], [])
    for (index, sample) in good.enumerated() {
      letters += clean.update(sample).map(\.label)
      others += dirty.update(sample).map(\.label)
      if index == 150 {
        var bad = sample
        bad.acceleration?.x = .nan
        bad.timestamp += 0.001
        #expect(dirty.update(bad).isEmpty)
      }
    }
    #expect(letters.count == 1 && letters == others)
    #expect(dirty.faults.total > clean.faults.total)
  }

  /// The gestures and events of samples.
  private func read(
    _ samples: [SensorSample], in session: inout WritingSession
  ) -> (gestures: [RecognizedGesture], events: [WritingSession.Event]) {
    var events: [WritingSession.Event] = []
    var gestures = samples.flatMap { session.update($0) { events.append($0) } }
    gestures += session.finish { events.append($0) }
    return (gestures, events)
  }

  private func motions(of events: some Sequence<WritingSession.Event>) -> [DeviceMotion] {
    events.compactMap { if case .motion(let motion) = $0 { motion } else { nil } }
  }

  @Test("a start-up transient drops the motion before it, and keeps the writer's history")
  func restart() throws {
    var recognizer = try GestureRecognizer.uppercaseLetters()
    guard case .templates(var model) = recognizer.motionModel else { return }
    // The built-in model decides on each gesture alone.
    model.calibration.typicalSimilarity = -1.5
    recognizer.motionModel = .templates(model)
    let text = MotionEstimation().estimate(try samples("HELLO", writer: 9)).motions
    var samples = try samples("LO", writer: 9)
    // A sensor that is off for 0.4 s, and a button that is held meanwhile.
    for index in 0..<40 {
      samples[index].acceleration = .zero
      samples[index].rotationRate = .zero
    }
    for index in 20..<60 { samples[index].isTouching = true }
    var session = WritingSession(recognizer)
    session.configuration.path = PathEstimation(method: .unstabilized)
    let before = text.flatMap { session.update($0) }
    #expect(before.count == 5)
    let fork = session
    let (gestures, events) = read(samples, in: &session)
    let restart = try #require(
      events.firstIndex { if case .restart = $0 { true } else { false } })
    // The gesture by the false button is over before the restart.
    #expect(gestures.suffix(2).map(\.label) == ["L", "O"])
    // Its motions alone, with the same history, give the same recognitions; without it others.
    var same = fork
    let later = motions(of: events[restart...])
    let expected = gestures.suffix(2).map(\.recognition)
    let history = gestures.dropLast(2).map(\.gesture)
    for gesture in history { _ = same.recognize(gesture) }
    #expect(later.flatMap { same.update($0) }.map(\.recognition) == expected)
    var fresh = WritingSession(recognizer)
    #expect(later.flatMap { fresh.update($0) }.map(\.recognition) != expected)
    // The fork is where it was.
    #expect(fork.isIdle && fork.faults == SampleFaults())
  }

  @Test("the path of a gesture by touch comes as it is written, that of a spotted one before it")
  func paths() throws {
    for isTouched in [true, false] {
      var samples = try samples("LO", writer: 3)
      if !isTouched { for index in samples.indices { samples[index].isTouching = nil } }
      var session = WritingSession(try .uppercaseLetters())
      session.configuration.path = PathEstimation(method: .gesture)
      let (gestures, events) = read(samples, in: &session)
      #expect(!gestures.isEmpty)
      var paths: [[PathPoint]] = []
      var found: [Int] = []
      for event in events {
        switch event {
        case .path(let change):
          if case .position(let point) = change, point.index == 0 { paths.append([]) }
          paths[paths.count - 1].apply(change)
        case .gesture(let gesture):
          found.append(paths.count)
          guard case .motion(let motions) = gesture.gesture.samples else { continue }
          #expect(paths.last == session.configuration.path?.estimate(motions).points)
        case .motion, .restart: break
        }
      }
      #expect(found == Array(1...gestures.count))
    }
  }

  @Test("another recogniser reads from the next gesture on")
  func otherRecognizer() throws {
    let samples = try samples("LO", writer: 3)
    let press = try #require(samples.firstIndex { $0.isTouching == true })
    var session = WritingSession(try .uppercaseLetters("LO"))
    let start = samples[..<(press + 20)].flatMap { session.update($0) }
    let other = try GestureRecognizer.uppercaseLetters("CX")
    session.use(other)
    let rest = samples[(press + 20)...].flatMap { session.update($0) }
    #expect((start + rest).first?.recognition?.label == "L")
    #expect(["C", "X"].contains(rest.last?.recognition?.label))
    #expect(session.recognizer == other)
  }

  @Test("a gesture of a writer who never rests ends before the next movement, though touched on")
  func lateRelease() throws {
    var configuration = AirSimulator.Configuration()
    configuration.hasRests = false
    let text = "THE QUICK BROWN FOX"
    let recording = try AirSimulator(configuration: configuration)
      .recording(of: text, by: Writer(seed: 1), seed: 1)
    let recognizer = try GestureRecognizer.uppercaseLetters()
    var session = WritingSession(recognizer)
    let gestures = recording.samples.flatMap { session.update($0) }
    let letters = recording.letters.map(\.label)
    try #require(gestures.count == letters.count)
    let right = zip(gestures, letters).count { $0.label == $1 }
    let whole = try zip(gestures, letters).count { gesture, letter in
      try recognizer.recognize(gesture.gesture.samples).label == letter
    }
    #expect(right >= 14 && right > whole, "\(right), \(whole) of \(letters.count)")
  }
}
