public import RealModule

// MARK: - Euler angles

extension Quaternion {
  /// The rotation that these angles describe.
  @inlinable public init(_ angles: EulerAngles<Scalar>) {
    let sequence = angles.sequence
    let p = Self(angle: angles.first, axis: sequence.first)
    let q = Self(angle: angles.second, axis: sequence.second)
    let r = Self(angle: angles.third, axis: sequence.third)
    self = sequence.isIntrinsic ? p * q * r : r * q * p
  }

  /// The rotation by `angle` radians about a coordinate axis.
  @inlinable public init(angle: Scalar, axis: CoordinateAxis) {
    let (sine, cosine) = (Scalar.sin(angle / 2), Scalar.cos(angle / 2))
    switch axis {
    case .x: self.init(x: sine, y: 0, z: 0, w: cosine)
    case .y: self.init(x: 0, y: sine, z: 0, w: cosine)
    case .z: self.init(x: 0, y: 0, z: sine, w: cosine)
    }
  }

  /// The angles of this unit quaternion about the axes of `sequence`.
  @inlinable public func eulerAngles(_ sequence: EulerSequence) -> EulerAngles<Scalar> {
    EulerAngles(self, sequence: sequence)
  }
}

// MARK: - Core Motion's angles

// *R* = *R*z(yaw) *R*x(pitch) *R*y(roll), device to reference; each in the form that stays
// accurate: Core Motion's own asin loses half the digits near ±90° of pitch.
extension Quaternion {
  /// Core Motion's pitch, in radians: asin(2(*wx* + *yz*)), -π/2 through π/2.
  @inlinable public var pitch: Scalar { eulerAngles(.coreMotion).second }

  /// Core Motion's roll, in radians: atan2(2(*wy* - *xz*), 1 - 2(*x*² + *y*²)), -π through π.
  @inlinable public var roll: Scalar { eulerAngles(.coreMotion).third }

  /// Core Motion's yaw, in radians: atan2(2(*wz* - *xy*), 1 - 2(*x*² + *z*²)), -π through π.
  @inlinable public var yaw: Scalar { eulerAngles(.coreMotion).first }
}
