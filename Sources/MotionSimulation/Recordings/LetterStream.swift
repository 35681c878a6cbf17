public import MotionFusion
internal import RealModule

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
    self.init(
      name: "writer \(writer.seed)",
      motions: MotionEstimation(usesMagnetometer: false).estimate(samples).motions)
    user = "writer-\(writer.seed)"
    letters = recording.letters.map { ($0.label, $0.times) }
  }

  /// Streams of the letters of one writer in random order, from recordings that hold a letter each.
  ///
  /// Between two letters the hand is stationary for 0.3 to 0.6 s, moves to the attitude in which
  /// the next letter begins, and is stationary again. The movement lasts 0.6 s (log-normal, spread
  /// 0.3) with a minimum-jerk profile, shifts the device by 0.15 m and turns it by 0.2 rad away
  /// from the direct path (standard deviations of each component). The figures are our choice.
  ///
  /// Without rests, the hand changes from the motion at the end of a letter to the motion at the
  /// start of the next one in 0.4 s (log-normal, spread 0.3); stationary ends of letters are cut
  /// off.
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

/// Joins recorded letters to a stream, with synthetic movements between them.
struct StreamComposer {
  /// The time between synthetic samples, in seconds.
  private static let step = 0.01
  /// Standard deviations by component of the noise while stationary, in rad/s and g.
  private static let restNoise = (rate: 0.01, acceleration: 0.006)
  /// Standard deviations by component of the noise in a lead, in rad/s and g.
  private static let leadNoise = (rate: 0.02, acceleration: 0.01)
  /// Standard deviation by component of the additional acceleration in a lead, in g.
  private static let leadAcceleration = 0.25
  /// The median duration of a movement in seconds, and the spread of its logarithm.
  private static let travelTime = (median: 0.6, spread: 0.3)
  /// The duration of a movement that links letters without a rest.
  private static let linkTime = (median: 0.4, spread: 0.3)
  /// The share of a link in which the acceleration of the letter before or after it fades.
  private static let linkFade = 0.4
  /// The largest activity of the ends of a letter that are cut off without rests: the root sum of
  /// squares of rate and acceleration, each relative to its root mean square.
  private static let restActivity = 0.2
  /// Standard deviation by component of the displacement of a movement, in metres.
  private static let shiftDeviation = 0.15
  /// The standard deviation of each component of the turn away from the direct one, in radians.
  private static let turnDeviation = 0.2
  /// Standard gravity, in m/s².
  private static let gravity = 9.80665

  private(set) var motions: [DeviceMotion] = []
  private(set) var letters: [(label: String, times: ClosedRange<Double>)] = []
  private(set) var random: SplitMix64
  private let lead: Double
  private let hasRests: Bool
  private var time = 0.0
  private var attitude: Quaternion<Double>?

  init(lead: Double, hasRests: Bool, random: SplitMix64) {
    self.lead = lead
    self.hasRests = hasRests
    self.random = random
  }

  /// Appends a letter, and the movement to its start.
  mutating func append(_ recording: LabeledRecording<DeviceMotion>) {
    guard hasRests else {
      link(Self.active(recording.samples), label: recording.label ?? "")
      return
    }
    guard let first = recording.samples.first, let last = recording.samples.last else { return }
    let leadIn = leadMotions(from: first, direction: -1)
    let begin = leadIn.last?.attitude.quaternion ?? first.attitude.quaternion
    if let attitude { travel(from: attitude, to: begin) }
    rest(at: begin)
    for motion in leadIn.reversed() { put(motion) }
    write(recording.samples[...], label: recording.label ?? "")
    let leadOut = leadMotions(from: last, direction: 1)
    for motion in leadOut { put(motion) }
    attitude = leadOut.last?.attitude.quaternion ?? last.attitude.quaternion
    rest(at: attitude ?? .identity)
  }

  /// Ends the stream: without rests the hand is stationary at its end only.
  mutating func finish() {
    guard !hasRests, let last = motions.last else { return }
    rest(at: last.attitude.quaternion)
  }

  // MARK: - Parts

  /// Appends the samples of a letter.
  private mutating func write(_ samples: ArraySlice<DeviceMotion>, label: String) {
    let start = time
    for sample in samples {
      // In this order the first sample is at `start` exactly.
      let shifted = start + (sample.timestamp - samples[samples.startIndex].timestamp)
      if let previous = motions.last?.timestamp, shifted <= previous { continue }
      motions.append(sample)
      motions[motions.count - 1].timestamp = shifted
      motions[motions.count - 1].isTouching = nil
    }
    let end = motions.last?.timestamp ?? start
    letters.append((label, start...max(start, end)))
    time = end + Self.step
  }

  private mutating func put(_ motion: DeviceMotion) {
    motions.append(motion)
    motions[motions.count - 1].timestamp = time
    time += Self.step
  }

  /// Appends a stationary phase of 0.3 to 0.6 s.
  private mutating func rest(at attitude: Quaternion<Double>) {
    for _ in 0..<Int(Double.random(in: 0.3..<0.6, using: &random) / Self.step) {
      put(
        motion(
          attitude, rate: random.nextNormalVector() * Self.restNoise.rate,
          acceleration: random.nextNormalVector() * Self.restNoise.acceleration))
    }
  }

