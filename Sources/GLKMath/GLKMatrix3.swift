// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RealModule
public import RotationMath

/// GLKit's 3×3 matrix of floats, in column-major order.
///
/// `m` holds the elements column by column, and `m01` is row 1 of column 0.
@frozen public struct GLKMatrix3: Hashable, Sendable {
  /// Column 0.
  public var m00, m01, m02: Float
  /// Column 1.
  public var m10, m11, m12: Float
  /// Column 2.
  public var m20, m21, m22: Float

  /// Creates the zero matrix.
  @inlinable public init() { self.init(.zero) }

  /// Wraps a `RotationMath` matrix.
  @inlinable public init(_ matrix: Matrix3<Float>) {
    (m00, m01, m02) = (matrix.c0.x, matrix.c0.y, matrix.c0.z)
    (m10, m11, m12) = (matrix.c1.x, matrix.c1.y, matrix.c1.z)
    (m20, m21, m22) = (matrix.c2.x, matrix.c2.y, matrix.c2.z)
  }

  /// Creates a matrix from its elements, column by column.
  @inlinable public init(m: (Float, Float, Float, Float, Float, Float, Float, Float, Float)) {
    (m00, m01, m02, m10, m11, m12, m20, m21, m22) = m
  }
}

// MARK: - Elements by name

extension GLKMatrix3 {
  /// The underlying `RotationMath` matrix.
  @inlinable public var matrix: Matrix3<Float> {
    get {
      Matrix3(
        columns: Vector3(m00, m01, m02), Vector3(m10, m11, m12), Vector3(m20, m21, m22))
    }
    set { self = Self(newValue) }
  }
  /// The elements, column by column.
  @inlinable public var m: (Float, Float, Float, Float, Float, Float, Float, Float, Float) {
    get { (m00, m01, m02, m10, m11, m12, m20, m21, m22) }
    set { self = Self(m: newValue) }
  }
  /// The element at the zero-based `index` of `m`.
  @inlinable public subscript(index: Int) -> Float {
    get { matrix[index % 3, index / 3] }
    set { matrix[index % 3, index / 3] = newValue }
  }
}

/// The identity.
public let GLKMatrix3Identity = GLKMatrix3(Matrix3.identity)

// MARK: - Creation

/// Creates a matrix from its elements, column by column.
@inlinable public func GLKMatrix3Make(
  _ m00: Float, _ m01: Float, _ m02: Float,
  _ m10: Float, _ m11: Float, _ m12: Float,
  _ m20: Float, _ m21: Float, _ m22: Float
) -> GLKMatrix3 {
  GLKMatrix3(m: (m00, m01, m02, m10, m11, m12, m20, m21, m22))
}

/// Creates a matrix from its elements, row by row.
@inlinable public func GLKMatrix3MakeAndTranspose(
  _ m00: Float, _ m01: Float, _ m02: Float,
  _ m10: Float, _ m11: Float, _ m12: Float,
  _ m20: Float, _ m21: Float, _ m22: Float
) -> GLKMatrix3 {
  GLKMatrix3(Matrix3(rows: Vector3(m00, m01, m02), Vector3(m10, m11, m12), Vector3(m20, m21, m22)))
}

