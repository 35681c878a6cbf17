/// Counts of what was wrong with a stream of sensor samples.
///
/// The counts of two stretches of a stream add up.
public struct SampleFaults: Hashable, Sendable, Codable, AdditiveArithmetic {
  /// Readings that are infinite, NaN or beyond what any sensor reports, or with such a timestamp:
  /// left out.
  public var notFinite = 0
  /// Samples no later than the one before: left out, until the clock proves to have been set
  /// back.
  public var backwardTime = 0
  /// Times at which the clock proved to have been set back.
  public var clockResets = 0
  /// Pauses too long to integrate across.
  public var gaps = 0
  /// Gyro readings at the end of the sensor's range: the turn was faster.
  public var saturatedGyroscope = 0
  /// Accelerometer readings at the end of the sensor's range: left out, but for those of one axis
  /// through a short jolt.
  public var saturatedAccelerometer = 0
  /// Accelerometer or magnetometer readings of zero, which have no direction: left out.
  public var withoutDirection = 0

  /// No faults.
  public init() {}

  /// All of them together.
  public var total: Int {
    notFinite + backwardTime + clockResets + gaps + saturatedGyroscope + saturatedAccelerometer
      + withoutDirection
  }
}

extension SampleFaults {
  /// No faults.
  public static var zero: Self { Self() }

  /// The faults of both.
  public static func + (a: Self, b: Self) -> Self { a.merged(with: b, by: +) }

  /// The faults of the first beyond those of the second.
  public static func - (a: Self, b: Self) -> Self { a.merged(with: b, by: -) }

  private func merged(with other: Self, by operation: (Int, Int) -> Int) -> Self {
    var result = Self()
    func set(_ count: WritableKeyPath<Self, Int>) {
      result[keyPath: count] = operation(self[keyPath: count], other[keyPath: count])
    }
    set(\.notFinite)
    set(\.backwardTime)
    set(\.clockResets)
    set(\.gaps)
    set(\.saturatedGyroscope)
    set(\.saturatedAccelerometer)
    set(\.withoutDirection)
    return result
  }
}
