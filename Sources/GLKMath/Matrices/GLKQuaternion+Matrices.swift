// swift-format-ignore-file: AlwaysUseLowerCamelCase
// GLKit's conversions of matrices to quaternions.

public import RotationMath

/// The quaternion of a rotation matrix.
@inlinable public func GLKQuaternionMakeWithMatrix3(_ matrix: GLKMatrix3) -> GLKQuaternion {
  GLKQuaternion(Quaternion(matrix.matrix))
}

/// The quaternion of the upper left 3×3 block, a rotation matrix.
@inlinable public func GLKQuaternionMakeWithMatrix4(_ matrix: GLKMatrix4) -> GLKQuaternion {
  GLKQuaternionMakeWithMatrix3(GLKMatrix4GetMatrix3(matrix))
}
