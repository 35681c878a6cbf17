/// Counts of the faults in a stream of sensor samples.
public struct SampleFaults: Hashable, Sendable, Codable {
  /// Readings or timestamps that are infinite, NaN or beyond the range of any sensor, and spikes of
  /// the gyroscope: left out.
  public var notFinite = 0
  /// Samples no later than the previous one: left out, unless the clock was set back.
  public var backwardTime = 0
  /// Clock resets: runs of backward samples after which time continues from the earlier value.
  public var clockResets = 0
  /// Gaps: pauses of over 0.1 s and 2.5 usual steps.
  public var gaps = 0
  /// Gyroscope readings at the end of the sensor's range: the true rate is higher.
  public var saturatedGyroscope = 0
  /// Accelerometer readings at the end of the sensor's range. The vertical is not estimated from
  /// them, except from those of one axis during a short jolt.
  public var saturatedAccelerometer = 0
  /// Accelerometer or magnetometer readings of zero, which have no direction: left out.
  public var withoutDirection = 0
  /// Late corrections of the heading. The magnetic field before them came from iron in the device
  /// or near it.
  public var headingCorrections = 0

  /// No faults.
  package init() {}

  /// The sum of all counts.
  public var total: Int {
    notFinite + backwardTime + clockResets + gaps + saturatedGyroscope + saturatedAccelerometer
      + withoutDirection + headingCorrections
  }
}

extension SampleFaults {
  /// The sums of the counts.
  package static func + (a: Self, b: Self) -> Self { a.combined(with: b, by: +) }

  /// The differences of the counts.
  package static func - (a: Self, b: Self) -> Self { a.combined(with: b, by: -) }

  private func combined(with other: Self, by operation: (Int, Int) -> Int) -> Self {
    var result = Self()
    result.notFinite = operation(notFinite, other.notFinite)
    result.backwardTime = operation(backwardTime, other.backwardTime)
    result.clockResets = operation(clockResets, other.clockResets)
    result.gaps = operation(gaps, other.gaps)
    result.saturatedGyroscope = operation(saturatedGyroscope, other.saturatedGyroscope)
    result.saturatedAccelerometer = operation(saturatedAccelerometer, other.saturatedAccelerometer)
    result.withoutDirection = operation(withoutDirection, other.withoutDirection)
    result.headingCorrections = operation(headingCorrections, other.headingCorrections)
    return result
  }
}
