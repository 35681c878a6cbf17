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
    @inlinable public init(_ m: Matrix2<Double>) { self.init(columns: (SIMD2(m.c0), SIMD2(m.c1))) }
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
    @inlinable public init(_ q: simd_quatd) { self.init(vector: Vector3(q.imag), scalar: q.real) }
  }

  extension simd_quatd {
    /// Converts a quaternion to simd.
    @inlinable public init(_ q: Quaternion<Double>) { self.init(ix: q.x, iy: q.y, iz: q.z, r: q.w) }
  }

  extension Matrix2 where Scalar == Float {
    /// Converts a simd matrix.
    @inlinable public init(_ m: simd_float2x2) {
      self.init(columns: Vector2(m.columns.0), Vector2(m.columns.1))
    }
  }

  extension simd_float2x2 {
    /// Converts a matrix to simd.
    @inlinable public init(_ m: Matrix2<Float>) { self.init(columns: (SIMD2(m.c0), SIMD2(m.c1))) }
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
    @inlinable public init(_ q: simd_quatf) { self.init(vector: Vector3(q.imag), scalar: q.real) }
  }

  extension simd_quatf {
    /// Converts a quaternion to simd.
    @inlinable public init(_ q: Quaternion<Float>) { self.init(ix: q.x, iy: q.y, iz: q.z, r: q.w) }
  }
#endif

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
