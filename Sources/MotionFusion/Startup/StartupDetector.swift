/// Recognises what sensors report when they were just switched on, so that it can be skipped.
///
/// Every sensor is looked at by itself, over the first ``Configuration/longest`` seconds and what
/// follows them, by four laws, one after another. With *x*₀, *x*₁, … its readings:
///
/// - **Empty**: *x*₀ = … = *x*ₖ₋₁ = 0 exactly, *k* of two or more, and no later
///   reading is.
/// - **Repeated**: *x*₀ = … = *x*ₖ₋₁ exactly, *k* of five or more, and no later run of equal readings is
///   half as long.
/// - **Wild**: among the first three steps, one that is ``Configuration/wildFactor`` times as large as
///   every step after it, and larger than ``Configuration/wildAcceleration`` or
///   ``Configuration/wildRate``. What is before it is not believed.
/// - **Settling**: where the sensor is quiet for ``Configuration/quietTime`` about a level *L*, the
///   readings before that, at least four, whose distance |*x* - *L*| begins above
///   ``Configuration/settlingAcceleration`` or ``Configuration/settlingRate``, never grows, keeps its
///   direction, and falls exponentially: its logarithm is a straight line in time with a coefficient of
///   determination of 0.98 or more. Where the accelerometer begins below half a g, as in free fall, the
///   distance itself may be that line. Readings are skipped until the line falls to a tenth of the
///   distance that counts. A hand that comes to rest can look so too, hence the other
///   sensor has to deny a movement: it deviates from its own level by no more than twice its noise or a
///   tenth of what it would have to settle from; or it settles as well, and the accelerometer begins
///   as in free fall.
///
/// A movement that begins with the recording, a hand that comes to rest, a tap and a quantised sensor are
/// none of these. What settles while the device is moved is not recognised either.
///
/// A recording is cut by hand; a ``MotionEstimator`` has a detector of its own.
///
/// ```swift
/// let believed = samples.dropFirst(StartupDetector().count(in: samples))
/// ```
public struct StartupDetector: Hashable, Sendable, Codable {
  /// The constants of a detector, in physical units.
  public struct Configuration: Hashable, Sendable, Codable {
    /// The longest transient, in seconds. Default: 0.5 s.
    public var longest = 0.5
    /// How long a sensor is quiet to say where it settled, in seconds. Default: 0.3 s.
    public var quietTime = 0.3
    /// The root mean square deviation of a quiet accelerometer, in g. Default: 0.02 g.
    public var quietAcceleration = 0.02
    /// The root mean square deviation of a quiet gyro, in rad/s. Default: 0.1 rad/s.
    public var quietRate = 0.1
    /// How far from its level an accelerometer begins at least that settles, in g. Default: 0.1 g.
    public var settlingAcceleration = 0.1
    /// How far from its level a gyro begins at least that settles, in rad/s. Default: 0.3 rad/s.
    public var settlingRate = 0.3
    /// The least wild step of an accelerometer, in g. Default: 1 g.
    public var wildAcceleration = 1.0
    /// The least wild step of a gyro, in rad/s. Default: 3 rad/s.
    public var wildRate = 3.0
    /// How many times larger than every later step a wild one is. Default: 6.
    public var wildFactor = 6.0

    /// The defaults.
    public init() {}
  }

  /// The constants it was made with.
  public let configuration: Configuration

  /// A detector with these constants.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// How many samples there are from the first on that are not to be believed: those before the end of
  /// the last transient.
  ///
  /// - Parameter samples: From the first one after power-up, in the order of time.
  public func count(in samples: [SensorSample]) -> Int {
    guard let end = transients(in: samples).map(\.end).max() else { return 0 }
    return samples.firstIndex { $0.timestamp >= end && $0.timestamp.isFinite } ?? samples.count
  }

