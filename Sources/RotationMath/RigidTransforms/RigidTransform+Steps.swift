// MARK: - Operators and further motions

extension RigidTransform {
  /// Transforms a point: ``act(_:)``.
  @inlinable public static func * (transform: Self, point: Vector3<Scalar>) -> Vector3<Scalar> {
    transform.act(point)
  }

  /// This transform, followed by a translation in the target frame.
  @inlinable public func translated(by translation: Vector3<Scalar>) -> Self {
    Self(rotation: rotation, translation: self.translation + translation)
  }

  /// This transform, followed by a rotation about the origin of the target frame.
  @inlinable public func rotated(by rotation: Quaternion<Scalar>) -> Self {
    Self(rotation: rotation * self.rotation, translation: rotation.act(translation))
  }
}
