internal import MotionFusion

/// Finds what an accelerometer at the end of its range did not read.
///
/// A reading that stays at the largest value so far, of at least ``leastRange``, is cut off: noise and
/// quantisation never repeat it. Across the cut the true reading is taken for a cubic that continues
/// values and slopes on both sides; with *T* the time from the last whole reading *f*₀ before it to the
/// first one *f*₁ after it, and *m*₀, *m*₁ the slopes there, its area is
///
///     T (f₀ + f₁)/2 + T² (m₀ - m₁)/12
///
/// and what the readings' own area lacks of that is missing velocity. Two readings after the cut it is
/// known, to a share of *T*² (|*m*₀| + |*m*₁|)/12. Where the readings around the cut do not tell the slopes,
/// nothing is added, and a third of the readings' own area may be missing.
struct SaturationBridge: Hashable, Sendable {
  /// Missing velocity, in the unit of the readings times seconds, and the middle of the time in which
  /// it went missing.
  struct Missing {
    var velocity = Vector3<Double>.zero
    /// How much the slopes would let expect, and what is uncertain besides, on each axis.
    var scale = Vector3<Double>.zero
    var unknown = Vector3<Double>.zero
    var time = 0.0
  }

  /// The smallest range that accelerometers have is 2 g.
  static let leastRange = 1.95

  private var x = Axis()
  private var y = Axis()
  private var z = Axis()

  /// Whether the last reading is cut off on some axis.
  var isSaturated: Bool { x.isCut || y.isCut || z.isCut }

  /// Takes the next reading, in g, and says what was found missing.
  @inline(__always)
  mutating func take(_ reading: Vector3<Double>, at time: Double) -> Missing? {
    // Hardly any reading comes near the end of the range.
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
    func vector(_ part: KeyPath<Axis.Lack, Double>) -> Vector3<Double> {
      Vector3(
        found.0?[keyPath: part] ?? 0, found.1?[keyPath: part] ?? 0, found.2?[keyPath: part] ?? 0)
    }
    return Missing(
      velocity: vector(\.velocity), scale: vector(\.scale), unknown: vector(\.unknown), time: when)
  }

  /// One axis.
  private struct Axis: Hashable, Sendable {
    struct Point: Hashable, Sendable {
      var time = -Double.infinity
      var value = 0.0
    }

    /// What one cut lacks.
    struct Lack {
      var velocity = 0.0
      var scale = 0.0
      var unknown = 0.0
      var time: Double
    }

    /// The largest magnitude so far, and whether it was seen to be the end of the range.
    private var largest = SaturationBridge.leastRange
    private var isRangeKnown = false
    /// The last two readings, the older first.
    private var older = Point()
    private var last = Point()
    /// The two readings before the cut, where there is one.
    private var before = Point()
    private var beforeThat = Point()
    /// The area of the readings since the last whole one.
    private var area = 0.0
    /// The first reading after the cut.
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

    mutating func take(_ value: Double, at time: Double) -> Lack? {
      let now = Point(time: time, value: value)
      defer {
        older = last
        last = now
      }
      let isAtEnd = abs(value) >= largest - SaturationBridge.tolerance
      if let after {
        // The second reading after the cut, or a new cut that begins too soon.
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
        // One reading alone may be a peak that just reached so far.
        if isRangeKnown { after = now }
      }
      return nil
    }

    /// A cut begins with this reading.
    private mutating func begin(_ now: Point) {
      isCut = true
      beforeThat = older
      // The first reading of all may be cut off; nothing is known of what was before.
      before = last.time > -.infinity ? last : now
      area = (now.value + before.value) * (now.time - before.time) / 2
    }

    private func missing(_ first: Point, _ second: Point) -> Lack {
      let time = first.time - before.time
      let steps = (before.time - beforeThat.time, second.time - first.time)
      var lack = Lack(
        unknown: Self.unknownShare * abs(area), time: (before.time + first.time) / 2)
      guard time > 0, time < SaturationBridge.longest, steps.0 > 0, steps.1 > 0,
        steps.0 < time, steps.1 < time
      else { return lack }
      let slopes = (
        (before.value - beforeThat.value) / steps.0, (second.value - first.value) / steps.1
      )
      // Readings that come at nearly the same time do not tell a slope.
      guard abs(slopes.0) + abs(slopes.1) <= SaturationBridge.greatestSlope else { return lack }
      let whole =
        time * (before.value + first.value) / 2 + time * time * (slopes.0 - slopes.1) / 12
      lack.scale = time * time * (abs(slopes.0) + abs(slopes.1)) / 12
      lack.unknown = 0
      // Beyond the end of the range, or the model does not fit.
      if (whole - area) * area > 0 { lack.velocity = whole - area }
      return lack
    }

    private static let unknownShare = 1.0 / 3
  }

  /// In g: what rounding in taking gravity off and putting it back makes of equal readings.
  fileprivate static let tolerance = 1e-6
  /// In g a second: from end to end of a range of 1000 g in a millisecond.
  fileprivate static let greatestSlope = 1e6
  /// In seconds: nobody can know what happened in a longer cut.
  fileprivate static let longest = 0.3
}
