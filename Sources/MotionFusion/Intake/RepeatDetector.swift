/// Finds a gyroscope or an accelerometer that repeats one reading exactly while the other one shows
/// a motion that contradicts it: its readings are then no measurements.
///
/// Repetition alone does not show this: numbers are rounded, readings of slow sensors are copied,
/// and a simulation may have no noise.
struct RepeatDetector: Sendable {
  /// The shortest repetition in seconds: copies of the slowest sensors, at 5 Hz, last 0.2 s.
  private static let leastDuration = 0.5
  /// The repetition from which on the other sensor is compared, in seconds.
  private static let shortestRun = 0.1
  /// The least number of other readings before: the sensor has noise, or the device has moved.
  private static let leastChanges = 100
  /// The force that a repeated rate does not explain, in g; the angular rate in rad/s and the turn
  /// in radians that do not fit a repeated force. `SensorDiagnostics` reports a stuck sensor from
  /// the same values on.
  private static let strayForce = 0.2
  private static let strayRate = 0.5
  private static let strayTurn = 0.5

  /// Equal readings of one sensor, and those of the other one since the first of them.
  private struct Run: Sendable {
    var reading = Vector3<Double>.zero
    var start = 0.0
    /// The number of readings that differ from the previous one.
    var changes = 0
    /// The first and the last reading of the other sensor, and the time of the last.
    var first: Vector3<Double>?
    var latest = Vector3<Double>.zero
    var latestTime = 0.0
    /// The sum of the changes that the repeated reading does not explain.
    var stray = Vector3<Double>.zero
    var isContradicted = false

    /// Takes a reading of this sensor.
    ///
    /// - Returns: Whether the sensor is stuck.
    @inline(__always)  // Benchmark "inertial filter, a sample".
    mutating func add(_ next: Vector3<Double>, at time: Double) -> Bool {
      if next == reading { return isContradicted && time - start > leastDuration }
      (reading, start, first, isContradicted) = (next, time, nil, false)
      changes += 1
      return false
    }

    /// Takes a reading of the other sensor.
    ///
    /// - Returns: The one before and the time between them; `nil` without one since the start of
    ///   the run.
    mutating func next(
      _ other: Vector3<Double>, at time: Double
    ) -> (before: Vector3<Double>, step: Double)? {
      guard changes > leastChanges, !isContradicted else { return nil }
      defer { (latest, latestTime) = (other, time) }
      guard first != nil else {
        (first, stray) = (other, .zero)
        return nil
      }
      return (latest, time - latestTime)
    }
  }

  private var rates = Run()
  private var forces = Run()

  /// Takes an angular rate in rad/s.
  ///
  /// - Returns: Whether the gyroscope is stuck.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func isStuck(rate: Vector3<Double>, at time: Double) -> Bool {
    if forces.start < time - Self.shortestRun { compare(rate: rate, at: time) }
    return rates.add(rate, at: time)
  }

  /// Takes an acceleration in g.
  ///
  /// - Returns: Whether the accelerometer is stuck.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func isStuck(force: Vector3<Double>, at time: Double) -> Bool {
    if rates.start < time - Self.shortestRun { compare(force: force, at: time) }
    return forces.add(force, at: time)
  }

  @inline(never)
  private mutating func compare(force: Vector3<Double>, at time: Double) {
    guard let (before, step) = rates.next(force, at: time), let first = rates.first else { return }
    // A force that stays in the surroundings turns against the device.
    rates.stray += force - before + rates.reading.cross(force + before) * (0.5 * step)
    let squared = Self.strayForce * Self.strayForce
    rates.isContradicted =
      rates.stray.lengthSquared > squared && (force - first).lengthSquared > squared
  }

  @inline(never)
  private mutating func compare(rate: Vector3<Double>, at time: Double) {
    guard let (before, step) = forces.next(rate, at: time), let first = forces.first else { return }
    let turn = (rate + before) * (0.5 * step)
    let up = forces.reading
    forces.stray += turn - up * (turn.dot(up) / up.lengthSquared)
    forces.isContradicted =
      forces.stray.lengthSquared > Self.strayTurn * Self.strayTurn
      && (rate - first).lengthSquared > Self.strayRate * Self.strayRate
  }
}
