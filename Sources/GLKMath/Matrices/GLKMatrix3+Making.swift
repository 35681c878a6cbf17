// swift-format-ignore-file: AlwaysUseLowerCamelCase
// GLKit's functions that create `GLKMatrix3` and access its parts.

public import RealModule
public import RotationMath

/// The identity.
public let GLKMatrix3Identity = GLKMatrix3(Matrix3.identity)

// MARK: - Creation

/// Creates a matrix from its elements, column by column.
@inlinable public func GLKMatrix3Make(
  _ m00: Float, _ m01: Float, _ m02: Float,
  _ m10: Float, _ m11: Float, _ m12: Float,
  _ m20: Float, _ m21: Float, _ m22: Float
) -> GLKMatrix3 {
  GLKMatrix3(
    Matrix3(
      columns: Vector3(m00, m01, m02),
      Vector3(m10, m11, m12),
      Vector3(m20, m21, m22)))
}

/// Creates a matrix from its elements, row by row.
@inlinable public func GLKMatrix3MakeAndTranspose(
  _ m00: Float, _ m01: Float, _ m02: Float,
  _ m10: Float, _ m11: Float, _ m12: Float,
  _ m20: Float, _ m21: Float, _ m22: Float
) -> GLKMatrix3 {
  GLKMatrix3(
    Matrix3(
      rows: Vector3(m00, m01, m02),
      Vector3(m10, m11, m12),
      Vector3(m20, m21, m22)))
}

/// Creates a matrix from 9 floats, column by column.
@inlinable public func GLKMatrix3MakeWithArray(_ values: UnsafePointer<Float>) -> GLKMatrix3 {
  GLKMatrix3(
    Matrix3(
      columns: Vector3(values[0], values[1], values[2]),
      Vector3(values[3], values[4], values[5]),
      Vector3(values[6], values[7], values[8])))
}

/// Creates a matrix from 9 floats, row by row.
@inlinable public func GLKMatrix3MakeWithArrayAndTranspose(_ values: UnsafePointer<Float>)
  -> GLKMatrix3
{
  GLKMatrix3(GLKMatrix3MakeWithArray(values).matrix.transpose)
}

/// Creates a matrix from its rows.
@inlinable public func GLKMatrix3MakeWithRows(
  _ row0: GLKVector3, _ row1: GLKVector3, _ row2: GLKVector3
) -> GLKMatrix3 {
  GLKMatrix3(Matrix3(rows: row0.vector, row1.vector, row2.vector))
}

/// Creates a matrix from its columns.
@inlinable public func GLKMatrix3MakeWithColumns(
  _ column0: GLKVector3, _ column1: GLKVector3, _ column2: GLKVector3
) -> GLKMatrix3 {
  GLKMatrix3(Matrix3(columns: column0.vector, column1.vector, column2.vector))
}

/// Creates the rotation matrix of `quaternion`, which is normalised.
@inlinable public func GLKMatrix3MakeWithQuaternion(_ quaternion: GLKQuaternion) -> GLKMatrix3 {
  GLKMatrix3(Matrix3(GLKQuaternionNormalize(quaternion).quaternion))
}

/// Creates a scaling matrix.
@inlinable public func GLKMatrix3MakeScale(_ sx: Float, _ sy: Float, _ sz: Float) -> GLKMatrix3 {
  GLKMatrix3(Matrix3(diagonal: Vector3(sx, sy, sz)))
}

/// Creates the rotation about the axis (`x`, `y`, `z`), which is normalised.
@inlinable public func GLKMatrix3MakeRotation(
  _ radians: Float, _ x: Float, _ y: Float, _ z: Float
) -> GLKMatrix3 {
  let axis = GLKVector3Normalize(GLKVector3(x: x, y: y, z: z))
  return GLKMatrix3MakeWithQuaternion(GLKQuaternionMakeWithAngleAndVector3Axis(radians, axis))
}

/// Creates the matrix of the rotation by `radians` about *x*.
@inlinable public func GLKMatrix3MakeXRotation(_ radians: Float) -> GLKMatrix3 {
  let (s, c) = (Float.sin(radians), Float.cos(radians))
  return GLKMatrix3(Matrix3(columns: .unitX, Vector3(0, c, s), Vector3(0, -s, c)))
}

/// Creates the matrix of the rotation by `radians` about *y*.
@inlinable public func GLKMatrix3MakeYRotation(_ radians: Float) -> GLKMatrix3 {
  let (s, c) = (Float.sin(radians), Float.cos(radians))
  return GLKMatrix3(Matrix3(columns: Vector3(c, 0, -s), .unitY, Vector3(s, 0, c)))
}

/// Creates the matrix of the rotation by `radians` about *z*.
@inlinable public func GLKMatrix3MakeZRotation(_ radians: Float) -> GLKMatrix3 {
  let (s, c) = (Float.sin(radians), Float.cos(radians))
  return GLKMatrix3(Matrix3(columns: Vector3(c, s, 0), Vector3(-s, c, 0), .unitZ))
}

// MARK: - Parts

/// The upper left 2×2 block.
@inlinable public func GLKMatrix3GetMatrix2(_ matrix: GLKMatrix3) -> GLKMatrix2 {
  let m = matrix.matrix
  return GLKMatrix2(Matrix2(columns: Vector2(m.c0.x, m.c0.y), Vector2(m.c1.x, m.c1.y)))
}

/// The row at the zero-based index `row`.
@inlinable public func GLKMatrix3GetRow(_ matrix: GLKMatrix3, _ row: Int32) -> GLKVector3 {
  GLKVector3(matrix.matrix[row: Int(row)])
}

/// The column at the zero-based index `column`.
@inlinable public func GLKMatrix3GetColumn(_ matrix: GLKMatrix3, _ column: Int32) -> GLKVector3 {
  GLKVector3(matrix.matrix[column: Int(column)])
}

/// The matrix with one row replaced.
@inlinable public func GLKMatrix3SetRow(
  _ matrix: GLKMatrix3, _ row: Int32, _ vector: GLKVector3
) -> GLKMatrix3 {
  var result = matrix
  result.matrix[row: Int(row)] = vector.vector
  return result
}

/// The matrix with one column replaced.
@inlinable public func GLKMatrix3SetColumn(
  _ matrix: GLKMatrix3, _ column: Int32, _ vector: GLKVector3
) -> GLKMatrix3 {
  var result = matrix
  result.matrix[column: Int(column)] = vector.vector
  return result
}
