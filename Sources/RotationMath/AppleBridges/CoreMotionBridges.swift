// Compiled on Apple platforms only, where Core Motion exists; nothing here has been run elsewhere.
#if canImport(CoreMotion) && !os(macOS)
  public import CoreMotion

  extension Quaternion where Scalar == Double {
    /// The quaternion of a Core Motion attitude, from device to reference.
    @inlinable public init(_ q: CMQuaternion) { self.init(x: q.x, y: q.y, z: q.z, w: q.w) }
  }

  extension CMQuaternion {
    /// The Core Motion quaternion of an attitude.
    @inlinable public init(_ q: Quaternion<Double>) { self.init(x: q.x, y: q.y, z: q.z, w: q.w) }
  }

  extension Matrix3 where Scalar == Double {
    /// The matrix of a Core Motion rotation matrix, row by row as it is: from reference to device,
    /// the transpose of the attitude quaternion's matrix.
    @inlinable public init(_ m: CMRotationMatrix) {
      self.init(
        rows: Vector3(m.m11, m.m12, m.m13), Vector3(m.m21, m.m22, m.m23),
        Vector3(m.m31, m.m32, m.m33))
    }
  }

  extension Vector3 where Scalar == Double {
    /// The vector of an acceleration, in g, with Core Motion's sign.
    @inlinable public init(_ a: CMAcceleration) { self.init(a.x, a.y, a.z) }
    /// The vector of a rotation rate, in radians a second.
    @inlinable public init(_ r: CMRotationRate) { self.init(r.x, r.y, r.z) }
    /// The vector of a magnetic field, in microtesla.
    @inlinable public init(_ m: CMMagneticField) { self.init(m.x, m.y, m.z) }
  }
#endif
