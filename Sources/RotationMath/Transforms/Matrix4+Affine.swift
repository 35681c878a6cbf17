// MARK: - Affine transforms of points in space, in homogeneous coordinates

extension Matrix4 {
  /// Creates a translation matrix.
  @inlinable public init(translation: Vector3<Scalar>) {
    self.init(linear: .identity, translation: translation)
  }

  /// Creates a scaling matrix.
  @inlinable public init(scale: Vector3<Scalar>) {
    self.init(linear: Matrix3(diagonal: scale), translation: .zero)
  }

  /// Creates the matrix that rotates by a unit quaternion, then translates.
  @inlinable
  public init(rotation: Quaternion<Scalar>, translation: Vector3<Scalar> = .zero) {
    self.init(linear: Matrix3(rotation), translation: translation)
  }

  /// Creates the affine matrix that maps *p* to `linear` *p* + `translation`.
  @inlinable public init(linear: Matrix3<Scalar>, translation: Vector3<Scalar>) {
    self.init(
      columns: Vector4(linear.c0, 0), Vector4(linear.c1, 0), Vector4(linear.c2, 0),
      Vector4(translation, 1))
  }

  /// The upper left 3×3 block.
  @inlinable public var linear: Matrix3<Scalar> { Matrix3(columns: c0.xyz, c1.xyz, c2.xyz) }

  /// The first three elements of the last column.
  @inlinable public var translation: Vector3<Scalar> { c3.xyz }

  /// Transforms a point and divides by the homogeneous coordinate.
  ///
  /// The result is infinite if that coordinate is zero.
  @inlinable public func transformPoint(_ point: Vector3<Scalar>) -> Vector3<Scalar> {
    let image = self * Vector4(point, 1)
    return image.w == 1 ? image.xyz : image.xyz / image.w
  }

  /// Transforms a direction, without the translation.
  @inlinable public func transformDirection(_ direction: Vector3<Scalar>) -> Vector3<Scalar> {
    (self * Vector4(direction, 0)).xyz
  }
}

extension Vector4 {
  /// Creates a vector from three components and a fourth.
  @inlinable public init(_ xyz: Vector3<Scalar>, _ w: Scalar) {
    self.init(xyz.x, xyz.y, xyz.z, w)
  }

  /// The first three components.
  @inlinable public var xyz: Vector3<Scalar> { Vector3(x, y, z) }
}

extension Vector3 {
  /// Creates a vector from two components and a third.
  @inlinable public init(_ xy: Vector2<Scalar>, _ z: Scalar) { self.init(xy.x, xy.y, z) }

  /// The first two components.
  @inlinable public var xy: Vector2<Scalar> { Vector2(x, y) }
}
