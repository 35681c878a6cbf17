// swift-format-ignore-file: AlwaysUseLowerCamelCase
// GLKit's functions that create `GLKMatrix4` and access its parts.

public import RotationMath

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
    Matrix4(
      columns: Vector4(m00, m01, m02, m03),
      Vector4(m10, m11, m12, m13),
      Vector4(m20, m21, m22, m23),
      Vector4(m30, m31, m32, m33)))
}

/// Creates a matrix from its elements, row by row.
@inlinable public func GLKMatrix4MakeAndTranspose(
  _ m00: Float, _ m01: Float, _ m02: Float, _ m03: Float,
  _ m10: Float, _ m11: Float, _ m12: Float, _ m13: Float,
  _ m20: Float, _ m21: Float, _ m22: Float, _ m23: Float,
  _ m30: Float, _ m31: Float, _ m32: Float, _ m33: Float
) -> GLKMatrix4 {
  GLKMatrix4(
    Matrix4(
      rows: Vector4(m00, m01, m02, m03),
      Vector4(m10, m11, m12, m13),
      Vector4(m20, m21, m22, m23),
      Vector4(m30, m31, m32, m33)))
}

/// Creates a matrix from 16 floats, column by column.
@inlinable public func GLKMatrix4MakeWithArray(_ values: UnsafePointer<Float>) -> GLKMatrix4 {
  GLKMatrix4(
    Matrix4(
      columns: Vector4(values[0], values[1], values[2], values[3]),
      Vector4(values[4], values[5], values[6], values[7]),
      Vector4(values[8], values[9], values[10], values[11]),
      Vector4(values[12], values[13], values[14], values[15])))
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
