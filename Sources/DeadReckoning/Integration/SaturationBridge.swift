internal import MotionFusion

/// Estimates the velocity missing from saturated accelerometer readings, sample by sample.
///
/// A reading that repeats the largest magnitude so far, of at least `leastRange`, is saturated.
/// Across the saturated readings the true one is modelled as a cubic that continues values and
/// slopes on both sides; with *T* the time from the last valid reading *f*₀ before them to the
/// first valid one *f*₁ after them, and *m*₀, *m*₁ the slopes at these readings, its integral is
///
///     T (f₀ + f₁)/2 + T² (m₀ - m₁)/12
///
/// and its difference from the integral of the readings is the missing velocity. It is available
/// two readings after the saturation, with an uncertainty proportional to *T*² (|*m*₀| +
/// |*m*₁|)/12. Where no slope can be determined, nothing is added, and a third of the readings'
/// integral is uncertain.
struct SaturationBridge: Hashable, Sendable {
  /// Missing velocity, in the unit of the readings times seconds, and the middle of its time span.
  struct Missing {
    var velocity = Vector3<Double>.zero
    /// The velocity that the slopes predict, and the additional uncertainty, on each axis.
    var scale = Vector3<Double>.zero
    var unknown = Vector3<Double>.zero
    var time = 0.0
  }

  /// In g, slightly below the smallest range of accelerometers, 2 g.
  static let leastRange = 1.95

  private var x = Axis()
  private var y = Axis()
  private var z = Axis()

  /// Whether the last reading is saturated on some axis.
  var isSaturated: Bool { x.isCut || y.isCut || z.isCut }

  /// Takes the next reading, in g, and returns the missing velocity once it is known.
  @inline(__always)
  mutating func take(_ reading: Vector3<Double>, at time: Double) -> Missing? {
    let isQuiet = x.isQuiet(reading.x) && y.isQuiet(reading.y) && z.isQuiet(reading.z)
    if isQuiet {
      x.pass(reading.x, time)
      y.pass(reading.y, time)
      z.pass(reading.z, time)
      return nil
    }
    return bridge(reading, at: time)
  }

  @inline(never)
  private mutating func bridge(_ reading: Vector3<Double>, at time: Double) -> Missing? {
    let found = (
      x.take(reading.x, at: time), y.take(reading.y, at: time), z.take(reading.z, at: time)
    )
    guard let when = found.0?.time ?? found.1?.time ?? found.2?.time else { return nil }
    func vector(_ part: (Axis.Lack) -> Double) -> Vector3<Double> {
      Vector3(
        found.0.map(part) ?? 0, found.1.map(part) ?? 0, found.2.map(part) ?? 0)
    }
    return Missing(
      velocity: vector { $0.velocity }, scale: vector { $0.scale }, unknown: vector { $0.unknown },
      time: when)
  }

  private struct Axis: Hashable, Sendable {
    struct Point: Hashable, Sendable {
      var time = -Double.infinity
      var value = 0.0
    }

    /// The missing velocity of one saturated stretch.
    struct Lack {
      var velocity = 0.0
      var scale = 0.0
      var unknown = 0.0
      var time: Double
    }

    /// The largest magnitude so far, and whether it was repeated and so is the end of the range.
    private var largest = SaturationBridge.leastRange
    private var isRangeKnown = false
    private var older = Point()
    private var last = Point()
    /// The two readings before the saturated ones.
    private var before = Point()
    private var beforeThat = Point()
    /// The integral of the readings since the last valid one.
    private var area = 0.0
    /// The first reading after the saturated ones.
    private var after: Point?
    private(set) var isCut = false

    @inline(__always)
    func isQuiet(_ value: Double) -> Bool {
      abs(value) < largest && !isCut && after == nil
    }

    @inline(__always)
    mutating func pass(_ value: Double, _ time: Double) {
      older = last
      last = Point(time: time, value: value)
    }

    @inline(__always)
    mutating func take(_ value: Double, at time: Double) -> Lack? {
      let now = Point(time: time, value: value)
      defer {
        older = last
        last = now
      }
      let isAtEnd = abs(value) >= largest - SaturationBridge.tolerance
      if let after {
        // The second reading after saturation, or saturation again.
        self.after = nil
        let lack = missing(after, isAtEnd ? after : now)
        guard isAtEnd else { return lack }
        begin(now)
        return lack
      }
      if isAtEnd {
        let isRepeated =
          abs(value - last.value) <= SaturationBridge.tolerance && abs(value) >= largest
        if abs(value) > largest + SaturationBridge.tolerance { isRangeKnown = false }
        largest = max(largest, abs(value))
        if isRepeated { isRangeKnown = true }
        if isCut {
          area += (value + last.value) * (time - last.time) / 2
        } else {
          begin(now)
        }
        return nil
      }
      if isCut {
        isCut = false
        area += (value + last.value) * (time - last.time) / 2
        // A single reading may be a peak that just reached the end of the range.
        if isRangeKnown { after = now }
      }
      return nil
    }

    /// Begins a saturated stretch with this reading.
    private mutating func begin(_ now: Point) {
      isCut = true
      beforeThat = older
      // The very first reading may be saturated.
      before = last.time > -.infinity ? last : now
      area = (now.value + before.value) * (now.time - before.time) / 2
    }

