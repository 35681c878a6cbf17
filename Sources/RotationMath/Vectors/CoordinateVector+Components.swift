// MARK: - Componentwise products

extension CoordinateVector {
  /// The componentwise product, as in simd; ``EuclideanVector/dot(_:)`` is the dot product.
  @inlinable public static func * (a: Self, b: Self) -> Self { a.componentwiseProduct(b) }
  /// The componentwise quotient.
  @inlinable public static func / (a: Self, b: Self) -> Self { a.componentwiseQuotient(b) }
  /// Multiplies each component by the corresponding one of `b`.
  @inlinable public static func *= (a: inout Self, b: Self) { a = a * b }
  /// Divides each component by the corresponding one of `b`.
  @inlinable public static func /= (a: inout Self, b: Self) { a = a / b }
}

// MARK: - Arrays and reductions

extension CoordinateVector {
  /// The vector whose components are all 1.
  @inlinable public static var one: Self {
    var vector = Self.zero
    for index in 0..<scalarCount { vector[index] = 1 }
    return vector
  }

  /// Creates a vector from an array of its components.
  ///
  /// - Precondition: The array has ``scalarCount`` elements.
  @inlinable public init(_ components: [Scalar]) {
    precondition(
      components.count == Self.scalarCount,
      "expected \(Self.scalarCount) components, got \(components.count)")
    self = .zero
    for index in 0..<Self.scalarCount { self[index] = components[index] }
  }

  /// The components in order.
  @inlinable public var components: [Scalar] { (0..<Self.scalarCount).map { self[$0] } }

  /// The sum of the components.
  @inlinable public func sum() -> Scalar {
    (1..<Self.scalarCount).reduce(self[0]) { $0 + self[$1] }
  }

  /// The smallest component; unspecified if any is NaN.
  @inlinable public func min() -> Scalar {
    (1..<Self.scalarCount).reduce(self[0]) { Swift.min($0, self[$1]) }
  }

  /// The largest component; unspecified if any is NaN.
  @inlinable public func max() -> Scalar {
    (1..<Self.scalarCount).reduce(self[0]) { Swift.max($0, self[$1]) }
  }
}
