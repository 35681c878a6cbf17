/// A vector with four components, a column vector in products with matrices.
///
/// The components are stored as one SIMD vector, with its alignment of 16 bytes: products of 4×4
/// matrices in `Float` take half the time of four stored numbers. As with `SIMD4`, a function
/// cannot take two components of one variable as `inout` arguments.
@frozen public struct Vector4<Scalar: RealScalar>: Hashable, Sendable {
  @usableFromInline var lanes: SIMD4<Scalar>

  /// Creates a vector from its components.
  @inlinable public init(_ x: Scalar, _ y: Scalar, _ z: Scalar, _ w: Scalar) {
    lanes = SIMD4(x, y, z, w)
  }

  /// Creates a vector from its components.
  @inlinable public init(x: Scalar, y: Scalar, z: Scalar, w: Scalar) { self.init(x, y, z, w) }

  /// Creates a vector whose components all equal `scalar`.
  @inlinable public init(repeating scalar: Scalar) { lanes = SIMD4(repeating: scalar) }

  /// Converts a vector from another precision, rounding to nearest.
  @inlinable public init<Other: RealScalar>(_ other: Vector4<Other>) {
    self.init(Scalar(other.x), Scalar(other.y), Scalar(other.z), Scalar(other.w))
  }
}

// MARK: - Components by name

extension Vector4 {
  /// The component along *x*.
  @inlinable public var x: Scalar {
    get { lanes.x }
    set { lanes.x = newValue }
  }
  /// The component along *y*.
  @inlinable public var y: Scalar {
    get { lanes.y }
    set { lanes.y = newValue }
  }
  /// The component along *z*.
  @inlinable public var z: Scalar {
    get { lanes.z }
    set { lanes.z = newValue }
  }
  /// The component along *w*.
  @inlinable public var w: Scalar {
    get { lanes.w }
    set { lanes.w = newValue }
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

  /// Applies `transform` to each pair of corresponding components.
  @inlinable public func map(_ other: Self, _ transform: (Scalar, Scalar) -> Scalar) -> Self {
    Self(transform(x, other.x), transform(y, other.y), transform(z, other.z), transform(w, other.w))
  }
}

extension Vector4: Codable {
  #if !hasFeature(Embedded)
    // By name, as in the other vectors.
    private enum CodingKeys: CodingKey { case x, y, z, w }

    /// Decodes the components.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      func component(_ key: CodingKeys) throws -> Scalar {
        try values.decode(Scalar.self, forKey: key)
      }
      self.init(try component(.x), try component(.y), try component(.z), try component(.w))
    }

    /// Encodes the components.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(x, forKey: .x)
      try values.encode(y, forKey: .y)
      try values.encode(z, forKey: .z)
      try values.encode(w, forKey: .w)
    }
  #endif
}

// MARK: - Algebra

extension Vector4: CoordinateVector {
  /// The zero vector.
  @inlinable public static var zero: Self { Self(0, 0, 0, 0) }

  /// The sum, component by component.
  @inlinable public static func + (a: Self, b: Self) -> Self { Self(a.lanes + b.lanes) }
  /// The difference, component by component.
  @inlinable public static func - (a: Self, b: Self) -> Self { Self(a.lanes - b.lanes) }
  /// The negated vector.
  @inlinable public static prefix func - (vector: Self) -> Self { Self(-vector.lanes) }
  /// Each component times `scalar`.
  @inlinable public static func * (vector: Self, scalar: Scalar) -> Self {
    Self(vector.lanes * scalar)
  }
  /// Each component divided by `scalar`.
  @inlinable public static func / (vector: Self, scalar: Scalar) -> Self {
    Self(vector.lanes / scalar)
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
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite && w.isFinite }
}

// MARK: - SIMD

extension Vector4 {
  /// Creates a vector from the lanes of a SIMD vector.
  @inlinable public init(_ simd: SIMD4<Scalar>) { lanes = simd }
}

extension SIMD4 where Scalar: RealScalar {
  /// Creates a SIMD vector from a vector.
  @inlinable public init(_ vector: Vector4<Scalar>) { self = vector.lanes }
}
