internal import DeadReckoning
internal import LinearAlgebra
package import MotionFusion
internal import RealModule
package import RotationMath

/// Converts the motion of a device during one gesture to a `MotionSeries`.
///
/// Stationary phases at both ends are cut off. Angular rate and acceleration are rotated to the
/// mean frame of the rest, smoothed, and resampled at evenly spaced instants. All settings are in
/// seconds or relative to the gesture, so that they hold at any sample rate (tested from 24 to 200
/// Hz).
///
/// The defaults were chosen on the air letters of five writers (`air-letters`).
package struct MotionNormalizer: Hashable, Sendable {
  package let pointCount = 32
  /// The window of the moving average, as a share of the gesture's duration, which counts as a
  /// second or more: slow letters are as smooth as fast ones. 0.06 to 0.12 are about as good.
  private static let smoothing = 0.08
  /// The activity below which the ends count as stationary: the root sum of squares of angular rate
  /// and acceleration, each relative to its root mean square over the gesture.
  private static let restActivity = 0.2
  /// The shortest gesture.
  private static let limits = GestureLimits.motion
  /// The root mean square *ω*₀ of an angular rate with little information about the gesture, in
  /// rad/s. A rate *ω* is divided by √(*ω*² + *ω*₀²), so that the sway of a hand that does not turn
  /// the device stays small. Chosen on synthetic writers 5000 to 5019 and 6000 to 6019 with
  /// `air-letters`; 0.3 to 0.7 rad/s are as good.
  static let slightRotationRate = 0.5
  /// The root mean square of the angular rate, in rad/s, from which the device is moving.
  private static let minimumRotationRate = 0.1
  /// The root mean square of the acceleration, in g, from which the device is moving.
  private static let minimumAcceleration = 0.02

  /// The duration, in seconds, above which a gesture is also segmented: it may be a letter written
  /// twice, or one among other movements. Few letters take longer; of a slow Z that is segmented,
  /// a part is an L. 3 s are as good for `air-letters`, and worse for the same at half the speed.
  private static let longDuration = 4.0
  /// The durations of the segments, in seconds: those of letters. A segment is at most 0.6 of the
  /// gesture.
  private static let pieceDurations = [0.6, 0.8, 1.0, 1.3, 1.7, 2.2]
  /// The time between the starts of segments, in seconds.
  private static let pieceSpacing = 0.15

  /// What earlier gestures of the session show, which no file holds.
  var state = WriterState()

  package init() {}

  /// The series of one gesture.
  ///
  /// Samples beyond any sensor's range, such as a spike of 2e5 rad/s, are left out.
  ///
  /// - Parameters:
  ///   - motions: The samples in order of time. Timestamps may repeat.
  ///   - isSegmented: Whether a long gesture is also segmented.
  /// - Complexity: O(*n*).
  package func series(
    of motions: [DeviceMotion], isSegmented: Bool = true
  ) throws(GestureError) -> MotionSeries {
    var samples = try samplesInRange(motions)
    guard samples.count >= Self.limits.samples else {
      throw .tooFewSamples(count: samples.count, minimum: Self.limits.samples)
    }
    guard let start = samples.first?.timestamp, let end = samples.last?.timestamp, end > start
    else { throw .zeroDuration }
    guard end - start >= Self.limits.duration else {
      throw .tooShort(seconds: end - start, minimum: Self.limits.duration)
    }
    let active = activeRange(of: samples)
    let (startsMoving, endsMoving) = (
      active.lowerBound == 0, active.upperBound == samples.count
    )
    samples = Array(samples[active])
    // The attitude of an accelerometer alone turns with its tilt.
    let hasGyroscope =
      samples.contains { $0.rotationRate != .zero }
      || samples.allSatisfy { $0.attitude == samples[0].attitude }
    // The moving average keeps nothing of what is shorter than its window.
    let lost = samples.fillGaps(longerThan: window(over: samples.map { $0.timestamp }[...]))
    var series = try series(
      ofActive: samples[...], pieces: isSegmented ? pieces(of: samples) : [])
    series.startsMoving = startsMoving
    series.endsMoving = endsMoving
    series.lostDuration = lost
    guard
      series.rotationRateScale >= Self.minimumRotationRate
        || series.accelerationScale >= Self.minimumAcceleration
    else { throw .atRest }
    guard hasGyroscope else { throw .needsGyroscope }
    return series.read(in: state)
  }

  /// The series of samples without stationary ends.
  private func series(
    ofActive samples: ArraySlice<DeviceMotion>, start: Double = 0, pieces: [MotionSeries] = []
  ) throws(GestureError) -> MotionSeries {
    var attitudes = RotationAccumulator()
    for sample in samples { try? attitudes.add(sample.attitude.quaternion) }
    guard let mean = try? attitudes.average(), mean.isUnique else { throw .noMeanAttitude }
    let meanFromReference = mean.rotation.conjugate
    let times = samples.map { $0.timestamp }
    let smoothing = window(over: times[...])
    let rate = SmoothedSignal(
      times: times,
      values: samples.map { (meanFromReference * $0.attitude.quaternion).act($0.rotationRate) },
      window: smoothing)
    let acceleration = SmoothedSignal(
      times: times,
      values: samples.map {
        -(meanFromReference * $0.attitude.quaternion).act($0.userAcceleration)
      },
      window: smoothing)
    return MotionSeries(
      rotationRate: rate.resampled(pointCount), acceleration: acceleration.resampled(pointCount),
      duration: times[times.count - 1] - times[0], slightRotationRate: Self.slightRotationRate,
      up: meanFromReference.act(Vector3(0, 0, 1)), start: start, pieces: pieces)
  }

  /// The window of the moving average of a gesture, in seconds.
  private func window(over times: ArraySlice<Double>) -> Double {
    Self.smoothing * max(1, (times.last ?? 0) - (times.first ?? 0))
  }

  /// The segments of a long gesture; empty for a short one.
  private func pieces(of samples: [DeviceMotion]) -> [MotionSeries] {
    guard let start = samples.first?.timestamp, let end = samples.last?.timestamp,
      end - start > Self.longDuration
    else { return [] }
    var pieces: [MotionSeries] = []
    for length in Self.pieceDurations where length <= 0.6 * (end - start) {
      // Bounds the number of segments where timestamps have the wrong unit, such as nanoseconds.
      guard Double(samples.count) * length >= Double(Self.limits.samples) * (end - start) else {
        continue
      }
      var (first, last) = (0, 0)
      for step in 0...Int((end - start - length) / Self.pieceSpacing) {
        let begin = start + Double(step) * Self.pieceSpacing
        while samples[first].timestamp < begin { first += 1 }
        while last < samples.count, samples[last].timestamp <= begin + length { last += 1 }
        guard last - first >= Self.limits.samples,
          samples[last - 1].timestamp > samples[first].timestamp,
          let piece = try? series(
            ofActive: samples[first..<last], start: samples[first].timestamp - start)
        else { continue }
        pieces.append(piece)
      }
    }
    return pieces
  }

  private func samplesInRange(_ motions: [DeviceMotion]) throws(GestureError) -> [DeviceMotion] {
    var samples: [DeviceMotion] = []
    samples.reserveCapacity(motions.count)
    var firstOutOfRange: Int?
    for (index, motion) in motions.enumerated() {
      guard DeadReckoner.isPlausible(motion), Self.isInRange(motion.rotationRate) else {
        if firstOutOfRange == nil { firstOutOfRange = index }
        continue
      }
      if let previous = samples.last, motion.timestamp < previous.timestamp {
        throw .timeRunsBackward(sample: index)
      }
      samples.append(motion)
    }
    if let firstOutOfRange, 10 * (motions.count - samples.count) > motions.count {
      throw .notFinite(sample: firstOutOfRange)
    }
    return samples
  }

  /// Whether an angular rate is within sensor range: 70 rad/s, or 4,000 degrees per second.
  /// Gyroscopes of phones measure up to 2,000.
  private static func isInRange(_ rate: Vector3<Double>) -> Bool {
    // False for NaN.
    abs(rate.x) <= 70 && abs(rate.y) <= 70 && abs(rate.z) <= 70
  }

  /// The range without the stationary phases at both ends; without them the window of the moving
  /// average is shorter, and the range is found again.
  private func activeRange(of samples: [DeviceMotion]) -> Range<Int> {
    let times = samples.map { $0.timestamp }
    let range = activeRange(of: samples, at: times, window: window(over: times[...]))
    return range == samples.indices
      ? range : activeRange(of: samples, at: times, window: window(over: times[range]))
  }

  /// A stationary phase lowers the mean that activity is relative to, so the cut is repeated until
  /// it converges, at most four times.
  private func activeRange(
    of samples: [DeviceMotion], at times: [Double], window: Double
  ) -> Range<Int> {
    let rate = SmoothedSignal(
      times: times, values: samples.map { $0.rotationRate }, window: window
    ).values(at: times).map { $0.lengthSquared }
    let acceleration = SmoothedSignal(
      times: times, values: samples.map { $0.userAcceleration }, window: window
    ).values(at: times).map { $0.lengthSquared }
    var range = samples.indices
    for _ in 0..<4 {
      let rateMean = rate[range].reduce(0, +) / Double(range.count)
      let accelerationMean = acceleration[range].reduce(0, +) / Double(range.count)
      let rateFactor = rateMean > 0 ? 1 / rateMean : 0
      let accelerationFactor = accelerationMean > 0 ? 1 / accelerationMean : 0
      let limit = Self.restActivity * Self.restActivity
      let isActive = { (index: Int) in
        rate[index] * rateFactor + acceleration[index] * accelerationFactor > limit
      }
      guard let first = range.first(where: isActive), let last = range.last(where: isActive),
        last - first + 1 >= Self.limits.samples,
        times[last] - times[first] >= Self.limits.duration
      else { break }
      if first..<(last + 1) == range { break }
      range = first..<(last + 1)
    }
    return range
  }
}

