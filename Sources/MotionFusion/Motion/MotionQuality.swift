/// The defects of the samples of a device motion, and whether it is at rest.
public struct MotionQuality: Hashable, Sendable, Codable {
  /// The gap of the samples since the motion before.
  public var gap = SampleGap.none
  /// The axes on which the accelerometer is at the end of its range.
  public var clippedAcceleration: SensorAxes = []
  /// The axes on which the gyroscope is beyond its range.
  public var clippedRotation: SensorAxes = []
  /// Whether the orientation filter finds the device stationary.
  public var isStationary = false

  /// The quality of a motion without a fault.
  public init() {}
}

/// A pause of the samples, by what it leaves unknown.
///
/// A pause counts as a gap if it exceeds 0.1 s and 2.5 usual steps; the first one if it exceeds 1
/// s.
public enum SampleGap: UInt8, Hashable, Sendable, Codable, Comparable {
  /// No gap.
  case none
  /// A gap of up to 0.25 s, or of the gyroscope only: the motion within the gap is interpolated.
  case bridged
  /// One of up to 1 s: the velocity is unknown.
  case velocity
  /// A longer one, or a clock that was set back: attitude and velocity are unknown.
  case attitude

  /// Whether `a` leaves less unknown than `b`.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// Axes of a sensor, in the device frame.
public struct SensorAxes: OptionSet, Hashable, Sendable, Codable {
  /// Bit 0 is *x*, bit 1 *y*, bit 2 *z*.
  public let rawValue: UInt8

  /// The axes of these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The *x* axis.
  public static let x = SensorAxes(rawValue: 1)
  /// The *y* axis.
  public static let y = SensorAxes(rawValue: 2)
  /// The *z* axis.
  public static let z = SensorAxes(rawValue: 4)

  /// The number of axes.
  var count: Int { rawValue.nonzeroBitCount }
}
