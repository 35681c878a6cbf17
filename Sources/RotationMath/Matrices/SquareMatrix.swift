public import RealModule

/// A square matrix: ``Matrix2``, ``Matrix3`` or ``Matrix4``. It consists of its columns, in order.
public protocol SquareMatrix: LinearMap, CustomStringConvertible
where Vector: CoordinateVector {
  /// Each element times `scalar`.
  static func * (matrix: Self, scalar: Vector.Scalar) -> Self
  /// The determinant.
  var determinant: Vector.Scalar { get }
  /// The inverse, or `nil` if the matrix is singular or not finite, or its inverse overflows.
  ///
  /// A matrix is singular if its computed determinant is zero. Rounding can hide that: no digit may
  /// be correct if `conditionEstimate` is over 1/eps.
  ///
  /// The error relative to the largest element is a few eps times the condition number.
  var inverse: Self? { get }
}

// MARK: - Scalars

extension SquareMatrix {
  /// The negated matrix.
  @inlinable public static prefix func - (matrix: Self) -> Self { matrix * -1 }
  /// Each element times `scalar`.
  @inlinable public static func * (scalar: Vector.Scalar, matrix: Self) -> Self { matrix * scalar }
  /// Multiplies each element by `scalar`.
  @inlinable public static func *= (matrix: inout Self, scalar: Vector.Scalar) {
    matrix = matrix * scalar
  }
  /// Each element divided by `scalar`.
  @inlinable public static func / (matrix: Self, scalar: Vector.Scalar) -> Self {
    var result = matrix
    for column in 0..<Vector.scalarCount {
      result[column: column] = matrix[column: column] / scalar
    }
    return result
  }
  /// Divides each element by `scalar`.
  @inlinable public static func /= (matrix: inout Self, scalar: Vector.Scalar) {
    matrix = matrix / scalar
  }
}

// MARK: - Rows and elements

extension SquareMatrix {
  /// The column at `index`, from 0.
  ///
  /// - Precondition: `index` is less than the number of columns.
  @inlinable public subscript(column index: Int) -> Vector {
    get { part(index, of: self, count: Vector.scalarCount) }
    set { setPart(index, of: &self, count: Vector.scalarCount, to: newValue) }
  }

  /// The row at `index`, from 0.
  ///
  /// - Precondition: `index` is less than the number of rows.
  @inlinable public subscript(row index: Int) -> Vector {
    get {
      var row = Vector.zero
      for column in 0..<Vector.scalarCount { row[column] = self[index, column] }
      return row
    }
    set {
      for column in 0..<Vector.scalarCount { self[index, column] = newValue[column] }
    }
  }

  /// The element in `row` and `column`, both from 0.
  ///
  /// - Precondition: Both are less than the number of rows.
  @inlinable public subscript(row: Int, column: Int) -> Vector.Scalar {
    get {
      let count = Vector.scalarCount
      precondition(row >= 0 && row < count, "expected a row in 0..<\(count), got \(row)")
      return part(column * count + row, of: self, count: count * count)
    }
    set {
      let count = Vector.scalarCount
      precondition(row >= 0 && row < count, "expected a row in 0..<\(count), got \(row)")
      setPart(column * count + row, of: &self, count: count * count, to: newValue)
    }
  }

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
  ///
  /// By the inverse, with one refinement: up to a condition number of 1/√eps the residual is that
  /// of elimination.
  @inlinable public func solve(_ b: Vector) -> Vector? {
    guard let inverse else { return nil }
    let x = inverse * b
    let correction = inverse * (b - self * x)
    return correction.isFinite ? x + correction : x
  }

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
  /// Whether two matrices are equal up to an absolute or a relative tolerance.
  ///
  /// The Frobenius norm of the difference is at most `absoluteTolerance`, or at most
  /// `relativeTolerance` times the greater of the two norms. The defaults are those of vectors.
  @inlinable public func isApproximatelyEqual(
    to other: Self, absoluteTolerance: Vector.Scalar? = nil,
    relativeTolerance: Vector.Scalar? = nil
  ) -> Bool {
    isApproximatelyEqual(
      to: other, absoluteTolerance: absoluteTolerance ?? 0,
      relativeTolerance: relativeTolerance
        ?? (absoluteTolerance == nil ? Vector.Scalar.ulpOfOne.squareRoot() : 0),
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

  /// The rows in order.
  public var description: String {
    "[" + (0..<Vector.scalarCount).map { "\(self[row: $0])" }.joined(separator: ", ") + "]"
  }

  /// The Frobenius norm, computed without overflow.
  @inlinable public var frobeniusNorm: Vector.Scalar {
    var lengths = Vector.zero
    for index in 0..<Vector.scalarCount { lengths[index] = self[column: index].length }
    return lengths.length
  }

  /// The sum of the diagonal.
  @inlinable public var trace: Vector.Scalar { diagonal.sum() }

  /// The elements of the diagonal.
  @inlinable public var diagonal: Vector {
    var diagonal = Vector.zero
    for index in 0..<Vector.scalarCount { diagonal[index] = self[index, index] }
    return diagonal
  }
}

extension Matrix3 {
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