/// Creates a matrix from 9 floats, column by column.
@inlinable public func GLKMatrix3MakeWithArray(_ values: UnsafePointer<Float>) -> GLKMatrix3 {
  UnsafeRawPointer(values).loadUnaligned(as: GLKMatrix3.self)
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

// MARK: - Arithmetic

/// The transpose.
@inlinable public func GLKMatrix3Transpose(_ matrix: GLKMatrix3) -> GLKMatrix3 {
  GLKMatrix3(matrix.matrix.transpose)
}
/// The inverse, or the identity if singular; `isInvertible` reports which.
public func GLKMatrix3Invert(
  _ matrix: GLKMatrix3, _ isInvertible: UnsafeMutablePointer<Bool>?
) -> GLKMatrix3 {
  let inverse = matrix.matrix.inverse
  isInvertible?.pointee = inverse != nil
  return GLKMatrix3(inverse ?? .identity)
}

/// The transposed inverse, or the identity if singular.
///
/// `isInvertible` reports which.
public func GLKMatrix3InvertAndTranspose(
  _ matrix: GLKMatrix3, _ isInvertible: UnsafeMutablePointer<Bool>?
) -> GLKMatrix3 {
  GLKMatrix3Transpose(GLKMatrix3Invert(matrix, isInvertible))
}

/// The product; as a transform it applies `right` first.
@inlinable public func GLKMatrix3Multiply(_ left: GLKMatrix3, _ right: GLKMatrix3) -> GLKMatrix3 {
  GLKMatrix3(left.matrix * right.matrix)
}
/// The sum, element by element.
@inlinable public func GLKMatrix3Add(_ left: GLKMatrix3, _ right: GLKMatrix3) -> GLKMatrix3 {
  GLKMatrix3(left.matrix + right.matrix)
}
/// The difference, element by element.
@inlinable public func GLKMatrix3Subtract(_ left: GLKMatrix3, _ right: GLKMatrix3) -> GLKMatrix3 {
  GLKMatrix3(left.matrix - right.matrix)
}

// MARK: - Multiplication by a transform from the right

/// `matrix` times a scaling.
@inlinable public func GLKMatrix3Scale(
  _ matrix: GLKMatrix3, _ sx: Float, _ sy: Float, _ sz: Float
) -> GLKMatrix3 {
  let m = matrix.matrix
  return GLKMatrix3(Matrix3(columns: m.c0 * sx, m.c1 * sy, m.c2 * sz))
}

/// `matrix` times a scaling.
@inlinable public func GLKMatrix3ScaleWithVector3(
  _ matrix: GLKMatrix3, _ scale: GLKVector3
) -> GLKMatrix3 {
  GLKMatrix3Scale(matrix, scale.x, scale.y, scale.z)
}

/// `matrix` times a scaling; ignores the fourth component.
@inlinable public func GLKMatrix3ScaleWithVector4(
  _ matrix: GLKMatrix3, _ scale: GLKVector4
) -> GLKMatrix3 {
  GLKMatrix3Scale(matrix, scale.x, scale.y, scale.z)
}

/// `matrix` times a rotation about the axis (`x`, `y`, `z`), which is normalised.
@inlinable public func GLKMatrix3Rotate(
  _ matrix: GLKMatrix3, _ radians: Float, _ x: Float, _ y: Float, _ z: Float
) -> GLKMatrix3 {
  GLKMatrix3Multiply(matrix, GLKMatrix3MakeRotation(radians, x, y, z))
}

/// `matrix` times a rotation about `axis`, which is normalised.
@inlinable public func GLKMatrix3RotateWithVector3(
  _ matrix: GLKMatrix3, _ radians: Float, _ axis: GLKVector3
) -> GLKMatrix3 {
  GLKMatrix3Rotate(matrix, radians, axis.x, axis.y, axis.z)
}

/// `matrix` times a rotation about `axis`.
///
/// The axis is normalised; its fourth component is ignored.
@inlinable public func GLKMatrix3RotateWithVector4(
  _ matrix: GLKMatrix3, _ radians: Float, _ axis: GLKVector4
) -> GLKMatrix3 {
  GLKMatrix3Rotate(matrix, radians, axis.x, axis.y, axis.z)
}

/// `matrix` times a rotation by `radians` about *x*.
@inlinable public func GLKMatrix3RotateX(_ matrix: GLKMatrix3, _ radians: Float) -> GLKMatrix3 {
  GLKMatrix3Multiply(matrix, GLKMatrix3MakeXRotation(radians))
}
/// `matrix` times a rotation by `radians` about *y*.
@inlinable public func GLKMatrix3RotateY(_ matrix: GLKMatrix3, _ radians: Float) -> GLKMatrix3 {
  GLKMatrix3Multiply(matrix, GLKMatrix3MakeYRotation(radians))
}
/// `matrix` times a rotation by `radians` about *z*.
@inlinable public func GLKMatrix3RotateZ(_ matrix: GLKMatrix3, _ radians: Float) -> GLKMatrix3 {
  GLKMatrix3Multiply(matrix, GLKMatrix3MakeZRotation(radians))
}

// MARK: - Vectors

/// The product of matrix and vector.
@inlinable public func GLKMatrix3MultiplyVector3(
  _ left: GLKMatrix3, _ right: GLKVector3
) -> GLKVector3 {
  GLKVector3(left.matrix * right.vector)
}

/// Multiplies `count` vectors by the matrix in place.
@inlinable public func GLKMatrix3MultiplyVector3Array(
  _ matrix: GLKMatrix3, _ vectors: UnsafeMutablePointer<GLKVector3>, _ count: Int
) {
  for i in 0..<count { vectors[i] = GLKMatrix3MultiplyVector3(matrix, vectors[i]) }
}
