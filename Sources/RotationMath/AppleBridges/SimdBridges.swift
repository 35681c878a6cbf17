// Compiled on Apple platforms only, where simd exists; nothing here has been run elsewhere. simd's
// vectors are the standard library's, which the vector types convert to and from everywhere.
#if canImport(simd)
  public import simd

  extension Matrix2 where Scalar == Double {
    /// The matrix of a simd matrix, column by column.
    @inlinable public init(_ m: simd_double2x2) {
      self.init(columns: Vector2(m.columns.0), Vector2(m.columns.1))
    }
  }

  extension simd_double2x2 {
    /// The simd matrix of a matrix, column by column.
    @inlinable public init(_ m: Matrix2<Double>) {
      self.init(columns: (SIMD2(m.c0), SIMD2(m.c1)))
    }
  }

  extension Matrix3 where Scalar == Double {
    /// The matrix of a simd matrix, column by column.
    @inlinable public init(_ m: simd_double3x3) {
      self.init(columns: Vector3(m.columns.0), Vector3(m.columns.1), Vector3(m.columns.2))
    }
  }

  extension simd_double3x3 {
    /// The simd matrix of a matrix, column by column.
    @inlinable public init(_ m: Matrix3<Double>) {
      self.init(columns: (SIMD3(m.c0), SIMD3(m.c1), SIMD3(m.c2)))
    }
  }

  extension Matrix4 where Scalar == Double {
    /// The matrix of a simd matrix, column by column.
    @inlinable public init(_ m: simd_double4x4) {
      self.init(
        columns: Vector4(m.columns.0), Vector4(m.columns.1), Vector4(m.columns.2),
        Vector4(m.columns.3))
    }
  }

  extension simd_double4x4 {
    /// The simd matrix of a matrix, column by column.
    @inlinable public init(_ m: Matrix4<Double>) {
      self.init(columns: (SIMD4(m.c0), SIMD4(m.c1), SIMD4(m.c2), SIMD4(m.c3)))
    }
  }

  extension Quaternion where Scalar == Double {
    /// The quaternion of a simd quaternion.
    @inlinable public init(_ q: simd_quatd) {
      self.init(vector: Vector3(q.imag), scalar: q.real)
    }
  }

  extension simd_quatd {
    /// The simd quaternion of a quaternion.
    @inlinable public init(_ q: Quaternion<Double>) {
      self.init(ix: q.x, iy: q.y, iz: q.z, r: q.w)
    }
  }

  extension Matrix2 where Scalar == Float {
    /// The matrix of a simd matrix, column by column.
    @inlinable public init(_ m: simd_float2x2) {
      self.init(columns: Vector2(m.columns.0), Vector2(m.columns.1))
    }
  }

  extension simd_float2x2 {
    /// The simd matrix of a matrix, column by column.
    @inlinable public init(_ m: Matrix2<Float>) {
      self.init(columns: (SIMD2(m.c0), SIMD2(m.c1)))
    }
  }

  extension Matrix3 where Scalar == Float {
    /// The matrix of a simd matrix, column by column.
    @inlinable public init(_ m: simd_float3x3) {
      self.init(columns: Vector3(m.columns.0), Vector3(m.columns.1), Vector3(m.columns.2))
    }
  }

  extension simd_float3x3 {
    /// The simd matrix of a matrix, column by column.
    @inlinable public init(_ m: Matrix3<Float>) {
      self.init(columns: (SIMD3(m.c0), SIMD3(m.c1), SIMD3(m.c2)))
    }
  }

  extension Matrix4 where Scalar == Float {
    /// The matrix of a simd matrix, column by column.
    @inlinable public init(_ m: simd_float4x4) {
      self.init(
        columns: Vector4(m.columns.0), Vector4(m.columns.1), Vector4(m.columns.2),
        Vector4(m.columns.3))
    }
  }

  extension simd_float4x4 {
    /// The simd matrix of a matrix, column by column.
    @inlinable public init(_ m: Matrix4<Float>) {
      self.init(columns: (SIMD4(m.c0), SIMD4(m.c1), SIMD4(m.c2), SIMD4(m.c3)))
    }
  }

  extension Quaternion where Scalar == Float {
    /// The quaternion of a simd quaternion.
    @inlinable public init(_ q: simd_quatf) {
      self.init(vector: Vector3(q.imag), scalar: q.real)
    }
  }

  extension simd_quatf {
    /// The simd quaternion of a quaternion.
    @inlinable public init(_ q: Quaternion<Float>) {
      self.init(ix: q.x, iy: q.y, iz: q.z, r: q.w)
    }
  }
#endif
