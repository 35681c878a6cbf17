// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RealModule
public import RotationMath

/// GLKit's 4×4 matrix of floats, in column-major order.
///
/// `m` holds the elements column by column, and `m01` is row 1 of column 0.
@frozen public struct GLKMatrix4: Hashable, Sendable {
  /// The underlying `RotationMath` matrix, with Apple's alignment of 16 bytes.
  public var matrix: Matrix4<Float>

  /// Creates the zero matrix.
  @inlinable public init() { matrix = .zero }

  /// Wraps a `RotationMath` matrix.
  @inlinable public init(_ matrix: Matrix4<Float>) { self.matrix = matrix }

  /// Creates a matrix from its elements, column by column.
  @inlinable public init(
    m: (
      Float, Float, Float, Float, Float, Float, Float, Float,
      Float, Float, Float, Float, Float, Float, Float, Float
    )
  ) {
    matrix = Matrix4(
      columns: Vector4(m.0, m.1, m.2, m.3), Vector4(m.4, m.5, m.6, m.7),
      Vector4(m.8, m.9, m.10, m.11), Vector4(m.12, m.13, m.14, m.15))
  }
}

// MARK: - Elements by name

extension GLKMatrix4 {
  /// The elements, column by column.
  @inlinable public var m:
    (
      Float, Float, Float, Float, Float, Float, Float, Float,
      Float, Float, Float, Float, Float, Float, Float, Float
    )
  {
    get { (m00, m01, m02, m03, m10, m11, m12, m13, m20, m21, m22, m23, m30, m31, m32, m33) }
    set { self = GLKMatrix4(m: newValue) }
  }
  /// The element at the zero-based `index` of `m`.
  @inlinable public subscript(index: Int) -> Float {
    get { matrix[index % 4, index / 4] }
    set { matrix[index % 4, index / 4] = newValue }
  }
  /// Row 0 of column 0.
  @inlinable public var m00: Float {
    get { matrix.c0.x }
    set { matrix.c0.x = newValue }
  }
  /// Row 1 of column 0.
  @inlinable public var m01: Float {
    get { matrix.c0.y }
    set { matrix.c0.y = newValue }
  }
  /// Row 2 of column 0.
  @inlinable public var m02: Float {
    get { matrix.c0.z }
    set { matrix.c0.z = newValue }
  }
  /// Row 3 of column 0.
  @inlinable public var m03: Float {
    get { matrix.c0.w }
    set { matrix.c0.w = newValue }
  }
  /// Row 0 of column 1.
  @inlinable public var m10: Float {
    get { matrix.c1.x }
    set { matrix.c1.x = newValue }
  }
  /// Row 1 of column 1.
  @inlinable public var m11: Float {
    get { matrix.c1.y }
    set { matrix.c1.y = newValue }
  }
  /// Row 2 of column 1.
  @inlinable public var m12: Float {
    get { matrix.c1.z }
    set { matrix.c1.z = newValue }
  }
  /// Row 3 of column 1.
  @inlinable public var m13: Float {
    get { matrix.c1.w }
    set { matrix.c1.w = newValue }
  }
  /// Row 0 of column 2.
  @inlinable public var m20: Float {
    get { matrix.c2.x }
    set { matrix.c2.x = newValue }
  }
  /// Row 1 of column 2.
  @inlinable public var m21: Float {
    get { matrix.c2.y }
    set { matrix.c2.y = newValue }
  }
  /// Row 2 of column 2.
  @inlinable public var m22: Float {
    get { matrix.c2.z }
    set { matrix.c2.z = newValue }
  }
  /// Row 3 of column 2.
  @inlinable public var m23: Float {
    get { matrix.c2.w }
    set { matrix.c2.w = newValue }
  }
  /// Row 0 of column 3.
  @inlinable public var m30: Float {
    get { matrix.c3.x }
    set { matrix.c3.x = newValue }
  }
  /// Row 1 of column 3.
  @inlinable public var m31: Float {
    get { matrix.c3.y }
    set { matrix.c3.y = newValue }
  }
  /// Row 2 of column 3.
  @inlinable public var m32: Float {
    get { matrix.c3.z }
    set { matrix.c3.z = newValue }
  }
  /// Row 3 of column 3.
  @inlinable public var m33: Float {
    get { matrix.c3.w }
    set { matrix.c3.w = newValue }
  }
}

/// The identity.
public let GLKMatrix4Identity = GLKMatrix4(Matrix4.identity)

// MARK: - Creation

/// Creates a matrix from its elements, column by column.
@inlinable public func GLKMatrix4Make(
  _ m00: Float, _ m01: Float, _ m02: Float, _ m03: Float,
  _ m10: Float, _ m11: Float, _ m12: Float, _ m13: Float,
  _ m20: Float, _ m21: Float, _ m22: Float, _ m23: Float,
  _ m30: Float, _ m31: Float, _ m32: Float, _ m33: Float
) -> GLKMatrix4 {
  GLKMatrix4(
    m: (m00, m01, m02, m03, m10, m11, m12, m13, m20, m21, m22, m23, m30, m31, m32, m33))
}

