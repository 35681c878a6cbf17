// Compiled on Apple platforms only, where simd exists; nothing here has been run elsewhere.
#if canImport(simd)
  public import simd

  extension Vector2 where Scalar == Double {
    /// The vector of a simd vector.
    @inlinable public init(_ v: simd_double2) { self.init(v.x, v.y) }
  }

  extension simd_double2 {
    /// The simd vector of a vector.
    @inlinable public init(_ v: Vector2<Double>) { self.init(v.x, v.y) }
  }

  extension Matrix2 where Scalar == Double {
    /// The matrix of a simd matrix, column by column.
    @inlinable public init(_ m: simd_double2x2) {
      self.init(columns: Vector2(m.columns.0), Vector2(m.columns.1))
    }
  }

  extension simd_double2x2 {
    /// The simd matrix of a matrix, column by column.
    @inlinable public init(_ m: Matrix2<Double>) {
      self.init(columns: (simd_double2(m.c0), simd_double2(m.c1)))
    }
  }

  extension Vector3 where Scalar == Double {
    /// The vector of a simd vector.
    @inlinable public init(_ v: simd_double3) { self.init(v.x, v.y, v.z) }
  }

  extension simd_double3 {
    /// The simd vector of a vector.
    @inlinable public init(_ v: Vector3<Double>) { self.init(v.x, v.y, v.z) }
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
      self.init(columns: (simd_double3(m.c0), simd_double3(m.c1), simd_double3(m.c2)))
    }
  }

  extension Vector4 where Scalar == Double {
    /// The vector of a simd vector.
    @inlinable public init(_ v: simd_double4) { self.init(v.x, v.y, v.z, v.w) }
  }

  extension simd_double4 {
    /// The simd vector of a vector.
    @inlinable public init(_ v: Vector4<Double>) { self.init(v.x, v.y, v.z, v.w) }
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
      self.init(
        columns: (simd_double4(m.c0), simd_double4(m.c1), simd_double4(m.c2), simd_double4(m.c3)))
    }
  }

  extension Quaternion where Scalar == Double {
    /// The quaternion of a simd quaternion.
    @inlinable public init(_ q: simd_quatd) {
      self.init(x: q.imag.x, y: q.imag.y, z: q.imag.z, w: q.real)
    }
  }

  extension simd_quatd {
    /// The simd quaternion of a quaternion.
    @inlinable public init(_ q: Quaternion<Double>) { self.init(ix: q.x, iy: q.y, iz: q.z, r: q.w) }
  }

  extension Vector2 where Scalar == Float {
    /// The vector of a simd vector.
    @inlinable public init(_ v: simd_float2) { self.init(v.x, v.y) }
  }

  extension simd_float2 {
    /// The simd vector of a vector.
    @inlinable public init(_ v: Vector2<Float>) { self.init(v.x, v.y) }
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
      self.init(columns: (simd_float2(m.c0), simd_float2(m.c1)))
    }
  }

  extension Vector3 where Scalar == Float {
    /// The vector of a simd vector.
    @inlinable public init(_ v: simd_float3) { self.init(v.x, v.y, v.z) }
  }

  extension simd_float3 {
    /// The simd vector of a vector.
    @inlinable public init(_ v: Vector3<Float>) { self.init(v.x, v.y, v.z) }
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
      self.init(columns: (simd_float3(m.c0), simd_float3(m.c1), simd_float3(m.c2)))
    }
  }

  extension Vector4 where Scalar == Float {
    /// The vector of a simd vector.
    @inlinable public init(_ v: simd_float4) { self.init(v.x, v.y, v.z, v.w) }
  }

  extension simd_float4 {
    /// The simd vector of a vector.
    @inlinable public init(_ v: Vector4<Float>) { self.init(v.x, v.y, v.z, v.w) }
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
      self.init(
        columns: (simd_float4(m.c0), simd_float4(m.c1), simd_float4(m.c2), simd_float4(m.c3)))
    }
  }

  extension Quaternion where Scalar == Float {
    /// The quaternion of a simd quaternion.
    @inlinable public init(_ q: simd_quatf) {
      self.init(x: q.imag.x, y: q.imag.y, z: q.imag.z, w: q.real)
    }
  }

  extension simd_quatf {
    /// The simd quaternion of a quaternion.
    @inlinable public init(_ q: Quaternion<Float>) { self.init(ix: q.x, iy: q.y, iz: q.z, r: q.w) }
  }
#endif
