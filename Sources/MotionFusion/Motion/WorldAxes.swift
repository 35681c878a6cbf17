internal import RealModule

/// The axes of a level reference frame, by convention.
///
/// Only the reference frame differs; the device frame stays as it is. Without a known north, the
/// initial direction takes its place.
public enum WorldAxes: String, Hashable, Sendable, Codable, CaseIterable {
  /// *x* north, *y* west, *z* up: ``ReferenceFrame/xMagneticNorthZVertical``.
  case northWestUp = "nwu"
  /// *x* east, *y* north, *z* up: surveying, ROS, VQF.
  case eastNorthUp = "enu"
  /// *x* north, *y* east, *z* down: aviation.
  case northEastDown = "ned"

  /// The rotation of coordinates from ``northWestUp`` to these axes.
  public var fromNorthWestUp: Quaternion<Double> {
    switch self {
    case .northWestUp: .identity
    case .eastNorthUp: .turn(aboutVertical: .pi / 2)
    case .northEastDown: Quaternion(x: 1, y: 0, z: 0, w: 0)
    }
  }

  /// The rotation of coordinates to these axes from others.
  package func turn(from other: WorldAxes) -> Quaternion<Double> {
    fromNorthWestUp * other.fromNorthWestUp.conjugate
  }
}
