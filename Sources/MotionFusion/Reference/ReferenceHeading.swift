/// The direction of the *x* axis in the frame of a reference attitude, whose *z* axis points up.
public enum ReferenceHeading: Hashable, Sendable {
  /// To magnetic north, as in ``ReferenceFrame/xMagneticNorthZVertical``.
  case magneticNorth
  /// To magnetic east: *y* points north (ENU).
  case east
  /// A constant, unknown direction, as of optical systems.
  case unknown

  /// The axes of a level frame with this heading.
  package var axes: WorldAxes { self == .east ? .eastNorthUp : .northWestUp }

  /// The turn from the frame of magnetic north to that of this heading; `nil` for none.
  package var turnFromMagneticNorth: Quaternion<Double>? {
    self == .east ? .turn(aboutVertical: .pi / 2) : nil
  }
}
