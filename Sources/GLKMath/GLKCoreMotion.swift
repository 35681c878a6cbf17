// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RotationMath

/// Converts an attitude quaternion of device motion to GLKit's, rounded to floats.
@inlinable
public func GLKQuaternionFromCMQuaternion(_ quaternion: Quaternion<Double>) -> GLKQuaternion {
  GLKQuaternion(
    x: Float(quaternion.x), y: Float(quaternion.y), z: Float(quaternion.z), w: Float(quaternion.w))
}

/// Converts an acceleration of device motion to GLKit's vector, rounded to floats.
@inlinable
public func GLKVector3FromCMAcceleration(_ acceleration: Vector3<Double>) -> GLKVector3 {
  GLKVector3(x: Float(acceleration.x), y: Float(acceleration.y), z: Float(acceleration.z))
}
