/// A vector of coordinates in the plane or in space: what ``Vector2``, ``Vector3`` and ``Vector4``
/// have beyond other vector spaces.
///
/// Of two quaternions or twists the smaller coefficients mean nothing, and the angle between them as
/// vectors is not that of the rotations: they are not of this kind.
///
/// An array literal stands for the components. It must have as many elements as the vector, which
/// is checked when the program runs; initialisers are checked when it is compiled.
public protocol CoordinateVector: EuclideanVector, ExpressibleByArrayLiteral
where ArrayLiteralElement == Scalar {
  /// The number of components.
  static var scalarCount: Int { get }
  /// The component at `index`, from 0 to ``scalarCount`` - 1.
  subscript(index: Int) -> Scalar { get set }
  /// The vector of `transform` of each component.
  func map(_ transform: (Scalar) -> Scalar) -> Self
  /// The vector of `transform` of each two equal components.
  func map(_ other: Self, _ transform: (Scalar, Scalar) -> Scalar) -> Self
}

// MARK: - Component by component

extension CoordinateVector {
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
  /// The nearest vector whose components are no less than those of `lowerBound` and no more than
  /// those of `upperBound`.
  @inlinable public func clamped(lowerBound: Self, upperBound: Self) -> Self {
    componentwiseMaximum(lowerBound).componentwiseMinimum(upperBound)
  }
}
