/// A coordinate vector: ``Vector2``, ``Vector3`` or ``Vector4``.
///
/// Quaternions and twists do not conform: componentwise minima and angles between coefficient
/// vectors have no meaning for them.
///
/// An array literal creates a vector from its components. Its element count is checked at run time;
/// that of the initialisers at compile time.
public protocol CoordinateVector: EuclideanVector, ExpressibleByArrayLiteral
where ArrayLiteralElement == Scalar {
  /// The number of components.
  static var scalarCount: Int { get }
  /// The component at `index`, from 0 to ``scalarCount`` - 1.
  subscript(index: Int) -> Scalar { get set }
  /// Applies `transform` to each component.
  func map(_ transform: (Scalar) -> Scalar) -> Self
  /// Applies `transform` to each pair of corresponding components.
  func map(_ other: Self, _ transform: (Scalar, Scalar) -> Scalar) -> Self
}

// MARK: - Componentwise operations

extension CoordinateVector {
  /// The componentwise product.
  @inlinable public func componentwiseProduct(_ other: Self) -> Self { map(other, *) }
  /// The componentwise quotient.
  @inlinable public func componentwiseQuotient(_ other: Self) -> Self { map(other, /) }
  /// The componentwise minimum, NaN where either component is NaN.
  @inlinable public func componentwiseMinimum(_ other: Self) -> Self {
    map(other) { $0 <= $1 || $0.isNaN ? $0 : $1 }
  }
  /// The componentwise maximum, NaN where either component is NaN.
  @inlinable public func componentwiseMaximum(_ other: Self) -> Self {
    map(other) { $0 >= $1 || $0.isNaN ? $0 : $1 }
  }
  /// Clamps each component to the range from `lowerBound` to `upperBound`.
  @inlinable public func clamped(lowerBound: Self, upperBound: Self) -> Self {
    componentwiseMaximum(lowerBound).componentwiseMinimum(upperBound)
  }
}
