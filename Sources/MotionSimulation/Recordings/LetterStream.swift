public import MotionFusion

/// Letters in a stream of motion without a touch, with the movements between them.
///
/// It tests the spotting of gestures: the letters and their times are known.
public struct LetterStream: Sendable {
  /// The name of the stream.
  public var name: String
  /// The writer.
  public var user: String?
  /// The motion, without a touch.
  public var motions: [DeviceMotion]
  /// The letters, each with its time without lead-in and lead-out, in seconds.
  public var letters: [(label: String, times: ClosedRange<Double>)]

  /// A stream without letters.
  public init(name: String, motions: [DeviceMotion]) {
    self.name = name
    self.motions = motions
    letters = []
  }

  /// A text by a synthetic writer: raw samples in the air, and the device motion estimated from
  /// them.
  ///
  /// - Parameters:
  ///   - text: The letters A to Z, with spaces between words.
  ///   - writer: The writer.
  ///   - accelerationRange: The range of the accelerometer, in g.
  ///   - hasRests: Whether the hand is stationary before and after each letter.
  /// - Throws: ``SimulationError/unsupportedCharacter(_:position:)`` with the character's position.
  public init(
    _ text: String, writer: Writer, accelerationRange: Double = 16, hasRests: Bool = true
  ) throws(SimulationError) {
    var configuration = AirSimulator.Configuration()
    configuration.sensors.accelerationRange = accelerationRange
    configuration.hasRests = hasRests
    let recording = try AirSimulator(configuration: configuration)
      .recording(of: text, by: writer, seed: writer.seed)
    let samples = recording.samples.map { sample in
      var sample = sample
      sample.isTouching = nil
      return sample
    }
    self.init(name: "writer \(writer.seed)", motions: MotionEstimator().process(samples))
    user = "writer-\(writer.seed)"
    letters = recording.letters.map { ($0.label, $0.times) }
  }

  /// Streams of the letters of one writer in random order, from recordings that hold a letter each.
  ///
  /// Between two letters the hand is stationary for 0.3 to 0.6 s, moves to the attitude in which
  /// the next letter begins, and is stationary again. The movement lasts 0.6 s (log-normal, spread
  /// 0.3) with a minimum-jerk profile, shifts the device by 0.15 m and turns it by 0.2 rad beside
  /// the direct way (standard deviations by component). The figures are our choice.
  ///
  /// Without rests the hand goes from the motion with which a letter ends to that with which the
  /// next one begins, in 0.4 s (log-normal, spread 0.3); stationary ends of letters are cut off.
  ///
  /// - Parameters:
  ///   - recordings: The letters of one writer.
  ///   - lead: The duration of the lead-in and the lead-out, in seconds: the device speeds up to
  ///     the motion with which the letter's recording begins, and slows down after it. Streams
  ///     without rests have none.
  ///   - hasRests: Whether the hand is stationary before and after each letter.
  ///   - seed: The seed of order, movements and noise.
  ///   - count: The number of letters of a stream. Default: 10.
  /// - Precondition: `lead` is 0 to 10 s, and `count` is positive.
  public static func streams(
    of recordings: [LabeledRecording<DeviceMotion>], lead: Double, hasRests: Bool = true,
    seed: UInt64, count: Int = 10
  ) -> [LetterStream] {
    precondition((0...10).contains(lead), "expected a lead of 0 to 10 s, got \(lead) s")
    precondition(count > 0, "expected 1 letter a stream or more, got \(count)")
    var random = SplitMix64(seed: seed, stream: RandomStream.travel)
    let order = recordings.filter { $0.samples.count >= 2 }.shuffled(using: &random)
    return stride(from: 0, to: order.count, by: count).map { first in
      let letters = order[first..<min(order.count, first + count)]
      let user = letters.first?.user
      var composer = StreamComposer(lead: lead, hasRests: hasRests, random: random)
      for letter in letters { composer.append(letter) }
      composer.finish()
      random = composer.random
      var stream = LetterStream(
        name: "\(user ?? "writer")#\(first / count)", motions: composer.motions)
      stream.user = user
      stream.letters = composer.letters
      return stream
    }
  }
}
