public import RealModule

/// A square matrix: ``Matrix2``, ``Matrix3`` or ``Matrix4``.
public protocol SquareMatrix: LinearMap where Vector: CoordinateVector {
  /// Each element times `scalar`.
  static func * (matrix: Self, scalar: Vector.Scalar) -> Self
  /// The row at `index`, from 0.
  subscript(row index: Int) -> Vector { get set }
  /// The element in `row` and `column`, both from 0.
  subscript(row: Int, column: Int) -> Vector.Scalar { get set }
  /// The determinant.
  var determinant: Vector.Scalar { get }
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

// MARK: - Elements by name

extension SquareMatrix {
  /// The element in `row` and `column`, both from 0: `self[row, column]` with names.
  ///
  /// simd's subscript takes the column first.
  ///
  /// - Precondition: both are less than the number of rows.
  @inlinable public subscript(row row: Int, column column: Int) -> Vector.Scalar {
    get { self[row, column] }
    set { self[row, column] = newValue }
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

// MARK: - Arrays of elements, with the order in the name

extension SquareMatrix {
  /// Creates a matrix from its elements, column after column.
  ///
  /// The order of memory here and in simd, Eigen, glam and OpenGL.
  ///
  /// - Precondition: The array has *n*² elements.
  @inlinable public init(columnMajor elements: [Vector.Scalar]) {
    let n = Vector.scalarCount
    precondition(elements.count == n * n, "expected \(n * n) elements, got \(elements.count)")
    self = .zero
    for index in 0..<n * n { self[index % n, index / n] = elements[index] }
  }

  /// Creates a matrix from its elements, row after row.
  ///
  /// The order of NumPy and of C's arrays.
  ///
  /// - Precondition: The array has *n*² elements.
  @inlinable public init(rowMajor elements: [Vector.Scalar]) {
    self = Self(columnMajor: elements).transpose
  }

  /// The elements, column after column.
  @inlinable public var columnMajor: [Vector.Scalar] { transpose.rowMajor }

  /// The elements, row after row.
  @inlinable public var rowMajor: [Vector.Scalar] {
    (0..<Vector.scalarCount).flatMap { self[row: $0].components }
  }

  /// The elements of the diagonal.
  @inlinable public var diagonal: Vector {
    var diagonal = Vector.zero
    for index in 0..<Vector.scalarCount { diagonal[index] = self[index, index] }
    return diagonal
  }
}

// Norms and measures of accuracy.

extension Matrix2 {
  /// The Frobenius norm, computed without overflow.
  @inlinable public var frobeniusNorm: Scalar { Vector2(c0.length, c1.length).length }
}

extension Matrix3 {
  /// The Frobenius norm, computed without overflow.
  @inlinable public var frobeniusNorm: Scalar { Vector3(c0.length, c1.length, c2.length).length }

  /// The largest element of |*A*ᵀ*A* - *I*|, zero up to rounding for a rotation.
  @inlinable public var orthonormalityError: Scalar {
    let e = transpose * self - .identity
    return Vector3(
      e.c0.maximumMagnitude, e.c1.maximumMagnitude, e.c2.maximumMagnitude
    ).maximumMagnitude
  }

  /// The transposed inverse, which transforms the normals of surfaces.
  ///
  /// `nil` if the matrix is singular or not finite.
  @inlinable public var normalMatrix: Self? { inverse?.transpose }
}

extension Matrix4 {
  /// The Frobenius norm, computed without overflow.
  @inlinable public var frobeniusNorm: Scalar {
    Vector4(c0.length, c1.length, c2.length, c3.length).length
  }
}