/// Creates a matrix from its elements, row by row.
@inlinable public func GLKMatrix4MakeAndTranspose(
  _ m00: Float, _ m01: Float, _ m02: Float, _ m03: Float,
  _ m10: Float, _ m11: Float, _ m12: Float, _ m13: Float,
  _ m20: Float, _ m21: Float, _ m22: Float, _ m23: Float,
  _ m30: Float, _ m31: Float, _ m32: Float, _ m33: Float
) -> GLKMatrix4 {
  GLKMatrix4(
    m: (m00, m10, m20, m30, m01, m11, m21, m31, m02, m12, m22, m32, m03, m13, m23, m33))
}

/// Creates a matrix from 16 floats, column by column.
@inlinable public func GLKMatrix4MakeWithArray(_ values: UnsafePointer<Float>) -> GLKMatrix4 {
  UnsafeRawPointer(values).loadUnaligned(as: GLKMatrix4.self)
}

/// Creates a matrix from 16 floats, row by row.
@inlinable public func GLKMatrix4MakeWithArrayAndTranspose(_ values: UnsafePointer<Float>)
  -> GLKMatrix4
{
  GLKMatrix4(GLKMatrix4MakeWithArray(values).matrix.transpose)
}

/// Creates a matrix from its rows.
@inlinable public func GLKMatrix4MakeWithRows(
  _ row0: GLKVector4, _ row1: GLKVector4, _ row2: GLKVector4, _ row3: GLKVector4
) -> GLKMatrix4 {
  GLKMatrix4(Matrix4(rows: row0.vector, row1.vector, row2.vector, row3.vector))
}

/// Creates a matrix from its columns.
@inlinable public func GLKMatrix4MakeWithColumns(
  _ column0: GLKVector4, _ column1: GLKVector4, _ column2: GLKVector4, _ column3: GLKVector4
) -> GLKMatrix4 {
  GLKMatrix4(Matrix4(columns: column0.vector, column1.vector, column2.vector, column3.vector))
}

/// Creates the rotation matrix of `quaternion`, which is normalised.
@inlinable public func GLKMatrix4MakeWithQuaternion(_ quaternion: GLKQuaternion) -> GLKMatrix4 {
  GLKMatrix4(embedding: GLKMatrix3MakeWithQuaternion(quaternion))
}
/// Creates a translation matrix.
@inlinable public func GLKMatrix4MakeTranslation(
  _ tx: Float, _ ty: Float, _ tz: Float
) -> GLKMatrix4 {
  GLKMatrix4(Matrix4(translation: Vector3(tx, ty, tz)))
}

/// Creates a scaling matrix.
@inlinable public func GLKMatrix4MakeScale(_ sx: Float, _ sy: Float, _ sz: Float) -> GLKMatrix4 {
  GLKMatrix4(Matrix4(diagonal: Vector4(sx, sy, sz, 1)))
}
/// Creates the rotation about the axis (`x`, `y`, `z`), which is normalised.
@inlinable public func GLKMatrix4MakeRotation(
  _ radians: Float, _ x: Float, _ y: Float, _ z: Float
) -> GLKMatrix4 {
  GLKMatrix4(embedding: GLKMatrix3MakeRotation(radians, x, y, z))
}

/// Creates the matrix of the rotation by `radians` about *x*.
@inlinable public func GLKMatrix4MakeXRotation(_ radians: Float) -> GLKMatrix4 {
  GLKMatrix4(embedding: GLKMatrix3MakeXRotation(radians))
}
/// Creates the matrix of the rotation by `radians` about *y*.
@inlinable public func GLKMatrix4MakeYRotation(_ radians: Float) -> GLKMatrix4 {
  GLKMatrix4(embedding: GLKMatrix3MakeYRotation(radians))
}
/// Creates the matrix of the rotation by `radians` about *z*.
@inlinable public func GLKMatrix4MakeZRotation(_ radians: Float) -> GLKMatrix4 {
  GLKMatrix4(embedding: GLKMatrix3MakeZRotation(radians))
}

extension GLKMatrix4 {
  /// Creates the identity with `matrix` as its upper left block.
  @inlinable init(embedding matrix: GLKMatrix3) {
    self.init(Matrix4(linear: matrix.matrix, translation: .zero))
  }
}

// MARK: - Parts

/// The upper left 3×3 block.
@inlinable public func GLKMatrix4GetMatrix3(_ matrix: GLKMatrix4) -> GLKMatrix3 {
  GLKMatrix3(matrix.matrix.linear)
}
/// The upper left 2×2 block.
@inlinable public func GLKMatrix4GetMatrix2(_ matrix: GLKMatrix4) -> GLKMatrix2 {
  let m = matrix.matrix
  return GLKMatrix2(Matrix2(columns: Vector2(m.c0.x, m.c0.y), Vector2(m.c1.x, m.c1.y)))
}