/// A gesture in the air as a time series: angular rate and acceleration in its mean frame.
///
/// The series is sampled at evenly spaced instants. The mean frame is the device frame at the mean
/// attitude of the gesture: *x* to the right of the screen, *y* up along it, *z* out of it. Both
/// quantities are divided by a root mean square over the gesture, which removes size and speed.
/// `levelled` has them in a frame of gravity.
package struct MotionSeries: Hashable, Sendable {
  /// Angular rate at each instant, with a root mean square of 1, or less where the device turns
  /// little. See `MotionNormalizer.slightRotationRate`.
  package private(set) var rotationRate: [Vector3<Float>]
  /// True acceleration (Core Motion's user acceleration, negated) at each instant, with a root
  /// mean square of 1.
  package private(set) var acceleration: [Vector3<Float>]
  /// The unit vector against gravity in the mean frame.
  private var up: Vector3<Double>
  /// The root mean square of the angular rate before the division, in rad/s.
  package let rotationRateScale: Double
  /// The root mean square of the acceleration before the division, in g.
  package let accelerationScale: Double
  /// The duration without stationary phases at the ends, in seconds.
  package let duration: Double
  /// Overlapping segments of a long gesture, each as a series; empty for a short one. See
  /// `pieceDurations`.
  package private(set) var pieces: [MotionSeries]
  /// Whether the gesture is not compared without its ends.
  private(set) var isWhole = false
  /// The start of a segment within its gesture, in seconds; 0 for a whole gesture.
  let start: Double
  /// Whether the gesture does not begin after a stationary phase.
  var startsMoving = false
  /// Whether the gesture does not end in a stationary phase.
  var endsMoving = false
  /// The time in which samples were lost, in seconds; 0 for a segment.
  var lostDuration = 0.0
  /// The logarithm of the odds, by earlier gestures, that the end is cut off.
  private(set) var oddsOfCut = WriterState.priorOddsOfCut

  package var count: Int { rotationRate.count }
  /// The angular rates at the ends, relative to the root mean square and limited to `most`; 0 for
  /// an end at rest.
  func endRates(most: Double) -> (start: Double, end: Double) {
    let power = rotationRate.reduce(0) { $0 + $1.lengthSquared } / Float(count)
    func rate(at index: Int, isMoving: Bool) -> Double {
      guard isMoving, power > 0 else { return 0 }
      return min(Double((rotationRate[index].lengthSquared / power).squareRoot()), most)
    }
    return (rate(at: 0, isMoving: startsMoving), rate(at: count - 1, isMoving: endsMoving))
  }

  /// Creates a series of rates in rad/s and accelerations in g.
  ///
  /// - Parameters:
  ///   - slightRotationRate: The root mean square of rates that become 0.7 instead of 1.
  ///   - up: The unit vector against gravity (default: *y*).
  init(
    rotationRate: [Vector3<Double>], acceleration: [Vector3<Double>], duration: Double,
    slightRotationRate: Double = 0, up: Vector3<Double> = Vector3(0, 1, 0), start: Double = 0,
    pieces: [MotionSeries] = []
  ) {
    self.up = up
    rotationRateScale = Self.rootMeanSquare(rotationRate)
    accelerationScale = Self.rootMeanSquare(acceleration)
    self.rotationRate = Self.divided(
      rotationRate, by: Vector2(rotationRateScale, slightRotationRate).length)
    self.acceleration = Self.divided(acceleration, by: accelerationScale)
    self.duration = duration
    self.start = start
    self.pieces = pieces
  }

  /// A part of a gesture as a gesture of its own, resampled linearly, in the mean frame of the
  /// whole.
  ///
  /// - Parameter range: The part, as shares of the duration.
  func part(_ range: ClosedRange<Double>, slightRotationRate: Double) -> MotionSeries {
    let last = Double(count - 1)
    func resampled(_ values: [Vector3<Float>], scale: Double) -> [Vector3<Double>] {
      values.indices.map { index in
        let share = last > 0 ? Double(index) / last : 0
        let place = last * (range.lowerBound + (range.upperBound - range.lowerBound) * share)
        let before = min(Int(place), count - 1)
        let (a, b) = (values[before], values[min(before + 1, count - 1)])
        let middle = a + (b - a) * Float(place - Double(before))
        return Vector3(Double(middle.x), Double(middle.y), Double(middle.z)) * scale
      }
    }
    return MotionSeries(
      rotationRate: resampled(
        rotationRate, scale: Vector2(rotationRateScale, slightRotationRate).length),
      acceleration: resampled(acceleration, scale: accelerationScale),
      duration: duration * (range.upperBound - range.lowerBound),
      slightRotationRate: slightRotationRate, up: up)
  }

  /// The gesture as a session reads it next; in a trial, as a whole only.
  package func read(in state: WriterState) -> MotionSeries {
    var series = self
    series.oddsOfCut = state.oddsOfCut
    if state.isTrial {
      series.pieces = []
      series.isWhole = true
    }
    return series.turned(by: state.angle)
  }

  /// The gesture with the axes of the device turned by an angle, in radians counterclockwise about
  /// the normal of the screen.
  func turned(by angle: Double) -> MotionSeries {
    guard angle != 0 else { return self }
    let (cosine, sine) = (Float(Double.cos(angle)), Float(Double.sin(angle)))
    func turned(_ vector: Vector3<Float>) -> Vector3<Float> {
      Vector3(
        cosine * vector.x + sine * vector.y, cosine * vector.y - sine * vector.x, vector.z)
    }
    var series = self
    series.rotationRate = rotationRate.map(turned)
    series.acceleration = acceleration.map(turned)
    series.up = Vector3(
      Double(cosine) * up.x + Double(sine) * up.y, Double(cosine) * up.y - Double(sine) * up.x,
      up.z)
    series.pieces = pieces.map { $0.turned(by: angle) }
    return series
  }

  /// The gesture in its level frame: *y* against gravity, −*z* along the horizontal part of the
  /// device's long axis at the mean attitude, *x* to the right of both. Segments are unchanged.
  ///
  /// It does not depend on how the device is rolled about its long axis, or pitched. An upright
  /// long axis has no horizontal part: the mean frame is then level and remains. A constant
  /// attitude that stands for an unknown one rotates all mean frames alike.
  var levelled: MotionSeries {
    let long = Vector3(0, 1, 0) - up * up.y
    guard long.lengthSquared > 1e-6 else { return self }
    let z = long * (-1 / long.length)
    let x = up.cross(z)
    func turned(_ vector: Vector3<Float>) -> Vector3<Float> {
      let vector = Vector3(Double(vector.x), Double(vector.y), Double(vector.z))
      return Vector3(Float(x.dot(vector)), Float(up.dot(vector)), Float(z.dot(vector)))
    }
    var series = self
    series.rotationRate = rotationRate.map(turned)
    series.acceleration = acceleration.map(turned)
    return series
  }

  private static func rootMeanSquare(_ vectors: [Vector3<Double>]) -> Double {
    (vectors.reduce(0) { $0 + $1.lengthSquared } / Double(max(1, vectors.count))).squareRoot()
  }

  private static func divided(
    _ vectors: [Vector3<Double>], by scale: Double
  ) -> [Vector3<Float>] {
    let factor = scale > 0 ? 1 / scale : 0
    return vectors.map {
      Vector3<Float>(Float($0.x * factor), Float($0.y * factor), Float($0.z * factor))
    }
  }
}

