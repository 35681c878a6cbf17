import MotionFusion
import MotionRecordings
import MotionSimulation
import Testing

@testable import GestureRecognition

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
      #expect(MotionSegmenter(minimumSamples: 6).gestures(in: stream.motions).count == 1)
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
    var segmenter = MotionSegmenter(minimumSamples: MotionSegmenter.spottingMinimum)
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
      most = max(most, spotter.undecidedCount)
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
    var session = RecognitionSession(recognizer)
    let live = stream.motions.flatMap { session.update($0) } + session.finish()
    #expect(found.map(\.label) == live.map(\.label) && (5...7).contains(found.count))
    #expect(recognizer.recognize(recordings, isWhole: true).count == 1)
  }

  @Test("bad samples and gaps within a long movement leave the other letters")
  func badSamples() throws {
    let stream = try stream("LOVELOVELO", writer: 8101)
    let recognizer = try GestureRecognizer.uppercaseLetters("ELOV")
    let gap = stream.gestures[4].times
    var motions: [DeviceMotion] = []
    for (index, motion) in stream.motions.enumerated() {
      var motion = motion
      if index % 50 == 7 { motion.userAcceleration.x = .nan }
      if index % 70 == 3 { motion.rotationRate.y = .infinity }
      if index == 200 { motion.timestamp = .nan }
      if gap.contains(motion.timestamp) { continue }
      // A pause of the source.
      if motion.timestamp > gap.upperBound { motion.timestamp += 5 }
      motions.append(motion)
    }
    var session = RecognitionSession(recognizer)
    var found = motions.flatMap { session.update($0) }
    found += session.finish()
    #expect((6...10).contains(found.count { $0.label != nil }), "\(found.map(\.label))")
    // A clock that is set back ends the movement.
    var back = stream.motions
    for index in back.indices where index > back.count / 2 { back[index].timestamp -= 3 }
    var other = RecognitionSession(recognizer)
    let letters = back.flatMap { other.update($0) } + other.finish()
    #expect((6...11).contains(letters.count { $0.label != nil }), "\(letters.map(\.label))")
  }

  @Test("walking and swinging without a rest write nothing")
  func otherMovements() throws {
    var session = RecognitionSession(try .uppercaseLetters("AILOSVZ"))
    // Two minutes of steps at 1.8 Hz with the sway of an arm, which never rest and vary slowly.
    let found = (0..<12_000).flatMap { index -> [RecognizedGesture] in
      let time = Double(index) / 100
      let phase = 2 * .pi * 1.8 * time + 0.8 * .sin(0.3 * time)
      let sway = Vector3(1.2 * .sin(phase / 2), 0.5 * .cos(phase), 0.4 * .sin(phase / 2 + 1))
      let force = Vector3(0.12 * .cos(phase / 2), 0.25 * .sin(2 * phase), -1 + 0.3 * .cos(phase))
      return session.update(
        SensorSample(
          timestamp: time, rotationRate: time < 1 ? .zero : sway,
          acceleration: time < 1 ? Vector3(0, 0, -1) : force))
    }
    #expect((found + session.finish()).compactMap(\.label).count <= 2)
  }
}
