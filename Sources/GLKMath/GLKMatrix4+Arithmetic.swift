// swift-format-ignore-file: AlwaysUseLowerCamelCase
// GLKit's arithmetic on `GLKMatrix4`.

public import RotationMath

// MARK: - Arithmetic

/// The transpose.
@inlinable public func GLKMatrix4Transpose(_ matrix: GLKMatrix4) -> GLKMatrix4 {
  GLKMatrix4(matrix.matrix.transpose)
}
/// The inverse, or the identity if singular; `isInvertible` reports which.
public func GLKMatrix4Invert(
  _ matrix: GLKMatrix4, _ isInvertible: UnsafeMutablePointer<Bool>?
) -> GLKMatrix4 {
  let inverse = matrix.matrix.inverse
  isInvertible?.pointee = inverse != nil
  return GLKMatrix4(inverse ?? .identity)
}

/// The transposed inverse, or the identity if singular.
///
/// `isInvertible` reports which.
public func GLKMatrix4InvertAndTranspose(
  _ matrix: GLKMatrix4, _ isInvertible: UnsafeMutablePointer<Bool>?
) -> GLKMatrix4 {
  GLKMatrix4Transpose(GLKMatrix4Invert(matrix, isInvertible))
}

/// The product; as a transform it applies `right` first.
@inlinable public func GLKMatrix4Multiply(_ left: GLKMatrix4, _ right: GLKMatrix4) -> GLKMatrix4 {
  GLKMatrix4(left.matrix * right.matrix)
}
/// The sum, element by element.
@inlinable public func GLKMatrix4Add(_ left: GLKMatrix4, _ right: GLKMatrix4) -> GLKMatrix4 {
  GLKMatrix4(left.matrix + right.matrix)
}
/// The difference, element by element.
@inlinable public func GLKMatrix4Subtract(_ left: GLKMatrix4, _ right: GLKMatrix4) -> GLKMatrix4 {
  GLKMatrix4(left.matrix - right.matrix)
}

// MARK: - Multiplication by a transform from the right

/// `matrix` times a translation.
@inlinable public func GLKMatrix4Translate(
  _ matrix: GLKMatrix4, _ tx: Float, _ ty: Float, _ tz: Float
) -> GLKMatrix4 {
  var result = matrix
  result.matrix.c3 = matrix.matrix * Vector4(tx, ty, tz, 1)
  return result
}

/// `matrix` times a translation.
@inlinable public func GLKMatrix4TranslateWithVector3(
  _ matrix: GLKMatrix4, _ translation: GLKVector3
) -> GLKMatrix4 {
  GLKMatrix4Translate(matrix, translation.x, translation.y, translation.z)
}

/// `matrix` times a translation; ignores the fourth component.
@inlinable public func GLKMatrix4TranslateWithVector4(
  _ matrix: GLKMatrix4, _ translation: GLKVector4
) -> GLKMatrix4 {
  GLKMatrix4Translate(matrix, translation.x, translation.y, translation.z)
}

/// `matrix` times a scaling.
@inlinable public func GLKMatrix4Scale(
  _ matrix: GLKMatrix4, _ sx: Float, _ sy: Float, _ sz: Float
) -> GLKMatrix4 {
  let m = matrix.matrix
  return GLKMatrix4(Matrix4(columns: m.c0 * sx, m.c1 * sy, m.c2 * sz, m.c3))
}

/// `matrix` times a scaling.
@inlinable public func GLKMatrix4ScaleWithVector3(
  _ matrix: GLKMatrix4, _ scale: GLKVector3
) -> GLKMatrix4 {
  GLKMatrix4Scale(matrix, scale.x, scale.y, scale.z)
}

/// `matrix` times a scaling; ignores the fourth component.
@inlinable public func GLKMatrix4ScaleWithVector4(
  _ matrix: GLKMatrix4, _ scale: GLKVector4
) -> GLKMatrix4 {
  GLKMatrix4Scale(matrix, scale.x, scale.y, scale.z)
}

/// `matrix` times a rotation about the axis (`x`, `y`, `z`), which is normalised.
@inlinable public func GLKMatrix4Rotate(
  _ matrix: GLKMatrix4, _ radians: Float, _ x: Float, _ y: Float, _ z: Float
) -> GLKMatrix4 {
  GLKMatrix4Multiply(matrix, GLKMatrix4MakeRotation(radians, x, y, z))
}

/// `matrix` times a rotation about `axis`, which is normalised.
@inlinable public func GLKMatrix4RotateWithVector3(
  _ matrix: GLKMatrix4, _ radians: Float, _ axis: GLKVector3
) -> GLKMatrix4 {
  GLKMatrix4Rotate(matrix, radians, axis.x, axis.y, axis.z)
}