/// The moving average of a signal at any instant.
///
/// The signal is linear between its samples and constant beyond its ends. The average is computed
/// from the exact integral, so that it does not depend on the rate or the spacing of the samples.
struct SmoothedSignal {
  private let times: [Double]
  private let values: [Vector3<Double>]
  /// The integral from the first instant to each.
  private let integrals: [Vector3<Double>]
  private let window: Double

  /// - Precondition: `times` do not decrease, and `window` is positive.
  init(times: [Double], values: [Vector3<Double>], window: Double) {
    precondition(
      !times.isEmpty && times.count == values.count, "expected one value for each instant")
    self.times = times
    self.values = values
    self.window = window
    var sum = Vector3<Double>.zero
    var integrals = [sum]
    integrals.reserveCapacity(times.count)
    for index in times.indices.dropFirst() {
      sum += (values[index - 1] + values[index]) * (0.5 * (times[index] - times[index - 1]))
      integrals.append(sum)
    }
    self.integrals = integrals
  }

  /// The signal at `count` instants from the first to the last one.
  func resampled(_ count: Int) -> [Vector3<Double>] {
    let start = times[0]
    let step = (times[times.count - 1] - start) / Double(max(1, count - 1))
    return values(at: (0..<count).map { start + Double($0) * step })
  }

