// What works on each component by itself. The same for two, three and four of them, which no
// protocol says: a quaternion has four coefficients, but its smaller of two means nothing.

extension Vector2 {
  /// The product of equal components.
  @inlinable public func componentwiseProduct(_ other: Self) -> Self { map(other, *) }
  /// The quotient of equal components.
  @inlinable public func componentwiseQuotient(_ other: Self) -> Self { map(other, /) }
  /// The smaller of equal components; NaN where either is.
  @inlinable public func componentwiseMinimum(_ other: Self) -> Self {
    map(other) { $0 <= $1 || $0.isNaN ? $0 : $1 }
  }
  /// The larger of equal components; NaN where either is.
  @inlinable public func componentwiseMaximum(_ other: Self) -> Self {
    map(other) { $0 >= $1 || $0.isNaN ? $0 : $1 }
  }
  /// The nearest vector whose components are no less than `lower`'s and no more than `upper`'s.
  @inlinable public func clamped(_ lower: Self, _ upper: Self) -> Self {
    componentwiseMaximum(lower).componentwiseMinimum(upper)
  }
}

extension Vector3 {
  /// The product of equal components.
  @inlinable public func componentwiseProduct(_ other: Self) -> Self { map(other, *) }
  /// The quotient of equal components.
  @inlinable public func componentwiseQuotient(_ other: Self) -> Self { map(other, /) }
  /// The smaller of equal components; NaN where either is.
  @inlinable public func componentwiseMinimum(_ other: Self) -> Self {
    map(other) { $0 <= $1 || $0.isNaN ? $0 : $1 }
  }
  /// The larger of equal components; NaN where either is.
  @inlinable public func componentwiseMaximum(_ other: Self) -> Self {
    map(other) { $0 >= $1 || $0.isNaN ? $0 : $1 }
  }
  /// The nearest vector whose components are no less than `lower`'s and no more than `upper`'s.
  @inlinable public func clamped(_ lower: Self, _ upper: Self) -> Self {
    componentwiseMaximum(lower).componentwiseMinimum(upper)
  }
}

extension Vector4 {
  /// The product of equal components.
  @inlinable public func componentwiseProduct(_ other: Self) -> Self { map(other, *) }
  /// The quotient of equal components.
  @inlinable public func componentwiseQuotient(_ other: Self) -> Self { map(other, /) }
  /// The smaller of equal components; NaN where either is.
  @inlinable public func componentwiseMinimum(_ other: Self) -> Self {
    map(other) { $0 <= $1 || $0.isNaN ? $0 : $1 }
  }
  /// The larger of equal components; NaN where either is.
  @inlinable public func componentwiseMaximum(_ other: Self) -> Self {
    map(other) { $0 >= $1 || $0.isNaN ? $0 : $1 }
  }
  /// The nearest vector whose components are no less than `lower`'s and no more than `upper`'s.
  @inlinable public func clamped(_ lower: Self, _ upper: Self) -> Self {
    componentwiseMaximum(lower).componentwiseMinimum(upper)
  }
}
