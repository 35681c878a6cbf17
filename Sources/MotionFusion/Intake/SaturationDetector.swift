/// Detects readings at the end of a sensor's range, without knowing the range.
///
/// At the end of the range the largest value so far repeats. It also repeats at the peak of a
/// smooth motion seen by a coarsely quantised sensor, and where readings are delivered more often
/// than they are taken; in both cases the value before the peak repeats as well. Under a parabola
/// the topmost quantisation step is less than five times as long as the one below.
struct SaturationDetector: Sendable {
  private var largest: Double
  private var previous = Vector3<Double>.zero
  /// The number of equal consecutive readings of each component, near the largest value.
  private var runs = Vector3(repeating: 1.0)
  private var repeats = 0.0
  /// The number of repetitions of the largest value that is normal within the range.
  private var allowedRepeats = 0.0

  /// The share of the largest value above which runs are counted.
  private static let vicinity = 0.9
  /// The least step, as a share of the value, that no smooth motion makes just below its peak.
  private static let jump = 0.01

  /// A detector for a sensor with at least this range.
  init(leastRange: Double) { largest = leastRange }

  /// Takes the next reading and returns its saturated axes.
  ///
  /// - Parameter squared: The reading's squared length.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func saturatedAxes(of reading: Vector3<Double>, squared: Double) -> SensorAxes {
    let limit = Self.vicinity * largest
    // No component is longer than the reading, rounding included.
    guard squared >= limit * limit,
      max(abs(reading.x), abs(reading.y), abs(reading.z)) >= limit
    else {
      previous = reading
      return []
    }
    return saturatedAxesNearEnd(of: reading)
  }

  @inline(never)
  private mutating func saturatedAxesNearEnd(of reading: Vector3<Double>) -> SensorAxes {
    let magnitude = max(abs(reading.x), abs(reading.y), abs(reading.z))
    let isCopy = reading == previous
    var axes: SensorAxes = []
    var isRepeated = false
    var isJump = false
    var run = 1.0
    for axis in 0..<3 {
      let step = abs(reading[axis] - previous[axis])
      if magnitude >= largest, abs(reading[axis]) == magnitude {
        axes.insert(SensorAxes(rawValue: 1 << UInt8(axis)))
        isRepeated = isRepeated || step == 0
        isJump = isJump || step > Self.jump * magnitude
        run = max(run, runs[axis])
      }
      runs[axis] = step == 0 ? runs[axis] + 1 : 1
    }
    previous = reading
    largest = max(largest, magnitude)
    guard !axes.isEmpty else { return [] }
    if isRepeated {
      repeats += 1
      // A whole reading that repeats may be a copy.
      if isCopy, axes.count == 1 { allowedRepeats = max(allowedRepeats, 7) }
    } else {
      repeats = 0
      allowedRepeats = isJump && run == 1 ? 1 : 6 * run + 1
    }
    return repeats > allowedRepeats ? axes : []
  }
}

/// Detects turns faster than a gyroscope's range by the plateau at their top, and estimates what
/// they miss.
///
/// Noise, temperature and the correction of axes spread the readings of a plateau over a percent or
/// two, so that they need not repeat. The slope that leads to a plateau distinguishes it from the
/// top of a smooth swing: the parabola through its ends, with the slope *s* and the duration *T*,
/// would rise by *h* = *s T* / 4 above it, far beyond the spread. Swings end at different rates, a
/// range is always the same. The largest rate so far must therefore have occurred twice or be a
/// common range.
///
/// The parabola's area above the plateau, *s T*² / 6, is the missed turn if the range is a common
/// one, or all readings of a plateau were equal. Otherwise the plateaus may also be the moves of a
/// motor, which turns at one rate: the missed turn is then an uncertainty only. A plateau that is
/// longer than a swing is a steady turn, unless its readings repeat exactly.
struct ClippingDetector: Sendable {
  /// A turn beyond the range that has just ended or lasts long.
  struct MissedTurn {
    /// The most likely rotation vector that the readings lack, in radians.
    var turn = Vector3<Double>.zero
    /// The variance of its angle, in rad².
    var variance = 0.0
  }

  /// Consecutive similar readings of one axis near the largest rate.
  fileprivate struct Plateau {
    /// The number of its readings, not counting copies; 0 without a plateau.
    var count = 0
    /// The largest of its first readings, in rad/s: the first one may be on the way to the range.
    var level = 0.0
    /// The angular acceleration towards it, in rad/s².
    var slope = 0.0
    /// Its duration in seconds.
    var duration = 0.0
    /// Whether it is too long for the top of a smooth swing.
    var isCounted = false
    /// Whether the rate is beyond the range.
    var isClipped = false
    /// Whether readings repeated exactly.
    var isRepeated = false
    /// The number of its readings that equal the level, and whether one differs.
    var equalCount = 0
    var isSpread = false
  }

