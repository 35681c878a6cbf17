// Compiled only where simd exists, on Apple platforms. Not covered by tests on Linux. simd's
// vectors are the standard library's `SIMD2`, `SIMD3` and `SIMD4`, whose conversions are in the
// files of the vector types.
#if canImport(simd)
  public import simd

  extension Matrix2 where Scalar == Double {
    /// Converts a simd matrix.
    @inlinable public init(_ m: simd_double2x2) {
      self.init(columns: Vector2(m.columns.0), Vector2(m.columns.1))
    }
  }

  extension simd_double2x2 {
    /// Converts a matrix to simd.
    @inlinable public init(_ m: Matrix2<Double>) {
      self.init(columns: (SIMD2(m.c0), SIMD2(m.c1)))
    }
  }

  extension Matrix3 where Scalar == Double {
    /// Converts a simd matrix.
    @inlinable public init(_ m: simd_double3x3) {
      self.init(columns: Vector3(m.columns.0), Vector3(m.columns.1), Vector3(m.columns.2))
    }
  }

  extension simd_double3x3 {
    /// Converts a matrix to simd.
    @inlinable public init(_ m: Matrix3<Double>) {
      self.init(columns: (SIMD3(m.c0), SIMD3(m.c1), SIMD3(m.c2)))
    }
  }

  extension Matrix4 where Scalar == Double {
    /// Converts a simd matrix.
    @inlinable public init(_ m: simd_double4x4) {
      self.init(
        columns: Vector4(m.columns.0), Vector4(m.columns.1), Vector4(m.columns.2),
        Vector4(m.columns.3))
    }
  }

  extension simd_double4x4 {
    /// Converts a matrix to simd.
    @inlinable public init(_ m: Matrix4<Double>) {
      self.init(columns: (SIMD4(m.c0), SIMD4(m.c1), SIMD4(m.c2), SIMD4(m.c3)))
    }
  }

  extension Quaternion where Scalar == Double {
    /// Converts a simd quaternion.
    @inlinable public init(_ q: simd_quatd) {
      self.init(vector: Vector3(q.imag), scalar: q.real)
    }
  }

  extension simd_quatd {
    /// Converts a quaternion to simd.
    @inlinable public init(_ q: Quaternion<Double>) {
      self.init(ix: q.x, iy: q.y, iz: q.z, r: q.w)
    }
  }

  extension Matrix2 where Scalar == Float {
    /// Converts a simd matrix.
    @inlinable public init(_ m: simd_float2x2) {
      self.init(columns: Vector2(m.columns.0), Vector2(m.columns.1))
    }
  }

  extension simd_float2x2 {
    /// Converts a matrix to simd.
    @inlinable public init(_ m: Matrix2<Float>) {
      self.init(columns: (SIMD2(m.c0), SIMD2(m.c1)))
    }
  }

  extension Matrix3 where Scalar == Float {
    /// Converts a simd matrix.
    @inlinable public init(_ m: simd_float3x3) {
      self.init(columns: Vector3(m.columns.0), Vector3(m.columns.1), Vector3(m.columns.2))
    }
  }

  extension simd_float3x3 {
    /// Converts a matrix to simd.
    @inlinable public init(_ m: Matrix3<Float>) {
      self.init(columns: (SIMD3(m.c0), SIMD3(m.c1), SIMD3(m.c2)))
    }
  }

  extension Matrix4 where Scalar == Float {
    /// Converts a simd matrix.
    @inlinable public init(_ m: simd_float4x4) {
      self.init(
        columns: Vector4(m.columns.0), Vector4(m.columns.1), Vector4(m.columns.2),
        Vector4(m.columns.3))
    }
  }

  extension simd_float4x4 {
    /// Converts a matrix to simd.
    @inlinable public init(_ m: Matrix4<Float>) {
      self.init(columns: (SIMD4(m.c0), SIMD4(m.c1), SIMD4(m.c2), SIMD4(m.c3)))
    }
  }

  extension Quaternion where Scalar == Float {
    /// Converts a simd quaternion.
    @inlinable public init(_ q: simd_quatf) {
      self.init(vector: Vector3(q.imag), scalar: q.real)
    }
  }

  extension simd_quatf {
    /// Converts a quaternion to simd.
    @inlinable public init(_ q: Quaternion<Float>) {
      self.init(ix: q.x, iy: q.y, iz: q.z, r: q.w)
    }
  }
#endif
