/// A 3×3 matrix, column-major: `M * v` combines the columns by the components of *v*.
@frozen
public struct Matrix3<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// Column 0.
  public var c0: Vector3<Scalar>
  /// Column 1.
  public var c1: Vector3<Scalar>
  /// Column 2.
  public var c2: Vector3<Scalar>

  /// The matrix of these columns.
  @inlinable public init(columns c0: Vector3<Scalar>, _ c1: Vector3<Scalar>, _ c2: Vector3<Scalar>)
  {
    self.c0 = c0
    self.c1 = c1
    self.c2 = c2
  }

  /// The matrix of these rows.
  @inlinable public init(rows r0: Vector3<Scalar>, _ r1: Vector3<Scalar>, _ r2: Vector3<Scalar>) {
    self.init(
      columns: Vector3(r0.x, r1.x, r2.x),
      Vector3(r0.y, r1.y, r2.y),
      Vector3(r0.z, r1.z, r2.z))
  }

  /// The matrix with `diagonal` on its diagonal and zeros elsewhere.
  @inlinable public init(diagonal: Vector3<Scalar>) {
    self.init(
      columns: Vector3(diagonal.x, 0, 0),
      Vector3(0, diagonal.y, 0),
      Vector3(0, 0, diagonal.z))
  }

  /// The same matrix in another precision, rounded to nearest.
  @inlinable public init<Other: RealScalar>(_ other: Matrix3<Other>) {
    self.init(columns: Vector3(other.c0), Vector3(other.c1), Vector3(other.c2))
  }

  /// The identity.
  @inlinable public static var identity: Self { Self(diagonal: Vector3(repeating: 1)) }
  /// The matrix of zeros.
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
      default: preconditionFailure("column \(index) is not in 0..<3")
      }
    }
    set {
      switch index {
      case 0: c0 = newValue
      case 1: c1 = newValue
      case 2: c2 = newValue
      default: preconditionFailure("column \(index) is not in 0..<3")
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

  /// The matrix with rows and columns exchanged.
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
  /// The matrix of negated elements.
  @inlinable public static prefix func - (matrix: Self) -> Self {
    Self(columns: -matrix.c0, -matrix.c1, -matrix.c2)
  }
  /// Each element times `scalar`.
  @inlinable public static func * (matrix: Self, scalar: Scalar) -> Self {
    Self(columns: matrix.c0 * scalar, matrix.c1 * scalar, matrix.c2 * scalar)
  }
  /// The image of `vector`: the columns combined by its components.
  @inlinable @inline(__always)
  public static func * (matrix: Self, vector: Vector3<Scalar>) -> Vector3<Scalar> {
    Vector3(
      sumOfProducts(matrix.c0.x, vector.x, matrix.c1.x, vector.y, matrix.c2.x, vector.z),
      sumOfProducts(matrix.c0.y, vector.x, matrix.c1.y, vector.y, matrix.c2.y, vector.z),
      sumOfProducts(matrix.c0.z, vector.x, matrix.c1.z, vector.y, matrix.c2.z, vector.z))
  }
  /// The product: applies `b` first.
  @inlinable @inline(__always) public static func * (a: Self, b: Self) -> Self {
    Self(columns: a * b.c0, a * b.c1, a * b.c2)
  }
}

extension Matrix3 {
  /// The determinant: the signed volume of the image of the unit cube.
  @inlinable public var determinant: Scalar { c0.dot(c1.cross(c2)) }

  /// The sum of the diagonal.
  @inlinable public var trace: Scalar { c0.x + c1.y + c2.z }

  /// Whether no element is infinite or NaN.
  @inlinable public var isFinite: Bool {
    c0.isFinite && c1.isFinite && c2.isFinite
  }
}

extension Matrix3: CustomStringConvertible {
  /// The rows, one after another.
  public var description: String {
    "[" + (0..<3).map { "\(self[row: $0])" }.joined(separator: ", ") + "]"
  }
}
