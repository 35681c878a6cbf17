/// The standard deviations of a filter's estimates.
public struct OrientationUncertainty: Hashable, Sendable, Codable {
  /// The deviation of the vertical, in radians.
  public var inclination: Double
  /// The deviation of *x* about the vertical, in radians: from north where it is known, otherwise
  /// since the start.
  public var heading: Double
  /// The deviation of each component of the gyroscope bias in the device frame, in rad/s.
  public var gyroscopeBias: Vector3<Double>

  /// The variance of a heading that may be any, in rad²: uniform over a turn.
  static let unknownHeadingVariance = Double.pi * Double.pi / 3
}