    private func missing(_ first: Point, _ second: Point) -> Lack {
      let time = first.time - before.time
      let steps = (before.time - beforeThat.time, second.time - first.time)
      var lack = Lack(
        unknown: Self.unknownShare * abs(area), time: (before.time + first.time) / 2)
      guard time > 0, time < SaturationBridge.longest, steps.0 > 0, steps.1 > 0 else {
        return lack
      }
      let slopes = (
        (before.value - beforeThat.value) / steps.0, (second.value - first.value) / steps.1
      )
      // Readings at nearly the same time determine no slope.
      guard abs(slopes.0) + abs(slopes.1) <= SaturationBridge.greatestSlope else { return lack }
      let whole =
        time * (before.value + first.value) / 2 + time * time * (slopes.0 - slopes.1) / 12
      lack.scale = time * time * (abs(slopes.0) + abs(slopes.1)) / 12
      lack.unknown = 0
      // A correction away from the end of the range means that the model does not fit.
      if (whole - area) * area > 0 { lack.velocity = whole - area }
      return lack
    }

    private static let unknownShare = 1.0 / 3
  }

  /// In g: rounding of equal readings by subtracting and adding gravity.
  static let tolerance = 1e-6
  /// In g/s: a range of 1000 g in a millisecond.
  fileprivate static let greatestSlope = 1e6
  /// In seconds: longer saturation is not bridged.
  fileprivate static let longest = 0.3
}

/// Consecutive saturated readings of one accelerometer axis, and their correction.
///
/// ``GesturePathEstimator`` documents the model.
struct SaturatedStretch {
  /// The axis in the device frame.
  var axis: Vector3<Double>
  /// The saturated samples.
  var samples: ClosedRange<Int>
  /// The correction of each sample, in the readings' unit.
  var missing: [Double]
  /// The sample in the middle of them, not the first of all.
  var middle: Int { max((samples.lowerBound + samples.upperBound) / 2, 1) }
  /// The standard deviation of the impulse that is still missing, in m/s, from the smoothness of
  /// the valid readings.
  var deviation: Double

  /// The saturated stretches of one axis' readings, in g.
  static func find(
    in readings: [Double], times: [Double], axis: Vector3<Double>
  ) -> [SaturatedStretch] {
    let largest = readings.reduce(0) { max($0, abs($1)) }
    guard largest >= SaturationBridge.leastRange else { return [] }
    let isCut = readings.map { abs($0) >= largest - SaturationBridge.tolerance }
    // A single reading may be a peak that just reached the end of the range.
    guard isCut.count(where: { $0 }) >= 2 else { return [] }
    let density = slopeDensity(of: readings, times, isCut)
    let signs = zip(readings, isCut).map { $1 ? ($0 > 0 ? 1 : -1) : 0 }
    var stretches: [SaturatedStretch] = []
    var first = 0
    for index in signs.indices where signs[index] != 0 {
      if index == 0 || signs[index - 1] != signs[index] { first = index }
      guard index + 1 == signs.count || signs[index + 1] != signs[index] else { continue }
      stretches.append(
        SaturatedStretch(axis, first...index, readings, times, isCut, density: density))
    }
    return stretches
  }

  /// The spectral density *q* of the slope's random walk: second differences over steps *h* have
  /// the variance 2 *q h*³/3.
  private static func slopeDensity(
    of readings: [Double], _ times: [Double], _ isCut: [Bool]
  ) -> Double {
    var (sum, count) = (0.0, 0.0)
    for index in readings.indices.dropFirst().dropLast() {
      let steps = (times[index] - times[index - 1], times[index + 1] - times[index])
      guard steps.0 > 0, steps.1 > 0, !isCut[index - 1], !isCut[index], !isCut[index + 1] else {
        continue
      }
      let change =
        (readings[index + 1] - readings[index]) / steps.1
        - (readings[index] - readings[index - 1]) / steps.0
      sum += change * change / ((steps.0 + steps.1) / 3)
      count += 1
    }
    return count > 0 ? sum / count : 0
  }

  private init(
    _ axis: Vector3<Double>, _ samples: ClosedRange<Int>, _ readings: [Double],
    _ times: [Double], _ isCut: [Bool], density: Double
  ) {
    self.axis = axis
    self.samples = samples
    let before = max(samples.lowerBound - 1, 0)
    let after = min(samples.upperBound + 1, readings.count - 1)
    let duration = times[after] - times[before]
    let limit = readings[samples.lowerBound]
    func slope(_ a: Int, _ b: Int) -> Double? {
      guard readings.indices.contains(a), readings.indices.contains(b), !isCut[a], !isCut[b],
        times[b] > times[a]
      else { return nil }
      return (readings[b] - readings[a]) / (times[b] - times[a])
    }
    let isWhole = before < samples.lowerBound && after > samples.upperBound
    let slopes = (slope(before - 1, before) ?? 0, slope(after, after + 1) ?? 0)
    missing = samples.map { index in
      // Saturation at the first or last sample has a valid reading on one side only.
      guard isWhole, duration > 0 else { return 0 }
      let w = (times[index] - times[before]) / duration
      let v = 1 - w
      let cubic =
        readings[before] * v * v * (1 + 2 * w) + readings[after] * w * w * (1 + 2 * v)
        + duration * v * w * (slopes.0 * v - slopes.1 * w)
      return limit > 0 ? max(cubic - limit, 0) : min(cubic - limit, 0)
    }
    let time = isWhole ? duration : 2 * duration
    let variance = density * (time * time * time * time * time) / 720
    deviation = SensorSample.standardGravity * variance.squareRoot()
  }
}
