public import RealModule

/// A square matrix: ``Matrix2``, ``Matrix3`` or ``Matrix4``.
public protocol SquareMatrix: LinearMap where Vector: CoordinateVector {
  /// Each element times `scalar`.
  static func * (matrix: Self, scalar: Vector.Scalar) -> Self
  /// The row at `index`, from 0.
  subscript(row index: Int) -> Vector { get set }
  /// The element in `row` and `column`, both from 0.
  subscript(row: Int, column: Int) -> Vector.Scalar { get set }
  /// The inverse, or `nil` if the matrix is singular or not finite.
  var inverse: Self? { get }
  /// The Frobenius norm, computed without overflow.
  var frobeniusNorm: Vector.Scalar { get }
}

extension Matrix2: SquareMatrix {
  /// The type of the vectors that it maps.
  public typealias Vector = Vector2<Scalar>
}

extension Matrix3: SquareMatrix {
  /// The type of the vectors that it maps.
  public typealias Vector = Vector3<Scalar>
}

extension Matrix4: SquareMatrix {
  /// The type of the vectors that it maps.
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

  /// Solves *A* *x* = `b`, or returns `nil` if the matrix is singular or not finite.
  @inlinable public func solve(_ b: Vector) -> Vector? { inverse.map { $0 * b } }

  /// The condition number ‖*A*‖·‖*A*⁻¹‖ in the Frobenius norm.
  ///
  /// The relative error of ``inverse`` is at most about this value times eps. Infinite for a
  /// singular matrix.
  @inlinable public var conditionEstimate: Vector.Scalar {
    inverse.map { frobeniusNorm * $0.frobeniusNorm } ?? .infinity
  }
}

// MARK: - Approximate equality

extension SquareMatrix {
  /// Whether two matrices are equal up to a relative tolerance.
  ///
  /// The Frobenius norm of the difference is at most `relativeTolerance` times the greater of the
  /// two norms (default: √eps, half the digits).
  @inlinable public func isApproximatelyEqual(
    to other: Self, relativeTolerance: Vector.Scalar = Vector.Scalar.ulpOfOne.squareRoot()
  ) -> Bool {
    isApproximatelyEqual(to: other, absoluteTolerance: 0, relativeTolerance: relativeTolerance)
  }

  /// Whether two matrices are equal up to an absolute or a relative tolerance.
  ///
  /// The Frobenius norm of the difference is at most `absoluteTolerance`, or at most
  /// `relativeTolerance` times the greater of the two norms.
  @inlinable public func isApproximatelyEqual(
    to other: Self, absoluteTolerance: Vector.Scalar, relativeTolerance: Vector.Scalar = 0
  ) -> Bool {
    isApproximatelyEqual(
      to: other, absoluteTolerance: absoluteTolerance, relativeTolerance: relativeTolerance,
      norm: { $0.frobeniusNorm })
  }
}
