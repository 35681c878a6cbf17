/// A vector with four components, a column vector in products with matrices.
@frozen
public struct Vector4<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The component along *x*.
  public var x: Scalar
  /// The component along *y*.
  public var y: Scalar
  /// The component along *z*.
  public var z: Scalar
  /// The component along *w*.
  public var w: Scalar

  /// Creates a vector from its components.
  @inlinable public init(_ x: Scalar, _ y: Scalar, _ z: Scalar, _ w: Scalar) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  /// Creates a vector from its components.
  @inlinable public init(x: Scalar, y: Scalar, z: Scalar, w: Scalar) {
    self.init(x, y, z, w)
  }

  /// Creates a vector whose components all equal `scalar`.
  @inlinable public init(repeating scalar: Scalar) {
    self.init(scalar, scalar, scalar, scalar)
  }

  /// Converts a vector from another precision, rounding to nearest.
  @inlinable public init<Other: RealScalar>(_ other: Vector4<Other>) {
    self.init(Scalar(other.x), Scalar(other.y), Scalar(other.z), Scalar(other.w))
  }
}

// MARK: - Axes

extension Vector4 {
  /// The unit vector along *x*.
  @inlinable public static var unitX: Self { Self(1, 0, 0, 0) }
  /// The unit vector along *y*.
  @inlinable public static var unitY: Self { Self(0, 1, 0, 0) }
  /// The unit vector along *z*.
  @inlinable public static var unitZ: Self { Self(0, 0, 1, 0) }
  /// The unit vector along *w*.
  @inlinable public static var unitW: Self { Self(0, 0, 0, 1) }
}

// MARK: - Components

extension Vector4 {
  /// The number of components: 4.
  @inlinable public static var scalarCount: Int { 4 }

  /// The component at `index`, from 0.
  ///
  /// - Precondition: `index` is in `0..<4`.
  @inlinable public subscript(index: Int) -> Scalar {
    get {
      switch index {
      case 0: return x
      case 1: return y
      case 2: return z
      case 3: return w
      default: preconditionFailure("expected an index in 0..<4, got \(index)")
      }
    }
    set {
      switch index {
      case 0: x = newValue
      case 1: y = newValue
      case 2: z = newValue
      case 3: w = newValue
      default: preconditionFailure("expected an index in 0..<4, got \(index)")
      }
    }
  }

  /// Applies `transform` to each component.
  @inlinable public func map(_ transform: (Scalar) -> Scalar) -> Self {
    Self(transform(x), transform(y), transform(z), transform(w))
  }

  /// Applies `transform` to each pair of corresponding components.
  @inlinable public func map(_ other: Self, _ transform: (Scalar, Scalar) -> Scalar) -> Self {
    Self(transform(x, other.x), transform(y, other.y), transform(z, other.z), transform(w, other.w))
  }
}

extension Vector4: ExpressibleByArrayLiteral {
  /// Creates a vector from its components.
  ///
  /// - Precondition: `elements.count == 4`.
  @inlinable public init(arrayLiteral elements: Scalar...) {
    precondition(elements.count == 4, "expected 4 components, got \(elements.count)")
    self.init(elements[0], elements[1], elements[2], elements[3])
  }
}

extension Vector4: CustomStringConvertible {
  /// The components in parentheses.
  public var description: String { "(\(x), \(y), \(z), \(w))" }
}

// MARK: - Algebra

extension Vector4: CoordinateVector {
  /// The zero vector.
  @inlinable public static var zero: Self { Self(0, 0, 0, 0) }

  /// The sum, component by component.
  @inlinable public static func + (a: Self, b: Self) -> Self {
    Self(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w)
  }
  /// The difference, component by component.
  @inlinable public static func - (a: Self, b: Self) -> Self {
    Self(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w)
  }
  /// The negated vector.
  @inlinable public static prefix func - (vector: Self) -> Self {
    Self(-vector.x, -vector.y, -vector.z, -vector.w)
  }
  /// Each component times `scalar`.
  @inlinable public static func * (vector: Self, scalar: Scalar) -> Self {
    Self(vector.x * scalar, vector.y * scalar, vector.z * scalar, vector.w * scalar)
  }
  /// Each component divided by `scalar`.
  @inlinable public static func / (vector: Self, scalar: Scalar) -> Self {
    Self(vector.x / scalar, vector.y / scalar, vector.z / scalar, vector.w / scalar)
  }

  /// The dot product.
  @inlinable public func dot(_ other: Self) -> Scalar {
    x * other.x + y * other.y + z * other.z + w * other.w
  }

  /// The largest absolute value of a component, NaN if any component is NaN.
  @inlinable public var maximumMagnitude: Scalar {
    var largest = abs(x)
    if !(abs(y) <= largest) && !largest.isNaN { largest = abs(y) }
    if !(abs(z) <= largest) && !largest.isNaN { largest = abs(z) }
    if !(abs(w) <= largest) && !largest.isNaN { largest = abs(w) }
    return largest
  }

  /// Whether all components are finite.
  @inlinable public var isFinite: Bool {
    x.isFinite && y.isFinite && z.isFinite && w.isFinite
  }
}

// MARK: - SIMD

extension Vector4 {
  /// Creates a vector from the lanes of a SIMD vector.
  @inlinable public init(_ simd: SIMD4<Scalar>) {
    self.init(simd.x, simd.y, simd.z, simd.w)
  }
}

extension SIMD4 where Scalar: RealScalar {
  /// Creates a SIMD vector from a vector.
  @inlinable public init(_ vector: Vector4<Scalar>) {
    self.init(vector.x, vector.y, vector.z, vector.w)
  }
}
