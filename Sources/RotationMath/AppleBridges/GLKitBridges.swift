// Compiled only where GLKit exists, on Apple platforms. Not covered by tests on Linux.
#if canImport(GLKit)
  public import GLKit

  extension Vector2 where Scalar == Float {
    /// Converts a GLKit vector.
    @inlinable public init(_ v: GLKVector2) { self.init(v.x, v.y) }
  }

  extension GLKVector2 {
    /// Converts a vector to GLKit.
    @inlinable public init(_ v: Vector2<Float>) { self.init(v: (v.x, v.y)) }
  }

  extension Vector3 where Scalar == Float {
    /// Converts a GLKit vector.
    @inlinable public init(_ v: GLKVector3) { self.init(v.x, v.y, v.z) }
  }

  extension GLKVector3 {
    /// Converts a vector to GLKit.
    @inlinable public init(_ v: Vector3<Float>) { self.init(v: (v.x, v.y, v.z)) }
  }

  extension Vector4 where Scalar == Float {
    /// Converts a GLKit vector.
    @inlinable public init(_ v: GLKVector4) { self.init(v.x, v.y, v.z, v.w) }
  }

  extension GLKVector4 {
    /// Converts a vector to GLKit.
    @inlinable public init(_ v: Vector4<Float>) { self.init(v: (v.x, v.y, v.z, v.w)) }
  }

  extension Quaternion where Scalar == Float {
    /// Converts a GLKit quaternion.
    @inlinable public init(_ q: GLKQuaternion) { self.init(x: q.x, y: q.y, z: q.z, w: q.w) }
  }

  extension GLKQuaternion {
    /// Converts a quaternion to GLKit.
    @inlinable public init(_ q: Quaternion<Float>) { self.init(q: (q.x, q.y, q.z, q.w)) }
  }

  extension Matrix3 where Scalar == Float {
    /// Converts a GLKit matrix, in which `m01` is row 1 of column 0.
    @inlinable public init(_ m: GLKMatrix3) {
      self.init(
        columns: Vector3(m.m00, m.m01, m.m02), Vector3(m.m10, m.m11, m.m12),
        Vector3(m.m20, m.m21, m.m22))
    }
  }

  extension GLKMatrix3 {
    /// Converts a matrix to GLKit, in which `m01` is row 1 of column 0.
    @inlinable public init(_ m: Matrix3<Float>) {
      self.init(m: (m.c0.x, m.c0.y, m.c0.z, m.c1.x, m.c1.y, m.c1.z, m.c2.x, m.c2.y, m.c2.z))
    }
  }

  extension Matrix4 where Scalar == Float {
    /// Converts a GLKit matrix, in which `m01` is row 1 of column 0.
    @inlinable public init(_ m: GLKMatrix4) {
      self.init(
        columns: Vector4(m.m00, m.m01, m.m02, m.m03), Vector4(m.m10, m.m11, m.m12, m.m13),
        Vector4(m.m20, m.m21, m.m22, m.m23), Vector4(m.m30, m.m31, m.m32, m.m33))
    }
  }

  extension GLKMatrix4 {
    /// Converts a matrix to GLKit, in which `m01` is row 1 of column 0.
    @inlinable public init(_ m: Matrix4<Float>) {
      self.init(
        m: (
          m.c0.x, m.c0.y, m.c0.z, m.c0.w, m.c1.x, m.c1.y, m.c1.z, m.c1.w, m.c2.x, m.c2.y, m.c2.z,
          m.c2.w, m.c3.x, m.c3.y, m.c3.z, m.c3.w
        ))
    }
  }
#endif