  /// The transients at the start of a recording, those of the accelerometer first.
  ///
  /// Readings that are not finite, or no later than the one before, are left out. A transient of a sensor
  /// that is first heard more than a second after the others is none of the recording's start.
  ///
  /// - Parameter samples: From the first one after power-up, in the order of time.
  /// - Complexity: O(*n*) in the samples of the first second.
  public func transients(in samples: [SensorSample]) -> [StartupTransient] {
    let c = configuration
    let accelerometer = SensorStart(samples, span: span, \.acceleration)
    let gyroscope = SensorStart(samples, span: span, \.rotationRate)
    var found: [StartupTransient] = []
    var starts = (0, 0)
    for sensor in StartupTransient.Sensor.allCases {
      let start = sensor == .accelerometer ? accelerometer : gyroscope
      let wild = sensor == .accelerometer ? c.wildAcceleration : c.wildRate
      let begun = jumps(of: start, sensor, leastStep: wild)
      found += begun
      let first = begun.reduce(0) { $0 + $1.count }
      if sensor == .accelerometer { starts.0 = first } else { starts.1 = first }
    }
    found += approaches(accelerometer, gyroscope, from: starts)
    // What a sensor that is heard late begins with is no reason to leave out the others.
    let begin = samples.first { $0.timestamp.isFinite }?.timestamp ?? 0
    return found.filter { $0.end - begin <= span }.sorted {
      ($0.sensor == .accelerometer ? 0 : 1) < ($1.sensor == .accelerometer ? 0 : 1)
    }
  }

  /// How much of a sensor's readings is looked at, in seconds.
  var span: Double { configuration.longest + 2 * configuration.quietTime }

  /// What is over in one step: empty, repeated and wild readings.
  private func jumps(
    of start: SensorStart, _ sensor: StartupTransient.Sensor, leastStep: Double
  ) -> [StartupTransient] {
    var found: [StartupTransient] = []
    var first = 0
    func isOver(_ length: Int) -> Bool {
      start.values.indices.contains(first + length)
        && start.time(first + length) - start.time(0) <= configuration.longest
    }
    if let (kind, length) = start.standstill(), isOver(length) {
      found.append(
        StartupTransient(sensor: sensor, kind: kind, count: length, end: start.time(length)))
      first = length
    }
    if let length = start.wildCount(
      from: first, factor: configuration.wildFactor, least: leastStep), isOver(length)
    {
      found.append(
        StartupTransient(
          sensor: sensor, kind: .wild, count: length, end: start.time(first + length)))
    }
    return found
  }

  /// What the law of settling is held against, of one sensor.
  struct Settling {
    var longest: Double
    var quietTime: Double
    var quiet: Double
    var least: Double
    var mayBeLinear: Bool
  }

  /// The settling of either sensor, where the other one denies that it is a movement.
  private func approaches(
    _ accelerometer: SensorStart, _ gyroscope: SensorStart, from starts: (Int, Int)
  ) -> [StartupTransient] {
    let c = configuration
    let isWeightless =
      accelerometer.values.dropFirst(starts.0).first.map { $0.length < 0.5 } ?? false
    let force = Settling(
      longest: c.longest, quietTime: c.quietTime, quiet: c.quietAcceleration,
      least: c.settlingAcceleration, mayBeLinear: isWeightless)
    let rate = Settling(
      longest: c.longest, quietTime: c.quietTime, quiet: c.quietRate, least: c.settlingRate,
      mayBeLinear: isWeightless)
    let lengths = (
      accelerometer.approach(from: starts.0, force), gyroscope.approach(from: starts.1, rate)
    )
    let both = lengths.0 != nil && lengths.1 != nil && isWeightless
    var found: [StartupTransient] = []
    if let length = lengths.0,
      both
        || gyroscope.isQuiet(
          from: starts.1, until: accelerometer.time(starts.0 + length), rate,
          least: c.settlingRate / 10)
    {
      found.append(transient(.accelerometer, accelerometer, starts.0, length))
    }
    if let length = lengths.1,
      both
        || accelerometer.isQuiet(
          from: starts.0, until: gyroscope.time(starts.1 + length), force,
          least: c.settlingAcceleration / 10)
    {
      found.append(transient(.gyroscope, gyroscope, starts.1, length))
    }
    return found
  }

  private func transient(
    _ sensor: StartupTransient.Sensor, _ start: SensorStart, _ first: Int, _ length: Int
  ) -> StartupTransient {
    StartupTransient(
      sensor: sensor, kind: .settling, count: length, end: start.time(first + length))
  }
}

extension StartupDetector {
  /// How many motions there are from the first on that are not to be believed, by the same laws of what
  /// the accelerometer read, gravity and user acceleration together, and of the angular rate.
  ///
  /// - Parameter motions: From the first one after power-up, in the order of time.
  public func count(in motions: [DeviceMotion]) -> Int {
    guard let first = motions.first else { return 0 }
    return count(
      in: motions.prefix { $0.timestamp - first.timestamp <= span }.map {
        SensorSample(
          timestamp: $0.timestamp, rotationRate: $0.rotationRate,
          acceleration: $0.gravity + $0.userAcceleration)
      })
  }
}
