/// Detects the start-up transient: invalid readings of sensors that were just switched on.
///
/// Each sensor is judged separately over its first 0.5 s and the readings after them, by four
/// criteria in order. With *x*₀, *x*₁, … its readings:
///
/// - **Empty**: *x*₀ = … = *x*ₖ₋₁ = 0 exactly, *k* ≥ 2, and no later reading is zero.
/// - **Repeated**: *x*₀ = … = *x*ₖ₋₁ exactly, *k* ≥ 5, and every later run of equal readings is
///   shorter than *k*/2.
/// - **Wild**: one of the first three steps is six times as large as every later step, and larger
///   than 1 g or 3 rad/s. The readings before it are invalid.
/// - **Settling**: the sensor then stays within 0.02 g or 0.1 rad/s (rms) of a level *L* for 0.3 s.
///   Before that, the distance |*x* - *L*| of at least four readings begins above 0.1 g or 0.3
///   rad/s, never grows, keeps its direction and falls exponentially: its logarithm is linear in
///   time with a coefficient of determination of at least 0.98. If the accelerometer begins below
///   0.5 g, as in free fall, the distance itself may be linear. Readings are invalid until the line
///   falls to a tenth of the threshold. Because a hand that stops moving looks similar, the other
///   sensor must contradict a movement. It either deviates from its own level by at most twice its
///   noise or a tenth of its threshold, or also settles while the accelerometer begins as in free
///   fall.
///
/// A movement at the start, a hand that stops, a tap and coarse quantisation meet none of the
/// criteria. A sensor that settles while the device moves is not detected.
package struct StartupDetector: Hashable, Sendable {
  /// The longest transient, in seconds.
  static let longest = 0.5
  /// The time in which a settled sensor shows its level, in seconds.
  static let quietTime = 0.3
  /// The time that is examined, in seconds.
  static let span = longest + 2 * quietTime
  /// A wild step is larger than every later step by this factor.
  private static let wildFactor = 6.0

  /// The thresholds of one sensor, in g or rad/s.
  struct Thresholds {
    /// The largest rms deviation of a settled sensor.
    var quiet: Double
    /// The least initial distance of a settling sensor from its level.
    var settling: Double
    /// The least wild step.
    var wild: Double

    static let accelerometer = Thresholds(quiet: 0.02, settling: 0.1, wild: 1)
    static let gyroscope = Thresholds(quiet: 0.1, settling: 0.3, wild: 3)
  }

  /// A detector.
  package init() {}

  /// The number of samples before the end of the last transient.
  ///
  /// - Parameter samples: From the first one after power-up, in the order of time.
  package func count(in samples: [SensorSample]) -> Int {
    search(samples).count
  }

  private func search(_ samples: [SensorSample]) -> StartupSearch {
    var search = StartupSearch()
    for sample in samples where !search.isComplete(accelerometer: true, gyroscope: true) {
      search.update(sample)
    }
    return search
  }

  /// The number of motions before the end of the last transient.
  ///
  /// The accelerometer's reading is the sum of gravity and user acceleration. Rates and user
  /// accelerations of exactly zero are those of a device at rest, not of an empty register: they
  /// are left out.
  ///
  /// - Parameter motions: From the first one after power-up, in the order of time.
  package func count(in motions: [DeviceMotion]) -> Int {
    guard let first = motions.first else { return 0 }
    return count(
      in: motions.prefix { $0.timestamp - first.timestamp <= Self.span }.map {
        SensorSample(
          timestamp: $0.timestamp,
          rotationRate: $0.rotationRate == .zero ? nil : $0.rotationRate,
          acceleration: $0.userAcceleration == .zero ? nil : $0.acceleration)
      })
  }

  /// The transients at the start of a recording, those of the accelerometer first.
  ///
  /// Readings that are not finite or not later than the previous one are left out. A transient of a
  /// sensor that starts more than 1.1 s after the others is ignored.
  ///
  /// - Parameter samples: From the first one after power-up, in the order of time.
  /// - Complexity: O(*n*) in the samples of the first second.
  package func transients(in samples: [SensorSample]) -> [StartupTransient] {
    transients(in: search(samples))
  }

  /// The transients among the first readings.
  func transients(in search: StartupSearch) -> [StartupTransient] {
    let (accelerometer, gyroscope) = (search.accelerometer, search.gyroscope)
    let forceJumps = jumps(of: accelerometer, .accelerometer, .accelerometer)
    let rateJumps = jumps(of: gyroscope, .gyroscope, .gyroscope)
    let starts = (
      forceJumps.reduce(0) { $0 + $1.count }, rateJumps.reduce(0) { $0 + $1.count }
    )
    let found = forceJumps + rateJumps + approaches(accelerometer, gyroscope, from: starts)
    let begin = search.begin ?? 0
    return found.filter { $0.end - begin <= Self.span }.sorted {
      ($0.sensor == .accelerometer ? 0 : 1) < ($1.sensor == .accelerometer ? 0 : 1)
    }
  }

  /// The transients that end in one step: empty, repeated and wild readings.
  private func jumps(
    of start: StartupReadings, _ sensor: StartupTransient.Sensor, _ thresholds: Thresholds
  ) -> [StartupTransient] {
    var found: [StartupTransient] = []
    var first = 0
    func isOver(_ length: Int) -> Bool {
      start.values.indices.contains(first + length)
        && start.time(first + length) - start.time(0) <= Self.longest
    }
    if let (kind, length) = start.repeatedStart(), isOver(length) {
      found.append(
        StartupTransient(sensor: sensor, kind: kind, count: length, end: start.time(length)))
      first = length
    }
    if let length = start.wildCount(
      from: first, factor: Self.wildFactor, least: thresholds.wild), isOver(length)
    {
      found.append(
        StartupTransient(
          sensor: sensor, kind: .wild, count: length, end: start.time(first + length)))
    }
    return found
  }

  /// The settling of either sensor, where the other sensor contradicts a movement.
  private func approaches(
    _ accelerometer: StartupReadings, _ gyroscope: StartupReadings, from starts: (Int, Int)
  ) -> [StartupTransient] {
    let isWeightless =
      accelerometer.values.dropFirst(starts.0).first.map { $0.length < 0.5 } ?? false
    let (force, rate) = (Thresholds.accelerometer, Thresholds.gyroscope)
    let lengths = (
      accelerometer.approach(from: starts.0, force, mayBeLinear: isWeightless),
      gyroscope.approach(from: starts.1, rate, mayBeLinear: isWeightless)
    )
    let both = lengths.0 != nil && lengths.1 != nil && isWeightless
    var found: [StartupTransient] = []
    if let length = lengths.0,
      both
        || gyroscope.isQuiet(
          from: starts.1, until: accelerometer.time(starts.0 + length), rate)
    {
      found.append(settling(.accelerometer, accelerometer, starts.0, length))
    }
    if let length = lengths.1,
      both
        || accelerometer.isQuiet(
          from: starts.0, until: gyroscope.time(starts.1 + length), force)
    {
      found.append(settling(.gyroscope, gyroscope, starts.1, length))
    }
    return found
  }

  private func settling(
    _ sensor: StartupTransient.Sensor, _ start: StartupReadings, _ first: Int, _ length: Int
  ) -> StartupTransient {
    StartupTransient(
      sensor: sensor, kind: .settling, count: length, end: start.time(first + length))
  }
}

