/// A 4×4 matrix in column-major order; vectors are columns: `M * v`.
@frozen public struct Matrix4<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// Column 0.
  public var c0: Vector4<Scalar>
  /// Column 1.
  public var c1: Vector4<Scalar>
  /// Column 2.
  public var c2: Vector4<Scalar>
  /// Column 3.
  public var c3: Vector4<Scalar>

  /// Creates a matrix from its columns.
  @inlinable public init(
    columns c0: Vector4<Scalar>, _ c1: Vector4<Scalar>, _ c2: Vector4<Scalar>, _ c3: Vector4<Scalar>
  ) {
    self.c0 = c0
    self.c1 = c1
    self.c2 = c2
    self.c3 = c3
  }

  /// Creates a matrix from its rows.
  @inlinable public init(
    rows r0: Vector4<Scalar>, _ r1: Vector4<Scalar>, _ r2: Vector4<Scalar>, _ r3: Vector4<Scalar>
  ) {
    self.init(
      columns: Vector4(r0.x, r1.x, r2.x, r3.x),
      Vector4(r0.y, r1.y, r2.y, r3.y),
      Vector4(r0.z, r1.z, r2.z, r3.z),
      Vector4(r0.w, r1.w, r2.w, r3.w))
  }

  /// Creates a diagonal matrix.
  @inlinable public init(diagonal: Vector4<Scalar>) {
    self.init(
      columns: Vector4(diagonal.x, 0, 0, 0),
      Vector4(0, diagonal.y, 0, 0),
      Vector4(0, 0, diagonal.z, 0),
      Vector4(0, 0, 0, diagonal.w))
  }

  /// Converts a matrix from another precision, rounding to nearest.
  @inlinable public init<Other: RealScalar>(_ other: Matrix4<Other>) {
    self.init(columns: Vector4(other.c0), Vector4(other.c1), Vector4(other.c2), Vector4(other.c3))
  }

  /// The identity.
  @inlinable public static var identity: Self { Self(diagonal: Vector4(repeating: 1)) }
  /// The zero matrix.
  @inlinable public static var zero: Self { Self(columns: .zero, .zero, .zero, .zero) }
}

// MARK: - Components

extension Matrix4 {
  /// The transpose.
  @inlinable public var transpose: Self { Self(rows: c0, c1, c2, c3) }
}

// MARK: - Algebra

extension Matrix4: SquareMatrix {
  /// The type of the vectors that it maps.
  public typealias Vector = Vector4<Scalar>

  /// The sum, element by element.
  @inlinable public static func + (a: Self, b: Self) -> Self {
    Self(columns: a.c0 + b.c0, a.c1 + b.c1, a.c2 + b.c2, a.c3 + b.c3)
  }
  /// The difference, element by element.
  @inlinable public static func - (a: Self, b: Self) -> Self {
    Self(columns: a.c0 - b.c0, a.c1 - b.c1, a.c2 - b.c2, a.c3 - b.c3)
  }
  /// Each element times `scalar`.
  @inlinable public static func * (matrix: Self, scalar: Scalar) -> Self {
    Self(columns: matrix.c0 * scalar, matrix.c1 * scalar, matrix.c2 * scalar, matrix.c3 * scalar)
  }
  /// The product of matrix and vector.
  @inlinable @inline(__always)
  public static func * (matrix: Self, vector: Vector4<Scalar>) -> Vector4<Scalar> {
    let first = matrix.c0.lanes * vector.x + matrix.c1.lanes * vector.y
    let last = matrix.c2.lanes * vector.z + matrix.c3.lanes * vector.w
    return Vector4(first + last)
  }
  /// The matrix product; as a transform it applies `b` first.
  @inlinable @inline(__always) public static func * (a: Self, b: Self) -> Self {
    Self(columns: a * b.c0, a * b.c1, a * b.c2, a * b.c3)
  }
}

extension Matrix4 {
  /// The determinant: the signed volume of the image of the unit cube.
  @inlinable public var determinant: Scalar {
    let s0 = c0.x * c1.y - c1.x * c0.y, s1 = c0.x * c1.z - c1.x * c0.z
    let s2 = c0.x * c1.w - c1.x * c0.w, s3 = c0.y * c1.z - c1.y * c0.z
    let s4 = c0.y * c1.w - c1.y * c0.w, s5 = c0.z * c1.w - c1.z * c0.w
    let t0 = c2.x * c3.y - c3.x * c2.y, t1 = c2.x * c3.z - c3.x * c2.z
    let t2 = c2.x * c3.w - c3.x * c2.w, t3 = c2.y * c3.z - c3.y * c2.z
    let t4 = c2.y * c3.w - c3.y * c2.w, t5 = c2.z * c3.w - c3.z * c2.w
    let positive = s0 * t5 + s2 * t3 + s3 * t2 + s5 * t0
    return positive - s1 * t4 - s4 * t1
  }

  /// Whether all elements are finite.
  @inlinable public var isFinite: Bool { c0.isFinite && c1.isFinite && c2.isFinite && c3.isFinite }
}
