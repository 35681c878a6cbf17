public import RealModule

/// A matrix of as many rows as columns: what ``Matrix2``, ``Matrix3`` and ``Matrix4`` share.
public protocol SquareMatrix: LinearMap where Vector: CoordinateVector {
  /// Each element times `scalar`.
  static func * (matrix: Self, scalar: Vector.Scalar) -> Self
  /// The row at `index`, from 0.
  subscript(row index: Int) -> Vector { get set }
  /// The element in `row` and `column`, both from 0.
  subscript(row: Int, column: Int) -> Vector.Scalar { get set }
  /// The inverse, or `nil` when there is none: singular or not finite.
  var inverse: Self? { get }
  /// The square root of the sum of the squares of all elements; does not overflow.
  var frobeniusNorm: Vector.Scalar { get }
}

extension Matrix2: SquareMatrix {
  /// What it maps.
  public typealias Vector = Vector2<Scalar>
}

extension Matrix3: SquareMatrix {
  /// What it maps.
  public typealias Vector = Vector3<Scalar>
}

extension Matrix4: SquareMatrix {
  /// What it maps.
  public typealias Vector = Vector4<Scalar>
}

// MARK: - Scalars

extension SquareMatrix {
  /// Each element times `scalar`.
  @inlinable public static func * (scalar: Vector.Scalar, matrix: Self) -> Self { matrix * scalar }
  /// Multiplies each element by `scalar`.
  @inlinable public static func *= (matrix: inout Self, scalar: Vector.Scalar) {
    matrix = matrix * scalar
  }
  /// Each element times the reciprocal of `scalar`.
  @inlinable public static func / (matrix: Self, scalar: Vector.Scalar) -> Self {
    matrix * (1 / scalar)
  }
  /// Multiplies each element by the reciprocal of `scalar`.
  @inlinable public static func /= (matrix: inout Self, scalar: Vector.Scalar) {
    matrix = matrix / scalar
  }
}

// MARK: - Products and equations

extension SquareMatrix {
  /// Replaces `a` by `a * b`.
  @inlinable public static func *= (a: inout Self, b: Self) { a = a * b }

  /// The *x* with *A* *x* = `b`, or `nil` when the matrix is singular or not finite.
  @inlinable public func solve(_ b: Vector) -> Vector? { inverse.map { $0 * b } }

  /// An estimate of the condition number, ‖*A*‖·‖*A*⁻¹‖ in the Frobenius norm: the relative error
  /// of ``inverse`` is at most about this times the rounding error. Infinite for a singular matrix.
  @inlinable public var conditionEstimate: Vector.Scalar {
    inverse.map { frobeniusNorm * $0.frobeniusNorm } ?? .infinity
  }
}

// MARK: - Approximate equality

extension SquareMatrix {
  /// Whether the Frobenius norm of the difference is at most `relativeTolerance` times the greater
  /// of the two norms; half the digits, unless told otherwise.
  @inlinable public func isApproximatelyEqual(
    to other: Self, relativeTolerance: Vector.Scalar = Vector.Scalar.ulpOfOne.squareRoot()
  ) -> Bool {
    isApproximatelyEqual(to: other, absoluteTolerance: 0, relativeTolerance: relativeTolerance)
  }

  /// Whether the Frobenius norm of the difference is at most `absoluteTolerance`, or at most
  /// `relativeTolerance` times the greater of the two norms.
  @inlinable public func isApproximatelyEqual(
    to other: Self, absoluteTolerance: Vector.Scalar, relativeTolerance: Vector.Scalar = 0
  ) -> Bool {
    isApproximatelyEqual(
      to: other, absoluteTolerance: absoluteTolerance, relativeTolerance: relativeTolerance,
      norm: { $0.frobeniusNorm })
  }
}
