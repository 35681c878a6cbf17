/// A vector with three components, a column vector in products with matrices.
@frozen public struct Vector3<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The component along *x*.
  public var x: Scalar
  /// The component along *y*.
  public var y: Scalar
  /// The component along *z*.
  public var z: Scalar

  /// Creates a vector from its components.
  @inlinable public init(_ x: Scalar, _ y: Scalar, _ z: Scalar) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// Creates a vector from its components.
  @inlinable public init(x: Scalar, y: Scalar, z: Scalar) { self.init(x, y, z) }

  /// Creates a vector whose components all equal `scalar`.
  @inlinable public init(repeating scalar: Scalar) { self.init(scalar, scalar, scalar) }

  /// Converts a vector from another precision, rounding to nearest.
  @inlinable public init<Other: RealScalar>(_ other: Vector3<Other>) {
    self.init(Scalar(other.x), Scalar(other.y), Scalar(other.z))
  }
}

// MARK: - Axes

extension Vector3 {
  /// The unit vector along *x*.
  @inlinable public static var unitX: Self { Self(1, 0, 0) }
  /// The unit vector along *y*.
  @inlinable public static var unitY: Self { Self(0, 1, 0) }
  /// The unit vector along *z*.
  @inlinable public static var unitZ: Self { Self(0, 0, 1) }
}

// MARK: - Components

extension Vector3 {
  /// The number of components: 3.
  @inlinable public static var scalarCount: Int { 3 }

  /// Applies `transform` to each pair of corresponding components.
  @inlinable public func map(_ other: Self, _ transform: (Scalar, Scalar) -> Scalar) -> Self {
    Self(transform(x, other.x), transform(y, other.y), transform(z, other.z))
  }
}

// MARK: - Algebra

extension Vector3: CoordinateVector {
  /// The zero vector.
  @inlinable public static var zero: Self { Self(0, 0, 0) }

  /// The sum, component by component.
  @inlinable public static func + (a: Self, b: Self) -> Self {
    Self(a.x + b.x, a.y + b.y, a.z + b.z)
  }
  /// The difference, component by component.
  @inlinable public static func - (a: Self, b: Self) -> Self {
    Self(a.x - b.x, a.y - b.y, a.z - b.z)
  }
  /// The negated vector.
  @inlinable public static prefix func - (vector: Self) -> Self {
    Self(-vector.x, -vector.y, -vector.z)
  }
  /// Each component times `scalar`.
  @inlinable public static func * (vector: Self, scalar: Scalar) -> Self {
    Self(vector.x * scalar, vector.y * scalar, vector.z * scalar)
  }
  /// Each component divided by `scalar`.
  @inlinable public static func / (vector: Self, scalar: Scalar) -> Self {
    Self(vector.x / scalar, vector.y / scalar, vector.z / scalar)
  }

  /// The dot product.
  @inlinable public func dot(_ other: Self) -> Scalar { x * other.x + y * other.y + z * other.z }

  /// The largest absolute value of a component, NaN if any component is NaN.
  @inlinable public var maximumMagnitude: Scalar {
    var largest = abs(x)
    if !(abs(y) <= largest) && !largest.isNaN { largest = abs(y) }
    if !(abs(z) <= largest) && !largest.isNaN { largest = abs(z) }
    return largest
  }

  /// Whether all components are finite.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}

// MARK: - Cross product

extension Vector3 {
  /// The right-handed cross product.
  @inlinable public func cross(_ other: Self) -> Self {
    Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }
}

// MARK: - SIMD

extension Vector3 {
  /// Creates a vector from the lanes of a SIMD vector.
  @inlinable public init(_ simd: SIMD3<Scalar>) { self.init(simd.x, simd.y, simd.z) }
}

extension SIMD3 where Scalar: RealScalar {
  /// Creates a SIMD vector from a vector.
  @inlinable public init(_ vector: Vector3<Scalar>) { self.init(vector.x, vector.y, vector.z) }
}

/// One of the three coordinate axes.
@frozen public enum CoordinateAxis: Int, Hashable, Sendable, Codable, CaseIterable {
  /// The *x* axis.
  case x
  /// The *y* axis.
  case y
  /// The *z* axis.
  case z
}
