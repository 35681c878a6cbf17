// swift-format-ignore-file: AlwaysUseLowerCamelCase
// GLKit's arithmetic on `GLKMatrix3`.

public import RotationMath

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

/// The product; as a transform it applies `matrixRight` first.
@inlinable public func GLKMatrix3Multiply(
  _ matrixLeft: GLKMatrix3, _ matrixRight: GLKMatrix3
) -> GLKMatrix3 {
  GLKMatrix3(matrixLeft.matrix * matrixRight.matrix)
}

/// The sum, element by element.
@inlinable public func GLKMatrix3Add(
  _ matrixLeft: GLKMatrix3, _ matrixRight: GLKMatrix3
) -> GLKMatrix3 {
  GLKMatrix3(matrixLeft.matrix + matrixRight.matrix)
}

/// The difference, element by element.
@inlinable public func GLKMatrix3Subtract(
  _ matrixLeft: GLKMatrix3, _ matrixRight: GLKMatrix3
) -> GLKMatrix3 {
  GLKMatrix3(matrixLeft.matrix - matrixRight.matrix)
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
  _ matrix: GLKMatrix3, _ scaleVector: GLKVector3
) -> GLKMatrix3 {
  GLKMatrix3Scale(matrix, scaleVector.x, scaleVector.y, scaleVector.z)
}

/// `matrix` times a scaling; ignores the fourth component.
@inlinable public func GLKMatrix3ScaleWithVector4(
  _ matrix: GLKMatrix3, _ scaleVector: GLKVector4
) -> GLKMatrix3 {
  GLKMatrix3Scale(matrix, scaleVector.x, scaleVector.y, scaleVector.z)
}

/// `matrix` times a rotation about the axis (`x`, `y`, `z`), which is normalised.
@inlinable public func GLKMatrix3Rotate(
  _ matrix: GLKMatrix3, _ radians: Float, _ x: Float, _ y: Float, _ z: Float
) -> GLKMatrix3 {
  GLKMatrix3Multiply(matrix, GLKMatrix3MakeRotation(radians, x, y, z))
}

/// `matrix` times a rotation about `axisVector`, which is normalised.
@inlinable public func GLKMatrix3RotateWithVector3(
  _ matrix: GLKMatrix3, _ radians: Float, _ axisVector: GLKVector3
) -> GLKMatrix3 {
  GLKMatrix3Rotate(matrix, radians, axisVector.x, axisVector.y, axisVector.z)
}

/// `matrix` times a rotation about `axisVector`.
///
/// The axis is normalised; its fourth component is ignored.
@inlinable public func GLKMatrix3RotateWithVector4(
  _ matrix: GLKMatrix3, _ radians: Float, _ axisVector: GLKVector4
) -> GLKMatrix3 {
  GLKMatrix3Rotate(matrix, radians, axisVector.x, axisVector.y, axisVector.z)
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
  _ matrixLeft: GLKMatrix3, _ vectorRight: GLKVector3
) -> GLKVector3 {
  GLKVector3(matrixLeft.matrix * vectorRight.vector)
}

/// Multiplies `vectorCount` vectors by the matrix in place.
@inlinable public func GLKMatrix3MultiplyVector3Array(
  _ matrix: GLKMatrix3, _ vectors: UnsafeMutablePointer<GLKVector3>, _ vectorCount: Int
) {
  for i in 0..<vectorCount { vectors[i] = GLKMatrix3MultiplyVector3(matrix, vectors[i]) }
}