/// The row at the zero-based index `row`.
@inlinable public func GLKMatrix4GetRow(_ matrix: GLKMatrix4, _ row: Int32) -> GLKVector4 {
  GLKVector4(matrix.matrix[row: Int(row)])
}
/// The column at the zero-based index `column`.
@inlinable public func GLKMatrix4GetColumn(_ matrix: GLKMatrix4, _ column: Int32) -> GLKVector4 {
  GLKVector4(matrix.matrix[column: Int(column)])
}
/// The matrix with one row replaced.
@inlinable public func GLKMatrix4SetRow(
  _ matrix: GLKMatrix4, _ row: Int32, _ vector: GLKVector4
) -> GLKMatrix4 {
  var result = matrix
  result.matrix[row: Int(row)] = vector.vector
  return result
}

/// The matrix with one column replaced.
@inlinable public func GLKMatrix4SetColumn(
  _ matrix: GLKMatrix4, _ column: Int32, _ vector: GLKVector4
) -> GLKMatrix4 {
  var result = matrix
  result.matrix[column: Int(column)] = vector.vector
  return result
}

// GLKit's view and projection matrices. Depths are from -1 (near) to 1 (far).

/// A perspective projection.
///
/// - Parameters:
///   - fovyRadians: The vertical field of view.
///   - aspect: The aspect ratio, width over height.
///   - nearZ: The distance of the near plane, positive.
///   - farZ: The distance of the far plane, positive.
@inlinable public func GLKMatrix4MakePerspective(
  _ fovyRadians: Float, _ aspect: Float, _ nearZ: Float, _ farZ: Float
) -> GLKMatrix4 {
  let cotangent = 1 / Float.tan(fovyRadians / 2)
  return GLKMatrix4(
    Matrix4(
      columns: Vector4(cotangent / aspect, 0, 0, 0), Vector4(0, cotangent, 0, 0),
      Vector4(0, 0, (farZ + nearZ) / (nearZ - farZ), -1),
      Vector4(0, 0, 2 * farZ * nearZ / (nearZ - farZ), 0)))
}

/// A perspective projection of a frustum.
///
/// The rectangle is given at the near distance.
@inlinable public func GLKMatrix4MakeFrustum(
  _ left: Float, _ right: Float, _ bottom: Float, _ top: Float, _ nearZ: Float, _ farZ: Float
) -> GLKMatrix4 {
  let (width, height, depth) = (right - left, top - bottom, farZ - nearZ)
  return GLKMatrix4(
    Matrix4(
      columns: Vector4(2 * nearZ / width, 0, 0, 0), Vector4(0, 2 * nearZ / height, 0, 0),
      Vector4((right + left) / width, (top + bottom) / height, -(farZ + nearZ) / depth, -1),
      Vector4(0, 0, -2 * farZ * nearZ / depth, 0)))
}

/// An orthographic projection of a box.
@inlinable public func GLKMatrix4MakeOrtho(
  _ left: Float, _ right: Float, _ bottom: Float, _ top: Float, _ nearZ: Float, _ farZ: Float
) -> GLKMatrix4 {
  let (width, height, depth) = (right - left, top - bottom, farZ - nearZ)
  return GLKMatrix4(
    Matrix4(
      columns: Vector4(2 / width, 0, 0, 0), Vector4(0, 2 / height, 0, 0),
      Vector4(0, 0, -2 / depth, 0),
      Vector4(-(right + left) / width, -(top + bottom) / height, -(farZ + nearZ) / depth, 1)))
}

/// The view matrix from an eye towards a centre, with an up direction.
@inlinable public func GLKMatrix4MakeLookAt(
  _ eyeX: Float, _ eyeY: Float, _ eyeZ: Float, _ centerX: Float, _ centerY: Float,
  _ centerZ: Float, _ upX: Float, _ upY: Float, _ upZ: Float
) -> GLKMatrix4 {
  let eye = GLKVector3(x: eyeX, y: eyeY, z: eyeZ)
  let center = GLKVector3(x: centerX, y: centerY, z: centerZ)
  let up = GLKVector3(x: upX, y: upY, z: upZ)
  let back = GLKVector3Normalize(GLKVector3Subtract(eye, center))
  let right = GLKVector3Normalize(GLKVector3CrossProduct(up, back))
  let above = GLKVector3CrossProduct(back, right)
  return GLKMatrix4(
    Matrix4(
      rows: Vector4(right.x, right.y, right.z, -GLKVector3DotProduct(right, eye)),
      Vector4(above.x, above.y, above.z, -GLKVector3DotProduct(above, eye)),
      Vector4(back.x, back.y, back.z, -GLKVector3DotProduct(back, eye)), .unitW))
}
