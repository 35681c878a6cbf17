public import RealModule

// MARK: - Euler angles

extension Quaternion {
  /// Creates the rotation that Euler angles describe.
  @inlinable public init(_ angles: EulerAngles<Scalar>) {
    let sequence = angles.sequence
    let p = Self(angle: angles.first, axis: sequence.first)
    let q = Self(angle: angles.second, axis: sequence.second)
    let r = Self(angle: angles.third, axis: sequence.third)
    self = sequence.isIntrinsic ? p * q * r : r * q * p
  }

  /// Creates the rotation by `angle` radians about a coordinate axis.
  @inlinable public init(angle: Scalar, axis: CoordinateAxis) {
    let (sine, cosine) = (Scalar.sin(angle / 2), Scalar.cos(angle / 2))
    switch axis {
    case .x: self.init(x: sine, y: 0, z: 0, w: cosine)
    case .y: self.init(x: 0, y: sine, z: 0, w: cosine)
    case .z: self.init(x: 0, y: 0, z: sine, w: cosine)
    }
  }

  /// The Euler angles of this unit quaternion in `sequence`.
  @inlinable public func eulerAngles(_ sequence: EulerSequence) -> EulerAngles<Scalar> {
    EulerAngles(self, sequence: sequence)
  }
}

// MARK: - Core Motion's angles

// *R* = *R*z(yaw) *R*x(pitch) *R*y(roll), device to reference. The angles equal Core Motion's
// formulas but are computed by ``eulerAngles(_:)``: the arcsine loses half the digits near a pitch
// of ±90°.
extension Quaternion {
  /// Core Motion's pitch in radians, in -π/2...π/2: asin(2(*wx* + *yz*)).
  @inlinable public var pitch: Scalar { eulerAngles(.coreMotion).second }

  /// Core Motion's roll in radians, in -π...π.
  ///
  /// atan2(2(*wy* - *xz*), 1 - 2(*x*² + *y*²)).
  @inlinable public var roll: Scalar { eulerAngles(.coreMotion).third }

  /// Core Motion's yaw in radians, in -π...π.
  ///
  /// atan2(2(*wz* - *xy*), 1 - 2(*x*² + *z*²)).
  @inlinable public var yaw: Scalar { eulerAngles(.coreMotion).first }
}
