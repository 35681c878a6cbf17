// swift-format-ignore-file: AlwaysUseLowerCamelCase
// GLKit's view and projection matrices. Depths are from -1 (near) to 1 (far).

public import RealModule
public import RotationMath

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
