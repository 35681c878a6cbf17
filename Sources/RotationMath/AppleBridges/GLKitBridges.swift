// Compiled on Apple platforms only, where GLKit exists; nothing here has been run elsewhere.
#if canImport(GLKit)
  public import GLKit

  extension Vector3 where Scalar == Float {
    /// The vector of a GLKit vector.
    @inlinable public init(_ v: GLKit.GLKVector3) { self.init(v.x, v.y, v.z) }
  }

  extension Vector4 where Scalar == Float {
    /// The vector of a GLKit vector.
    @inlinable public init(_ v: GLKit.GLKVector4) { self.init(v.x, v.y, v.z, v.w) }
  }

  extension Quaternion where Scalar == Float {
    /// The quaternion of a GLKit quaternion.
    @inlinable public init(_ q: GLKit.GLKQuaternion) {
      self.init(x: q.x, y: q.y, z: q.z, w: q.w)
    }
  }

  extension Matrix3 where Scalar == Float {
    /// The matrix of a GLKit matrix, whose `m01` is row 1 of column 0.
    @inlinable public init(_ m: GLKit.GLKMatrix3) {
      self.init(
        columns: Vector3(m.m00, m.m01, m.m02), Vector3(m.m10, m.m11, m.m12),
        Vector3(m.m20, m.m21, m.m22))
    }
  }

  extension Matrix4 where Scalar == Float {
    /// The matrix of a GLKit matrix, whose `m01` is row 1 of column 0.
    @inlinable public init(_ m: GLKit.GLKMatrix4) {
      self.init(
        columns: Vector4(m.m00, m.m01, m.m02, m.m03), Vector4(m.m10, m.m11, m.m12, m.m13),
        Vector4(m.m20, m.m21, m.m22, m.m23), Vector4(m.m30, m.m31, m.m32, m.m33))
    }
  }
#endif