  /// The signal at `instants`, which do not decrease.
  func values(at instants: [Double]) -> [Vector3<Double>] {
    var (low, high) = (0, 0)
    return instants.map { instant in
      let before = integral(to: instant - window / 2, from: &low)
      let after = integral(to: instant + window / 2, from: &high)
      return (after - before) * (1 / window)
    }
  }

  private func integral(to instant: Double, from place: inout Int) -> Vector3<Double> {
    guard instant > times[0] else { return values[0] * (instant - times[0]) }
    while place + 1 < times.count, times[place + 1] < instant { place += 1 }
    let elapsed = instant - times[place]
    guard place + 1 < times.count else { return integrals[place] + values[place] * elapsed }
    let slope = (values[place + 1] - values[place]) * (1 / (times[place + 1] - times[place]))
    return integrals[place] + (values[place] + slope * (0.5 * elapsed)) * elapsed
  }
}

/// What the earlier gestures of a session show about the next one.
package struct WriterState: Hashable, Sendable {
  /// The angle by which the axes of the device are turned, in radians counterclockwise about the
  /// normal of the screen.
  var angle: Double
  /// Whether the turn is one of several that are compared: the gesture is then compared as a whole
  /// only, and not by its segments and without its ends. Most such turns are far from all classes,
  /// where those comparisons take five sixths of the time. Without them, from 1.4 % fewer to 0.4 %
  /// more letters of `air-letters` are right in five other holds.
  var isTrial: Bool
  /// The logarithm of the odds that the recording of a gesture is cut off before its end.
  var oddsOfCut: Double

  /// The logarithm of these odds before the first gesture.
  package static let priorOddsOfCut = -3.0

  package init(
    angle: Double = 0, isTrial: Bool = false, oddsOfCut: Double = Self.priorOddsOfCut
  ) {
    self.angle = angle
    self.isTrial = isTrial
    self.oddsOfCut = oddsOfCut
  }
}
