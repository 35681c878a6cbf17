/// A 3×3 matrix in column-major order; vectors are columns: `M * v`.
@frozen
public struct Matrix3<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// Column 0.
  public var c0: Vector3<Scalar>
  /// Column 1.
  public var c1: Vector3<Scalar>
  /// Column 2.
  public var c2: Vector3<Scalar>

  /// Creates a matrix from its columns.
  @inlinable public init(columns c0: Vector3<Scalar>, _ c1: Vector3<Scalar>, _ c2: Vector3<Scalar>)
  {
    self.c0 = c0
    self.c1 = c1
    self.c2 = c2
  }

  /// Creates a matrix from its rows.
  @inlinable public init(rows r0: Vector3<Scalar>, _ r1: Vector3<Scalar>, _ r2: Vector3<Scalar>) {
    self.init(
      columns: Vector3(r0.x, r1.x, r2.x),
      Vector3(r0.y, r1.y, r2.y),
      Vector3(r0.z, r1.z, r2.z))
  }

  /// Creates a diagonal matrix.
  @inlinable public init(diagonal: Vector3<Scalar>) {
    self.init(
      columns: Vector3(diagonal.x, 0, 0),
      Vector3(0, diagonal.y, 0),
      Vector3(0, 0, diagonal.z))
  }

  /// Converts a matrix from another precision, rounding to nearest.
  @inlinable public init<Other: RealScalar>(_ other: Matrix3<Other>) {
    self.init(columns: Vector3(other.c0), Vector3(other.c1), Vector3(other.c2))
  }

  /// The identity.
  @inlinable public static var identity: Self { Self(diagonal: Vector3(repeating: 1)) }
  /// The zero matrix.
  @inlinable public static var zero: Self { Self(columns: .zero, .zero, .zero) }
}

// MARK: - Components

extension Matrix3 {
  /// The column at `index`, from 0.
  ///
  /// - Precondition: `index` is in `0..<3`.
  @inlinable public subscript(column index: Int) -> Vector3<Scalar> {
    get {
      switch index {
      case 0: return c0
      case 1: return c1
      case 2: return c2
      default: preconditionFailure("expected a column in 0..<3, got \(index)")
      }
    }
    set {
      switch index {
      case 0: c0 = newValue
      case 1: c1 = newValue
      case 2: c2 = newValue
      default: preconditionFailure("expected a column in 0..<3, got \(index)")
      }
    }
  }

  /// The row at `index`, from 0.
  ///
  /// - Precondition: `index` is in `0..<3`.
  @inlinable public subscript(row index: Int) -> Vector3<Scalar> {
    get { Vector3(c0[index], c1[index], c2[index]) }
    set {
      c0[index] = newValue.x
      c1[index] = newValue.y
      c2[index] = newValue.z
    }
  }

  /// The element in `row` and `column`, both from 0.
  ///
  /// - Precondition: both are in `0..<3`.
  @inlinable public subscript(row: Int, column: Int) -> Scalar {
    get { self[column: column][row] }
    set { self[column: column][row] = newValue }
  }

  /// The transpose.
  @inlinable public var transpose: Self { Self(rows: c0, c1, c2) }
}

// MARK: - Algebra

extension Matrix3 {
  /// The sum, element by element.
  @inlinable public static func + (a: Self, b: Self) -> Self {
    Self(columns: a.c0 + b.c0, a.c1 + b.c1, a.c2 + b.c2)
  }
  /// The difference, element by element.
  @inlinable public static func - (a: Self, b: Self) -> Self {
    Self(columns: a.c0 - b.c0, a.c1 - b.c1, a.c2 - b.c2)
  }
  /// The negated matrix.
  @inlinable public static prefix func - (matrix: Self) -> Self {
    Self(columns: -matrix.c0, -matrix.c1, -matrix.c2)
  }
  /// Each element times `scalar`.
  @inlinable public static func * (matrix: Self, scalar: Scalar) -> Self {
    Self(columns: matrix.c0 * scalar, matrix.c1 * scalar, matrix.c2 * scalar)
  }
  /// The product of matrix and vector.
  @inlinable public static func * (matrix: Self, vector: Vector3<Scalar>) -> Vector3<Scalar> {
    Vector3(
      sumOfProducts(matrix.c0.x, vector.x, matrix.c1.x, vector.y, matrix.c2.x, vector.z),
      sumOfProducts(matrix.c0.y, vector.x, matrix.c1.y, vector.y, matrix.c2.y, vector.z),
      sumOfProducts(matrix.c0.z, vector.x, matrix.c1.z, vector.y, matrix.c2.z, vector.z))
  }
  /// The matrix product; as a transform it applies `b` first.
  @inlinable @inline(__always)
  public static func * (a: Self, b: Self) -> Self {
    // Always inlined: a call costs 13 % (benchmark "matrix product").
    Self(columns: a * b.c0, a * b.c1, a * b.c2)
  }
}

extension Matrix3 {
  /// The determinant: the signed volume of the image of the unit cube.
  @inlinable public var determinant: Scalar { c0.dot(c1.cross(c2)) }

  /// The sum of the diagonal.
  @inlinable public var trace: Scalar { c0.x + c1.y + c2.z }

  /// Whether all elements are finite.
  @inlinable public var isFinite: Bool {
    c0.isFinite && c1.isFinite && c2.isFinite
  }
}

extension Matrix3: CustomStringConvertible {
  /// The rows in order.
  public var description: String {
    "[" + (0..<3).map { "\(self[row: $0])" }.joined(separator: ", ") + "]"
  }
}

extension Vector3 {
  /// The outer product *a* *b*ᵀ.
  @inlinable public func outerProduct(_ other: Self) -> Matrix3<Scalar> {
    Matrix3(columns: self * other.x, self * other.y, self * other.z)
  }
}
