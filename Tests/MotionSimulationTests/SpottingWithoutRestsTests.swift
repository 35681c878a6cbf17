import MotionFusion
import MotionRecordings
import MotionSimulation
import Testing

@testable import GestureRecognition
@testable import GestureTraining

@Suite("Spotting of gestures by writers who never rest")
struct SpottingWithoutRestsTests {
  /// A text by a writer who never rests, with a stationary phase at both ends only.
  private func stream(_ text: String, writer: UInt64) throws -> LabeledStream {
    let stream = try LetterStream(text, writer: Writer(seed: writer), hasRests: false)
    return LabeledStream(name: stream.name, motions: stream.motions, gestures: stream.letters)
  }

  @Test("letters are found in one movement")
  func letters() throws {
    let recognizer = try GestureRecognizer.uppercaseLetters()
    var result = SpottingResult()
    for writer in [8100, 8101] as [UInt64] {
      let stream = try stream("HELZMSKA", writer: writer)
      // No stationary phase between the first and the last letter.
      #expect(MotionSegmenter(limits: .movement).gestures(in: stream.motions).count == 1)
      result.add(recognizer.evaluateSpotting(in: stream))
    }
    #expect(result.total == 16 && result.right >= 14, "\(result)")
    #expect(result.invented <= 1, "\(result)")
  }

  @Test("letters are returned in order, at most 6.5 s after their end, from bounded memory")
  func delay() throws {
    let stream = try stream("HELZMSKAHELZ", writer: 8100)
    guard
      case .templates(let model) = try GestureRecognizer.uppercaseLetters("AEHKLMSZ").motionModel
    else { return }
    var segmenter = MotionSegmenter(limits: .movement)
    var spotter = GestureSpotter(model: model)
    var found: [RecognizedGesture] = []
    var most = 0
    var delays: [Double] = []
    for motion in stream.motions {
      var gestures = segmenter.update(motion).map { spotter.add($0) } ?? []
      let part = segmenter.takeStart(
        ofMovementsOver: GestureSpotter.longestGesture, length: GestureSpotter.partDuration)
      if !part.isEmpty { gestures += spotter.follow(part) }
      delays += gestures.map { motion.timestamp - $0.end }
      most = max(most, spotter.segments.count)
      found += gestures
    }
    // The start of a movement waits until it is longer than a gesture.
    #expect(delays.allSatisfy { $0 < 6.5 } && delays.count { $0 > 5 } <= 3, "\(delays)")
    // 4 s of delay and a gesture of 3.25 s, in segments of 0.1 s.
    #expect(most > 30 && most < 80)
    found += spotter.finish()
    #expect(found.count >= 10 && zip(found, found.dropFirst()).allSatisfy { $0.end <= $1.start })
    #expect(spotter.isIdle && spotter.finish().isEmpty)
  }

  @Test("a recording of one long movement is searched for letters; as a whole it is one gesture")
  func recording() throws {
    let stream = try stream("LOVELO", writer: 8101)
    var recordings = Recordings(format: "test")
    recordings.deviceMotion = [LabeledRecording(samples: stream.motions)]
    let recognizer = try GestureRecognizer.uppercaseLetters("ELOV")
    let found = recognizer.recognize(recordings)
    var session = WritingSession(recognizer)
    let live = stream.motions.flatMap { session.update($0) } + session.finish()
    #expect(found.map(\.label) == live.map(\.label) && (5...7).contains(found.count))
    #expect(recognizer.recognize(recordings, isWhole: true).count == 1)
  }

  @Test("bad samples, a gap and a clock that is set back leave the other letters")
  func badSamples() throws {
    var stream = try stream("LOVELOVELO", writer: 8101)
    let lost = stream.gestures[4].times
    let back = stream.gestures[8].times.lowerBound
    func shift(_ time: Double) -> Double {
      (time > lost.upperBound ? 5.0 : 0) - (time > back ? 3.0 : 0)
    }
    var motions: [DeviceMotion] = []
    for (index, motion) in stream.motions.enumerated() where !lost.contains(motion.timestamp) {
      var motion = motion
      motion.timestamp += shift(motion.timestamp)
      if index % 50 == 7 { motion.userAcceleration.x = .nan }
      if index % 70 == 3 { motion.rotationRate.y = .infinity }
      if index == 200 { motion.timestamp = .nan }
      motions.append(motion)
    }
    stream.motions = motions
    stream.gestures = stream.gestures.prefix(8).filter { $0.times != lost }.map {
      (
        $0.label,
        $0.times.lowerBound + shift($0.times.lowerBound)...$0.times.upperBound
          + shift($0.times.upperBound)
      )
    }
    let result = try GestureRecognizer.uppercaseLetters("ELOV").evaluateSpotting(in: stream)
    // The two letters after the clock is set back have the times of earlier ones.
    #expect(result.right >= 5 && result.invented <= 4, "\(result)")
  }

  @Test("walking and swinging without a rest write nothing")
  func otherMovements() throws {
    var session = WritingSession(try .uppercaseLetters("AILOSVZ"))
    // 40 s of steps at 1.8 Hz with the sway of an arm, which never rest and vary slowly.
    let found = (0..<4_000).flatMap { index -> [RecognizedGesture] in
      let time = Double(index) / 100
      let phase = 2 * .pi * 1.8 * time + 0.8 * .sin(0.3 * time)
      let sway = Vector3(1.2 * .sin(phase / 2), 0.5 * .cos(phase), 0.4 * .sin(phase / 2 + 1))
      let force = Vector3(0.12 * .cos(phase / 2), 0.25 * .sin(2 * phase), -1 + 0.3 * .cos(phase))
      return session.update(
        SensorSample(
          timestamp: time, rotationRate: time < 1 ? .zero : sway,
          acceleration: time < 1 ? Vector3(0, 0, -1) : force))
    }
    #expect((found + session.finish()).compactMap(\.label).isEmpty)
  }
}