/// `matrix` times a rotation about `axis`.
///
/// The axis is normalised; its fourth component is ignored.
@inlinable public func GLKMatrix4RotateWithVector4(
  _ matrix: GLKMatrix4, _ radians: Float, _ axis: GLKVector4
) -> GLKMatrix4 {
  GLKMatrix4Rotate(matrix, radians, axis.x, axis.y, axis.z)
}

/// `matrix` times a rotation by `radians` about *x*.
@inlinable public func GLKMatrix4RotateX(_ matrix: GLKMatrix4, _ radians: Float) -> GLKMatrix4 {
  GLKMatrix4Multiply(matrix, GLKMatrix4MakeXRotation(radians))
}
/// `matrix` times a rotation by `radians` about *y*.
@inlinable public func GLKMatrix4RotateY(_ matrix: GLKMatrix4, _ radians: Float) -> GLKMatrix4 {
  GLKMatrix4Multiply(matrix, GLKMatrix4MakeYRotation(radians))
}
/// `matrix` times a rotation by `radians` about *z*.
@inlinable public func GLKMatrix4RotateZ(_ matrix: GLKMatrix4, _ radians: Float) -> GLKMatrix4 {
  GLKMatrix4Multiply(matrix, GLKMatrix4MakeZRotation(radians))
}

// MARK: - Vectors

/// Transforms a direction: the fourth component is 0.
@inlinable public func GLKMatrix4MultiplyVector3(
  _ left: GLKMatrix4, _ right: GLKVector3
) -> GLKVector3 {
  let v = GLKMatrix4MultiplyVector4(left, GLKVector4MakeWithVector3(right, 0))
  return GLKVector3(x: v.x, y: v.y, z: v.z)
}

/// Transforms a point: the fourth component is 1, and is dropped from the result.
@inlinable public func GLKMatrix4MultiplyVector3WithTranslation(
  _ left: GLKMatrix4, _ right: GLKVector3
) -> GLKVector3 {
  let v = GLKMatrix4MultiplyVector4(left, GLKVector4MakeWithVector3(right, 1))
  return GLKVector3(x: v.x, y: v.y, z: v.z)
}

/// Transforms a point and divides by the fourth component.
@inlinable public func GLKMatrix4MultiplyAndProjectVector3(
  _ left: GLKMatrix4, _ right: GLKVector3
) -> GLKVector3 {
  let v = GLKMatrix4MultiplyVector4(left, GLKVector4MakeWithVector3(right, 1))
  return GLKVector3MultiplyScalar(GLKVector3(x: v.x, y: v.y, z: v.z), 1 / v.w)
}

/// The product of matrix and vector.
@inlinable public func GLKMatrix4MultiplyVector4(
  _ left: GLKMatrix4, _ right: GLKVector4
) -> GLKVector4 {
  GLKVector4(left.matrix * right.vector)
}

/// Applies `GLKMatrix4MultiplyVector3` to an array in place.
@inlinable public func GLKMatrix4MultiplyVector3Array(
  _ matrix: GLKMatrix4, _ vectors: UnsafeMutablePointer<GLKVector3>, _ count: Int
) {
  for i in 0..<count {
    vectors[i] = GLKMatrix4MultiplyVector3(matrix, vectors[i])
  }
}

/// Applies `GLKMatrix4MultiplyVector3WithTranslation` to an array in place.
@inlinable public func GLKMatrix4MultiplyVector3ArrayWithTranslation(
  _ matrix: GLKMatrix4, _ vectors: UnsafeMutablePointer<GLKVector3>, _ count: Int
) {
  for i in 0..<count {
    vectors[i] = GLKMatrix4MultiplyVector3WithTranslation(matrix, vectors[i])
  }
}

/// Applies `GLKMatrix4MultiplyAndProjectVector3` to an array in place.
@inlinable public func GLKMatrix4MultiplyAndProjectVector3Array(
  _ matrix: GLKMatrix4, _ vectors: UnsafeMutablePointer<GLKVector3>, _ count: Int
) {
  for i in 0..<count {
    vectors[i] = GLKMatrix4MultiplyAndProjectVector3(matrix, vectors[i])
  }
}

/// Applies `GLKMatrix4MultiplyVector4` to an array in place.
@inlinable public func GLKMatrix4MultiplyVector4Array(
  _ matrix: GLKMatrix4, _ vectors: UnsafeMutablePointer<GLKVector4>, _ count: Int
) {
  for i in 0..<count {
    vectors[i] = GLKMatrix4MultiplyVector4(matrix, vectors[i])
  }
}