/// The invalid readings of one sensor between its power-up and its first valid reading.
package struct StartupTransient: Hashable, Sendable {
  package enum Sensor: String, Hashable, Sendable, CaseIterable {
    /// Readings in g.
    case accelerometer
    /// Readings in rad/s.
    case gyroscope
  }

  /// The criterion that detected the transient.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Zeros on all axes, which do not occur later: a register not yet written.
    case empty
    /// One repeated reading, in a run longer than any later one: a register not refreshed.
    case repeated
    /// A step much larger than all later ones.
    case wild
    /// A monotonic approach, exponential or linear, to the sensor's level: a settling filter.
    case settling
  }

  package var sensor: Sensor
  /// The criterion that detected the transient.
  package var kind: Kind
  /// The number of invalid readings, from the first one of the transient on.
  package var count: Int
  /// The time of the first valid reading, in seconds.
  package var end: Double
}

/// Searches for the start-up transient sample by sample.
///
/// It keeps the first readings only, 1.1 s of each sensor.
package struct StartupSearch: Sendable {
  private(set) var accelerometer = StartupReadings()
  private(set) var gyroscope = StartupReadings()
  /// The first finite time.
  private(set) var begin: Double?
  /// The times of the samples that a transient may end with.
  private var times: [Double] = []
  private var isPastSpan = false

  /// A search before the first sample.
  package init() {}

  /// Takes the next sample.
  package mutating func update(_ sample: SensorSample) {
    let time = sample.timestamp
    accelerometer.add(sample.acceleration, at: time)
    gyroscope.add(sample.rotationRate, at: time)
    guard !isPastSpan else { return }
    times.append(time)
    guard time.isFinite else { return }
    let start = begin ?? time
    begin = start
    isPastSpan = time - start > StartupDetector.span
  }

  /// Whether further samples cannot change the result.
  ///
  /// - Parameters:
  ///   - accelerometer: Whether an accelerometer reading may still arrive.
  ///   - gyroscope: Whether a gyroscope reading may still arrive.
  package func isComplete(accelerometer hasForce: Bool, gyroscope hasRate: Bool) -> Bool {
    isPastSpan && (accelerometer.isComplete || !hasForce) && (gyroscope.isComplete || !hasRate)
  }

  /// The number of samples before the end of the last transient.
  package var count: Int {
    guard let end = StartupDetector().transients(in: self).map({ $0.end }).max() else { return 0 }
    return times.firstIndex { $0 >= end && $0.isFinite } ?? times.count
  }
}

