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
