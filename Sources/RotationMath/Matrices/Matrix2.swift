public import RealModule

/// A 2×2 matrix in column-major order; vectors are columns: `M * v`.
@frozen public struct Matrix2<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// Column 0.
  public var c0: Vector2<Scalar>
  /// Column 1.
  public var c1: Vector2<Scalar>

  /// Creates a matrix from its columns.
  @inlinable public init(columns c0: Vector2<Scalar>, _ c1: Vector2<Scalar>) {
    self.c0 = c0
    self.c1 = c1
  }

  /// Creates a matrix from its rows.
  @inlinable public init(rows r0: Vector2<Scalar>, _ r1: Vector2<Scalar>) {
    self.init(columns: Vector2(r0.x, r1.x), Vector2(r0.y, r1.y))
  }

  /// Creates a diagonal matrix.
  @inlinable public init(diagonal: Vector2<Scalar>) {
    self.init(columns: Vector2(diagonal.x, 0), Vector2(0, diagonal.y))
  }

  /// Creates the rotation of the plane by `angle` radians, from *x* to *y*.
  @inlinable public init(angle: Scalar) {
    let (sine, cosine) = (Scalar.sin(angle), Scalar.cos(angle))
    self.init(columns: Vector2(cosine, sine), Vector2(-sine, cosine))
  }

  /// Converts a matrix from another precision, rounding to nearest.
  @inlinable public init<Other: RealScalar>(_ other: Matrix2<Other>) {
    self.init(columns: Vector2(other.c0), Vector2(other.c1))
  }

  /// The identity.
  @inlinable public static var identity: Self { Self(diagonal: Vector2(repeating: 1)) }
  /// The zero matrix.
  @inlinable public static var zero: Self { Self(columns: .zero, .zero) }
}

// MARK: - Components

extension Matrix2 {
  /// The transpose.
  @inlinable public var transpose: Self { Self(rows: c0, c1) }
}

// MARK: - Algebra

extension Matrix2: SquareMatrix {
  /// The type of the vectors that it maps.
  public typealias Vector = Vector2<Scalar>

  /// The sum, element by element.
  @inlinable public static func + (a: Self, b: Self) -> Self {
    Self(columns: a.c0 + b.c0, a.c1 + b.c1)
  }
  /// The difference, element by element.
  @inlinable public static func - (a: Self, b: Self) -> Self {
    Self(columns: a.c0 - b.c0, a.c1 - b.c1)
  }
  /// Each element times `scalar`.
  @inlinable public static func * (matrix: Self, scalar: Scalar) -> Self {
    Self(columns: matrix.c0 * scalar, matrix.c1 * scalar)
  }
  /// The product of matrix and vector.
  @inlinable public static func * (matrix: Self, vector: Vector2<Scalar>) -> Vector2<Scalar> {
    Vector2(
      sumOfProducts(matrix.c0.x, vector.x, matrix.c1.x, vector.y),
      sumOfProducts(matrix.c0.y, vector.x, matrix.c1.y, vector.y))
  }
  /// The matrix product; as a transform it applies `b` first.
  @inlinable public static func * (a: Self, b: Self) -> Self { Self(columns: a * b.c0, a * b.c1) }
}

extension Matrix2 {
  /// The determinant: the signed area of the image of the unit square.
  @inlinable public var determinant: Scalar { c0.x * c1.y - c0.y * c1.x }

  /// Whether all elements are finite.
  @inlinable public var isFinite: Bool { c0.isFinite && c1.isFinite }
}