/// The first samples of a stream and the measurements between them, kept until a detector can judge
/// the samples.
package struct StartupBuffer: Sendable {
  /// The samples so far, without readings that are not finite.
  private(set) var samples: [SensorSample] = []
  /// The external measurements, by the index of the sample that takes them.
  private var measurements: [Int: [MotionMeasurement]] = [:]
  private var firstForce: Double?
  private var firstRate: Double?

  /// An empty buffer.
  package init() {}

  /// The capacity: one second at 8 kHz. Ends the buffering of a stream whose clock stands still.
  package static let capacity = 8192

  /// Takes a sample.
  ///
  /// - Returns: Whether the start is complete: the buffer covers the detector's span for every
  ///   sensor seen so far, or is full.
  package mutating func append(_ sample: SensorSample) -> Bool {
    guard sample.timestamp.isFinite else { return false }
    var sample = sample
    sample.acceleration = sample.acceleration.flatMap { $0.isFinite ? $0 : nil }
    sample.rotationRate = sample.rotationRate.flatMap { $0.isFinite ? $0 : nil }
    sample.magneticField = sample.magneticField.flatMap { $0.isFinite ? $0 : nil }
    if sample.acceleration != nil, firstForce == nil { firstForce = sample.timestamp }
    if sample.rotationRate != nil, firstRate == nil { firstRate = sample.timestamp }
    samples.append(sample)
    let start = max(firstForce ?? -.infinity, firstRate ?? -.infinity)
    return samples.count == Self.capacity
      || start.isFinite && abs(sample.timestamp - start) > StartupDetector.span
  }

  /// Takes an external measurement for the next sample.
  mutating func append(_ measurement: MotionMeasurement) {
    measurements[samples.count, default: []].append(measurement)
  }

  /// The external measurements for the samples at these indices.
  func measurements(at places: ClosedRange<Int>) -> [MotionMeasurement] {
    measurements.isEmpty ? [] : places.flatMap { measurements[$0] ?? [] }
  }
}
