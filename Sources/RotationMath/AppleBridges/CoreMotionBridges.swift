// Compiled only where Core Motion exists, on Apple platforms. Not covered by tests on Linux.
#if canImport(CoreMotion) && !os(macOS)
  public import CoreMotion

  extension Quaternion where Scalar == Double {
    /// Converts the quaternion of a Core Motion attitude (device to reference).
    @inlinable public init(_ q: CMQuaternion) { self.init(x: q.x, y: q.y, z: q.z, w: q.w) }
  }

  extension CMQuaternion {
    /// Converts an attitude quaternion to Core Motion.
    @inlinable public init(_ q: Quaternion<Double>) { self.init(x: q.x, y: q.y, z: q.z, w: q.w) }
  }

  extension Matrix3 where Scalar == Double {
    /// Converts a Core Motion rotation matrix without transposing it.
    ///
    /// It maps reference to device and is the transpose of the attitude quaternion's matrix.
    @inlinable public init(_ m: CMRotationMatrix) {
      self.init(
        rows: Vector3(m.m11, m.m12, m.m13), Vector3(m.m21, m.m22, m.m23),
        Vector3(m.m31, m.m32, m.m33))
    }
  }

  extension CMRotationMatrix {
    /// Converts a matrix to Core Motion without transposing it.
    ///
    /// `m` must map reference to device.
    @inlinable public init(_ m: Matrix3<Double>) {
      self.init(
        m11: m[0, 0], m12: m[0, 1], m13: m[0, 2],
        m21: m[1, 0], m22: m[1, 1], m23: m[1, 2],
        m31: m[2, 0], m32: m[2, 1], m33: m[2, 2])
    }
  }

  extension Vector3 where Scalar == Double {
    /// Converts an acceleration in g, with Core Motion's sign.
    @inlinable public init(_ a: CMAcceleration) { self.init(a.x, a.y, a.z) }
    /// Converts a rotation rate in rad/s.
    @inlinable public init(_ r: CMRotationRate) { self.init(r.x, r.y, r.z) }
    /// Converts a magnetic field in µT.
    @inlinable public init(_ m: CMMagneticField) { self.init(m.x, m.y, m.z) }
  }

  extension CMAcceleration {
    /// Converts an acceleration in g, with Core Motion's sign.
    @inlinable public init(_ v: Vector3<Double>) { self.init(x: v.x, y: v.y, z: v.z) }
  }

  extension CMRotationRate {
    /// Converts a rotation rate in rad/s.
    @inlinable public init(_ v: Vector3<Double>) { self.init(x: v.x, y: v.y, z: v.z) }
  }

  extension CMMagneticField {
    /// Converts a magnetic field in µT.
    @inlinable public init(_ v: Vector3<Double>) { self.init(x: v.x, y: v.y, z: v.z) }
  }
#endif
