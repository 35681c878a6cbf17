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

  extension CMRotationMatrix {
    /// The Core Motion rotation matrix with these elements, row by row as they are: `m` must lead
    /// from reference to device.
    @inlinable public init(_ m: Matrix3<Double>) {
      self.init(
        m11: m[0, 0], m12: m[0, 1], m13: m[0, 2],
        m21: m[1, 0], m22: m[1, 1], m23: m[1, 2],
        m31: m[2, 0], m32: m[2, 1], m33: m[2, 2])
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

  extension CMAcceleration {
    /// The acceleration of a vector in g, with Core Motion's sign.
    @inlinable public init(_ v: Vector3<Double>) { self.init(x: v.x, y: v.y, z: v.z) }
  }

  extension CMRotationRate {
    /// The rotation rate of a vector in radians a second.
    @inlinable public init(_ v: Vector3<Double>) { self.init(x: v.x, y: v.y, z: v.z) }
  }

  extension CMMagneticField {
    /// The magnetic field of a vector in microtesla.
    @inlinable public init(_ v: Vector3<Double>) { self.init(x: v.x, y: v.y, z: v.z) }
  }
#endif
