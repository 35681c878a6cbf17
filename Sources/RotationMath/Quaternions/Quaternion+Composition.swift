// MARK: - Action by operator and from the vector's side

extension Quaternion {
  /// Rotates `vector` by a unit quaternion: `rotation.act(vector)`.
  @inlinable public static func * (rotation: Self, vector: Vector3<Scalar>) -> Vector3<Scalar> {
    rotation.act(vector)
  }
}

extension Vector3 {
  /// This vector rotated by a unit quaternion.
  @inlinable public func rotated(by rotation: Quaternion<Scalar>) -> Self { rotation.act(self) }
}

// MARK: - Products that keep unit length

extension Quaternion {
  /// The composition of two rotations at unit length: `other` first, then `self`.
  ///
  /// The product `*` leaves the length of its factors as it is: a deviation δ of a factor's length
  /// from 1 passes to the result, and a product that is fed back, as in `r = r * q * r`, doubles it
  /// each time. This function removes it to first order: the length of the result deviates by about
  /// 3δ²/2 and a rounding error. It costs 13 more operations and no square root.
  @inlinable public func composed(with other: Self) -> Self { (self * other).renormalized }

  /// This nearly unit quaternion at unit length, by one Newton step for 1/√*x*.
  ///
  /// A deviation δ of the length becomes 3δ²/2. For any length see
  /// ``EuclideanVector/normalized()``.
  @inlinable @inline(__always)  // Benchmark "inertial filter, a sample".
  public var renormalized: Self { self * (1.5 - 0.5 * lengthSquared) }
}

// MARK: - Bounded steps

extension Quaternion {
  /// The rotation at most `angle` radians from here on the shorter arc to `target`.
  @inlinable public func rotated(towards target: Self, by angle: Scalar) -> Self {
    let whole = angularDistance(to: target)
    return whole <= angle ? target : slerp(to: target, angle / whole)
  }
}

// MARK: - Look rotation

extension Quaternion {
  /// Creates the attitude of a camera or body that looks along `forward`.
  ///
  /// It maps -*z* to the direction of `forward` and +*y* as near to `up` as possible, as
  /// ``Matrix4/init(lookingFrom:at:up:)`` and OpenGL do. For bodies that look along +*z* pass
  /// `-forward`.
  ///
  /// Returns `nil` if a vector is zero or not finite, or if the two are parallel to rounding.
  @inlinable public init?(forward: Vector3<Scalar>, up: Vector3<Scalar>) {
    guard let back = (-forward).normalized(), let axes = Matrix3.lookAxes(back: back, up: up)
    else { return nil }
    self.init(axes)
  }
}

extension Matrix3 {
  /// The axes to the right, up and back as columns, for the unit vector `back`.
  ///
  /// `nil` if `up` is zero or not finite, or if the two are parallel to rounding.
  @inlinable static func lookAxes(back: Vector3<Scalar>, up: Vector3<Scalar>) -> Self? {
    guard let above = up.normalized() else { return nil }
    let right = above.cross(back)
    guard right.length > 4 * Scalar.ulpOfOne, let rough = right.normalized() else { return nil }
    // Near parallel, the rounding errors of the cross product are large relative to its length.
    guard let side = (rough - back * back.dot(rough)).normalized() else { return nil }
    return Self(columns: side, back.cross(side), back)
  }
}