  /// The largest component so far, or the smallest range of gyroscopes, in rad/s.
  private var largest = leastRange
  /// The number of clipped plateaus at ``largest``.
  private var plateauCount = 0
  /// Whether all readings of a plateau at ``largest`` were equal.
  private var isRangeProven = false
  private var x = Plateau()
  private var y = Plateau()
  private var z = Plateau()
  /// Whether any of them has readings.
  private var isNearEnd = false
  // Two different earlier readings at least ``slopeTime`` apart, the time between them, and the
  // time since the newer one.
  private var previous = Vector3<Double>.zero
  private var older = Vector3<Double>.zero
  private var olderDuration = 0.0
  private var age = 0.0

  /// The range of ±125°/s less 2 %, in rad/s.
  static let leastRange = 122.5 * Double.pi / 180
  /// The spread of a plateau, and that of the largest rate in both directions, as shares. The
  /// pendulum of RepoIMU meets 585 to 600°/s, its stick 414 to 426°/s.
  fileprivate static let spread = 0.02
  private static let vicinity = 0.03
  /// The rise of the parabola in spreads. A smooth swing has at most 2.4, the value of the parabola
  /// that stays within the spread for four readings.
  private static let leastRise = 4.0
  private static let leastCount = 3
  /// The least time for a slope, in seconds: over less, noise exceeds it.
  private static let slopeTime = 0.003
  /// Common ranges in rad/s.
  private static let commonRanges = [125.0, 250, 500, 1000, 2000].map { $0 * .pi / 180 }
  /// The deviation of the missed turn in relation to its estimate: on recordings of BROAD, RepoIMU,
  /// TUM-VI and RING, clipped at the 90th to 99th percentile, two thirds of the true turns are 0.65
  /// to 1.4 times the estimate.
  private static let turnDeviation = 0.5
  /// The longest turn that is a swing, in seconds, and the deviation of the rate in a longer one,
  /// as a share of the range.
  fileprivate static let longestSwing = 0.5
  fileprivate static let excessShare = 0.2

  init() {}

