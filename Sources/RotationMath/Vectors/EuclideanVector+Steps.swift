public import RealModule

// MARK: - Bounded steps

extension EuclideanVector {
  /// This vector, shortened to `length` if it is longer.
  ///
  /// NaN if the vector is not finite.
  @inlinable public func clamped(toLength length: Scalar) -> Self {
    guard self.length > length else { return self }
    return (normalized() ?? self * .nan) * length
  }

  /// The point that is at most `distance` from here on the straight line to `target`.
  @inlinable public func moved(towards target: Self, by distance: Scalar) -> Self {
    let step = target - self
    return step.length <= distance ? target : self + step.clamped(toLength: distance)
  }

  /// Whether the length is 1 to half the digits: |‖*v*‖² - 1| ≤ √eps.
  @inlinable public var isNormalized: Bool {
    abs(lengthSquared - 1) <= Scalar.ulpOfOne.squareRoot()
  }
}

extension Vector3 {
  /// Two unit vectors that form a right-handed orthonormal basis with this one's direction.
  ///
  /// The basis is (first, second, direction). `nil` if the vector is zero or not finite.
  @inlinable public func orthonormalPair() -> (first: Self, second: Self)? {
    guard let direction = normalized(), let first = direction.anyOrthogonal() else { return nil }
    return (first, direction.cross(first))
  }
}

// MARK: - Random directions

extension Vector2 {
  /// A unit vector with a uniformly distributed direction.
  @inlinable
  public static func randomDirection(using generator: inout some RandomNumberGenerator) -> Self {
    let angle = Scalar(Double.random(in: 0..<1, using: &generator)) * 2 * .pi
    return Self(.cos(angle), .sin(angle))
  }
}

extension Vector3 {
  /// A unit vector with a uniformly distributed direction.
  ///
  /// The *z* component is uniform in -1...1, by Archimedes' theorem on the sphere.
  @inlinable
  public static func randomDirection(using generator: inout some RandomNumberGenerator) -> Self {
    let z = Scalar(Double.random(in: -1...1, using: &generator))
    let around = Vector2<Scalar>.randomDirection(using: &generator)
    let radius = ((1 - z) * (1 + z)).squareRoot()
    return Self(around.x * radius, around.y * radius, z)
  }

  /// A unit vector with a uniformly distributed direction, from the system's generator.
  @inlinable public static func randomDirection() -> Self {
    var generator = SystemRandomNumberGenerator()
    return randomDirection(using: &generator)
  }
}
