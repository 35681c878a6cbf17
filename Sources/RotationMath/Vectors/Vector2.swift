/// A vector with two components, a column vector in products with matrices.
@frozen public struct Vector2<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The component along *x*.
  public var x: Scalar
  /// The component along *y*.
  public var y: Scalar

  /// Creates a vector from its components.
  @inlinable public init(_ x: Scalar, _ y: Scalar) {
    self.x = x
    self.y = y
  }

  /// Creates a vector from its components.
  @inlinable public init(x: Scalar, y: Scalar) { self.init(x, y) }

  /// Creates a vector whose components all equal `scalar`.
  @inlinable public init(repeating scalar: Scalar) { self.init(scalar, scalar) }

  /// Converts a vector from another precision, rounding to nearest.
  @inlinable public init<Other: RealScalar>(_ other: Vector2<Other>) {
    self.init(Scalar(other.x), Scalar(other.y))
  }
}

// MARK: - Axes

extension Vector2 {
  /// The unit vector along *x*.
  @inlinable public static var unitX: Self { Self(1, 0) }
  /// The unit vector along *y*.
  @inlinable public static var unitY: Self { Self(0, 1) }
}

// MARK: - Components

extension Vector2 {
  /// The number of components: 2.
  @inlinable public static var scalarCount: Int { 2 }

  /// Applies `transform` to each pair of corresponding components.
  @inlinable public func map(_ other: Self, _ transform: (Scalar, Scalar) -> Scalar) -> Self {
    Self(transform(x, other.x), transform(y, other.y))
  }
}

// MARK: - Algebra

extension Vector2: CoordinateVector {
  /// The zero vector.
  @inlinable public static var zero: Self { Self(0, 0) }

  /// The sum, component by component.
  @inlinable public static func + (a: Self, b: Self) -> Self { Self(a.x + b.x, a.y + b.y) }
  /// The difference, component by component.
  @inlinable public static func - (a: Self, b: Self) -> Self { Self(a.x - b.x, a.y - b.y) }
  /// The negated vector.
  @inlinable public static prefix func - (vector: Self) -> Self { Self(-vector.x, -vector.y) }
  /// Each component times `scalar`.
  @inlinable public static func * (vector: Self, scalar: Scalar) -> Self {
    Self(vector.x * scalar, vector.y * scalar)
  }
  /// Each component divided by `scalar`.
  @inlinable public static func / (vector: Self, scalar: Scalar) -> Self {
    Self(vector.x / scalar, vector.y / scalar)
  }

  /// The dot product.
  @inlinable public func dot(_ other: Self) -> Scalar { x * other.x + y * other.y }

  /// The largest absolute value of a component, NaN if any component is NaN.
  @inlinable public var maximumMagnitude: Scalar {
    var largest = abs(x)
    if !(abs(y) <= largest) && !largest.isNaN { largest = abs(y) }
    return largest
  }

  /// Whether all components are finite.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }
}

// MARK: - SIMD

extension Vector2 {
  /// Creates a vector from the lanes of a SIMD vector.
  @inlinable public init(_ simd: SIMD2<Scalar>) { self.init(simd.x, simd.y) }
}

extension SIMD2 where Scalar: RealScalar {
  /// Creates a SIMD vector from a vector.
  @inlinable public init(_ vector: Vector2<Scalar>) { self.init(vector.x, vector.y) }
}