  /// Takes the next rate and returns the axes on which it is beyond the range.
  ///
  /// - Parameters:
  ///   - rate: In rad/s.
  ///   - squared: Its squared length.
  ///   - step: The time since the previous rate, in seconds.
  ///   - isSaturated: Whether the rate is at the end of the range for another reason.
  ///   - missed: Receives the turn that was missed.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func clippedAxes(
    of rate: Vector3<Double>, squared: Double, step: Double, isSaturated: Bool,
    missed: inout MissedTurn
  ) -> SensorAxes {
    age += step
    let limit = (1 - Self.vicinity) * largest
    var clipped: SensorAxes = []
    // No component is longer than the rate, rounding included.
    if isNearEnd || squared >= limit * limit {
      let magnitude = max(abs(rate.x), abs(rate.y), abs(rate.z))
      if isNearEnd || magnitude >= limit {
        clipped = observeNearEnd(rate, magnitude, step, isSaturated, &missed)
      }
    }
    // Stamps are not exact to the last bit.
    guard age > 0.9 * Self.slopeTime, rate != previous else { return clipped }
    older = previous
    olderDuration = age
    previous = rate
    age = 0
    return clipped
  }

  /// Discards the readings before a gap.
  mutating func restart() {
    (x, y, z) = (Plateau(), Plateau(), Plateau())
    isNearEnd = false
    older = previous
    age = 0
  }

  @inline(never)
  private mutating func observeNearEnd(
    _ rate: Vector3<Double>, _ magnitude: Double, _ step: Double, _ isSaturated: Bool,
    _ missed: inout MissedTurn
  ) -> SensorAxes {
    if magnitude > largest {
      if magnitude > (1 + Self.vicinity) * largest { (plateauCount, isRangeProven) = (0, false) }
      largest = magnitude
    }
    var (x, y, z) = (x, y, z)
    missed.turn = Vector3(
      follow(&x, 0, rate, step, isSaturated, &missed.variance),
      follow(&y, 1, rate, step, isSaturated, &missed.variance),
      follow(&z, 2, rate, step, isSaturated, &missed.variance))
    (self.x, self.y, self.z) = (x, y, z)
    isNearEnd = x.count + y.count + z.count > 0
    var clipped: SensorAxes = []
    if x.isClipped { clipped.insert(.x) }
    if y.isClipped { clipped.insert(.y) }
    if z.isClipped { clipped.insert(.z) }
    return clipped
  }

  /// Continues the plateau of one axis, or ends it and begins the next.
  ///
  /// - Returns: The component of the missed turn, in radians; its variance is added to `variance`.
  private mutating func follow(
    _ plateau: inout Plateau, _ axis: Int, _ rate: Vector3<Double>, _ step: Double,
    _ isSaturated: Bool, _ variance: inout Double
  ) -> Double {
    let value = rate[axis]
    guard !plateau.contains(value) else {
      plateau.duration += step
      if plateau.count < Self.leastCount { plateau.raise(to: value) }
      if rate != previous {
        plateau.count += 1
        if value == plateau.level { plateau.equalCount += 1 } else { plateau.isSpread = true }
      }
      judge(&plateau, isSaturated: isSaturated)
      variance += plateau.varianceOfLongTurn(step: step)
      return 0
    }
    plateau.duration += plateau.count > 0 ? step : 0
    let turn = plateau.missedTurn(ending: -acceleration(to: value, axis: axis))
    plateau = beginning(value, axis: axis)
    let isKnown = isRangeProven || isCommonRange
    let deviation = isKnown ? Self.turnDeviation : 1
    variance += deviation * deviation * turn * turn
    return isKnown ? turn : 0
  }

  /// The plateau that begins with this reading, without readings if it is not near the end.
  private func beginning(_ value: Double, axis: Int) -> Plateau {
    var plateau = Plateau()
    guard abs(value) >= (1 - Self.vicinity) * largest, age > 0 else { return plateau }
    let before = olderDuration > 0 ? (previous[axis] - older[axis]) / olderDuration : 0
    let now = acceleration(to: value, axis: axis)
    plateau.slope = value < 0 ? max(-now, -before, 0) : max(now, before, 0)
    plateau.level = value
    plateau.count = 1
    plateau.equalCount = 1
    return plateau
  }

  /// The angular acceleration to this reading, in rad/s².
  private func acceleration(to value: Double, axis: Int) -> Double {
    guard age < 0.9 * Self.slopeTime else { return (value - previous[axis]) / age }
    let time = age + olderDuration
    return time > 0 ? (value - older[axis]) / time : 0
  }

  private mutating func judge(_ plateau: inout Plateau, isSaturated: Bool) {
    if isSaturated { (plateau.isClipped, plateau.isRepeated, isRangeProven) = (true, true, true) }
    // Longer than a swing, the rate is a steady turn, unless it repeats.
    if plateau.duration > Self.longestSwing, !plateau.isRepeated { plateau.isClipped = false }
    let rise = plateau.slope * plateau.duration / 4
    guard !plateau.isCounted, plateau.count >= Self.leastCount,
      rise > Self.leastRise * Self.spread * abs(plateau.level)
    else { return }
    plateau.isCounted = true
    if plateau.equalCount >= Self.leastCount, !plateau.isSpread { isRangeProven = true }
    plateauCount += 1
    if plateauCount > 1 || isCommonRange { plateau.isClipped = true }
  }

  private var isCommonRange: Bool {
    Self.commonRanges.contains { abs(largest - $0) < Self.vicinity * $0 }
  }
}

extension ClippingDetector.Plateau {
  fileprivate typealias Detector = ClippingDetector

  fileprivate func contains(_ value: Double) -> Bool {
    count > 0 && abs(value - level) <= Detector.spread * abs(level)
  }

  /// Raises the level to a larger reading: the readings before it were not on the plateau.
  fileprivate mutating func raise(to value: Double) {
    let rise = abs(value) - abs(level)
    guard rise > 0 else { return }
    if slope > 0 { duration = max(0, duration - rise / slope) }
    level = value
    (equalCount, isSpread) = (0, false)
  }

  /// The angle in radians that the readings lack, if this is the top of a swing.
  ///
  /// - Parameter ending: The angular acceleration at the end, negated, in rad/s².
  fileprivate func missedTurn(ending: Double) -> Double {
    guard isClipped, duration <= Detector.longestSwing, duration > 0 else { return 0 }
    let sign = level < 0 ? -1.0 : 1.0
    // At most twice the range.
    let mean = min((slope + max(sign * ending, 0)) / 2, 4 * abs(level) / duration)
    return sign * mean * duration * duration / 6
  }

  /// The variance by a step of a turn that is too long for a swing: its deviation grows with time.
  fileprivate func varianceOfLongTurn(step: Double) -> Double {
    guard isClipped, duration > Detector.longestSwing else { return 0 }
    let excess = Detector.excessShare * level
    return excess * excess * (2 * duration - step) * step
  }
}
