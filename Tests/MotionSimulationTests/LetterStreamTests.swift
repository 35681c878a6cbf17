import GestureRecognition
import GestureTraining
import MotionFusion
import MotionRecordings
import RotationMath
import Testing

@testable import MotionSimulation

@Suite("Streams of letters")
struct LetterStreamTests {
  private func letters() throws -> [LabeledRecording<DeviceMotion>] {
    try SyntheticRecording("ABCDEFGHIJKL", kind: .motion, writer: Writer(seed: 3), seed: 1)
      .recordings.deviceMotion
  }

  @Test("each letter is in one stream, unchanged, at its time", arguments: [0, 0.25])
  func letters(lead: Double) throws {
    let recordings = try letters()
    let streams = LetterStream.streams(of: recordings, lead: lead, seed: 5, count: 5)
    #expect(streams.map(\.letters.count) == [5, 5, 2])
    #expect(
      streams.flatMap { $0.letters.map(\.label) }.sorted() == recordings.map { $0.label ?? "" })
    for stream in streams {
      #expect(
        zip(stream.motions, stream.motions.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
      #expect(stream.motions.allSatisfy { $0.isTouching == nil })
      for letter in stream.letters {
        let part = stream.motions.filter { letter.times.contains($0.timestamp) }
        let recording = try #require(recordings.first { $0.label == letter.label })
        #expect(part.map(\.rotationRate) == recording.samples.map(\.rotationRate))
      }
    }
    #expect(
      LetterStream.streams(of: recordings, lead: lead, seed: 5, count: 5).map(\.motions)
        == streams.map(\.motions))
  }

  @Test("the angular rate between letters is that of the attitude")
  func consistent() throws {
    let stream = LetterStream.streams(of: try letters(), lead: 0.2, seed: 1, count: 12)[0]
    var worst = 0.0
    for (a, b) in zip(stream.motions, stream.motions.dropFirst()) {
      let middle = (a.timestamp + b.timestamp) / 2
      // The joints between recorded and synthetic samples have steps of another length.
      guard
        !stream.letters.contains(where: {
          $0.times.lowerBound - 0.02 < middle && middle < $0.times.upperBound + 0.02
        })
      else { continue }
      let turn = (a.attitude.quaternion.conjugate * b.attitude.quaternion).rotationVector
      let rate = (a.rotationRate + b.rotationRate) * 0.5
      worst = max(worst, (turn * (1 / (b.timestamp - a.timestamp)) - rate).length)
    }
    // The noise of the rates is 0.02 rad/s a component.
    #expect(worst < 0.2)
  }

  @Test("a stream of a synthetic writer has no touch, and its letters are found")
  func synthetic() throws {
    let stream = try LetterStream("OXO", writer: Writer(seed: 3))
    #expect(stream.motions.allSatisfy { $0.isTouching == nil } && stream.letters.count == 3)
    let labeled = LabeledStream(name: "", motions: stream.motions, gestures: stream.letters)
    let recognizer = try GestureRecognizer.uppercaseLetters("LOVX")
    let result = recognizer.evaluateSpotting(in: labeled)
    #expect(result.total == 3 && result.right >= 2 && result.seconds > 3)
    #expect(recognizer.countRecognized(in: labeled) >= 2)
    #expect(throws: SimulationError.self) { try LetterStream("o", writer: Writer(seed: 3)) }
  }

  @Test("without rests letters follow each other in one movement, with consistent rates")
  func withoutRests() throws {
    let recordings = try letters()
    let streams = LetterStream.streams(of: recordings, lead: 0, hasRests: false, seed: 5)
    let stream = try #require(streams.first)
    #expect(stream.letters.count == 10)
    for (letter, next) in zip(stream.letters, stream.letters.dropFirst()) {
      #expect(letter.times.upperBound < next.times.lowerBound)
      #expect(next.times.lowerBound - letter.times.upperBound < 1.5)
    }
    var worst = 0.0
    for (a, b) in zip(stream.motions, stream.motions.dropFirst()) {
      #expect(a.timestamp < b.timestamp)
      let turn = (a.attitude.quaternion.conjugate * b.attitude.quaternion).rotationVector
      worst = max(worst, (turn * (1 / (b.timestamp - a.timestamp)) - a.rotationRate).length)
    }
    #expect(worst < 0.6)
  }

  @Test("a synthetic writer who never rests", arguments: [3, 8] as [UInt64])
  func linked(writer: UInt64) throws {
    var configuration = AirSimulator.Configuration()
    configuration.hasRests = false
    configuration.sensors = .perfect
    let recording = try AirSimulator(configuration: configuration)
      .recording(of: "BOX IT", by: Writer(seed: writer), seed: 2)
    #expect(recording.letters.map(\.label).joined() == "BOXIT")
    let first = try #require(recording.letters.first).times.lowerBound
    let last = try #require(recording.letters.last).times.upperBound
    let written = recording.truth.filter { (first + 0.1...last - 0.1).contains($0.timestamp) }
    // Never at rest for as long as a stationary phase.
    var still = 0
    var longest = 0
    for truth in written {
      still = truth.velocity.length < 0.02 ? still + 1 : 0
      longest = max(longest, still)
    }
    #expect(longest < 15)
    for (letter, next) in zip(recording.letters, recording.letters.dropFirst()) {
      #expect(letter.times.upperBound < next.times.lowerBound)
    }
    // Acceleration integrates to velocity.
    var velocity = recording.truth[0].velocity
    var worst = 0.0
    for (a, b) in zip(recording.truth, recording.truth.dropFirst()) {
      velocity = velocity + (a.acceleration + b.acceleration) * ((b.timestamp - a.timestamp) / 2)
      worst = max(worst, (velocity - b.velocity).length)
    }
    #expect(worst < 0.05)
  }
}