  /// The motions that slow down to a stop from `motion`, forward or backward in time.
  private mutating func leadMotions(
    from start: DeviceMotion, direction: Double
  ) -> [DeviceMotion] {
    let count = Int(lead / Self.step)
    let push = random.nextNormalVector() * Self.leadAcceleration
    var attitude = start.attitude.quaternion
    var previous = start.rotationRate
    return (0..<count).map { index in
      let share = 1 - Double(index + 1) / Double(count + 1)
      let strength = Self.progress(share)
      let rate = start.rotationRate * strength
      // The axis is constant: the turn is that of the mean rate.
      let turn = (previous + rate) * (0.5 * direction * Self.step)
      attitude = attitude * Quaternion(rotationVector: turn)
      previous = rate
      return motion(
        attitude, rate: rate + random.nextNormalVector() * Self.leadNoise.rate,
        acceleration: start.userAcceleration * strength + push * Double.sin(.pi * share)
          + random.nextNormalVector() * Self.leadNoise.acceleration)
    }
  }

  /// Appends a movement from one attitude to another.
  private mutating func travel(from: Quaternion<Double>, to: Quaternion<Double>) {
    let drawn = random.logNormal(median: Self.travelTime.median, spread: Self.travelTime.spread)
    // Whole steps, so that the movement ends before the stationary phase begins.
    let count = max(2, Int((drawn / Self.step).rounded(.up)))
    let duration = Double(count) * Self.step
    let shift = random.nextNormalVector() * Self.shiftDeviation
    let extra = random.nextNormalVector() * Self.turnDeviation
    let turn = (from.conjugate * to).rotationVector
    for index in 0..<count {
      let u = Double(index) / Double(count)
      let v = 1 - u
      // Out and back: 16 u² (1 − u)², with the maximum of 1 in the middle.
      let detour = Quaternion(rotationVector: extra * (16 * u * u * v * v))
      let attitude = from * Quaternion(rotationVector: turn * Self.progress(u)) * detour
      let rate =
        detour.conjugate.act(turn * (30 * u * u * v * v / duration))
        + extra * (32 * u * v * (v - u) / duration)
      let acceleration = shift * (60 * u * v * (v - u) / (duration * duration))
      put(
        motion(
          attitude, rate: rate + random.nextNormalVector() * Self.restNoise.rate,
          acceleration: attitude.conjugate.act(acceleration) * (-1 / Self.gravity)
            + random.nextNormalVector() * Self.restNoise.acceleration))
    }
  }

  // MARK: - Without rests

  /// The samples of a letter without stationary ends.
  private static func active(_ samples: [DeviceMotion]) -> ArraySlice<DeviceMotion> {
    let count = Double(max(1, samples.count))
    let rate = samples.reduce(0) { $0 + $1.rotationRate.lengthSquared } / count
    let acceleration = samples.reduce(0) { $0 + $1.userAcceleration.lengthSquared } / count
    guard rate > 0, acceleration > 0 else { return samples[...] }
    let isActive = { (sample: DeviceMotion) in
      sample.rotationRate.lengthSquared / rate + sample.userAcceleration.lengthSquared
        / acceleration
        > restActivity * restActivity
    }
    guard let first = samples.firstIndex(where: isActive),
      let last = samples.lastIndex(where: isActive)
    else { return samples[...] }
    return samples[first...last]
  }

  /// Appends a letter, and the movement that links it with the one before.
  private mutating func link(_ samples: ArraySlice<DeviceMotion>, label: String) {
    guard let first = samples.first else { return }
    if let last = motions.last {
      travel(from: last, to: first)
    } else {
      rest(at: first.attitude.quaternion)
    }
    write(samples, label: label)
  }

  /// Appends a movement that begins and ends with the motions of two samples.
  private mutating func travel(from last: DeviceMotion, to first: DeviceMotion) {
    let drawn = random.logNormal(median: Self.linkTime.median, spread: Self.linkTime.spread)
    let count = max(4, Int((drawn / Self.step).rounded(.up)))
    let duration = Double(count) * Self.step
    let shift = random.nextNormalVector() * Self.shiftDeviation
    let extra = random.nextNormalVector() * Self.turnDeviation
    let begin = last.attitude.quaternion
    let turn = (begin.conjugate * first.attitude.quaternion).rotationVector
    /// The attitude of a quintic polynomial with the rates of both samples at its ends.
    func attitude(_ u: Double) -> Quaternion<Double> {
      let v = 1 - u
      let start = last.rotationRate * (duration * u * v * v * v * (1 + 3 * u))
      let end = first.rotationRate * (-duration * u * u * u * v * (4 - 3 * u))
      return begin * Quaternion(rotationVector: turn * Self.progress(u) + start + end)
        * Quaternion(rotationVector: extra * (16 * u * u * v * v))
    }
    for index in 0..<count {
      let u = Double(index) / Double(count)
      let v = 1 - u
      let next = attitude(u + 1 / Double(count))
      let present = attitude(u)
      let rate = (present.conjugate * next).rotationVector * (1 / Self.step)
      let acceleration = shift * (60 * u * v * (v - u) / (duration * duration))
      let fading =
        last.userAcceleration * (1 - Self.progress(min(1, u / Self.linkFade)))
        + first.userAcceleration * Self.progress(max(0, 1 - v / Self.linkFade))
      put(
        motion(
          present, rate: rate + random.nextNormalVector() * Self.restNoise.rate,
          acceleration: present.conjugate.act(acceleration) * (-1 / Self.gravity) + fading
            + random.nextNormalVector() * Self.restNoise.acceleration))
    }
  }

  private func motion(
    _ attitude: Quaternion<Double>, rate: Vector3<Double>, acceleration: Vector3<Double>
  ) -> DeviceMotion {
    DeviceMotion(
      timestamp: 0, attitude: Attitude(quaternion: attitude), rotationRate: rate,
      userAcceleration: acceleration)
  }

  /// The minimum-jerk progress of a movement: 10τ³ − 15τ⁴ + 6τ⁵.
  private static func progress(_ share: Double) -> Double {
    share * share * share * (10 + share * (6 * share - 15))
  }
}
