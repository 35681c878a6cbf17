// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RotationMath

/// GLKit's 2×2 matrix of floats, in column-major order.
///
/// `m` holds the elements column by column, and `m01` is row 1 of column 0.
@frozen public struct GLKMatrix2: Hashable, Sendable {
  /// Column 0.
  public var m00, m01: Float
  /// Column 1.
  public var m10, m11: Float

  /// Creates the zero matrix.
  @inlinable public init() { self.init(.zero) }

  /// Wraps a `RotationMath` matrix.
  @inlinable public init(_ matrix: Matrix2<Float>) {
    (m00, m01, m10, m11) = (matrix.c0.x, matrix.c0.y, matrix.c1.x, matrix.c1.y)
  }

  /// Creates a matrix from its elements, column by column.
  @inlinable public init(m: (Float, Float, Float, Float)) { (m00, m01, m10, m11) = m }

  /// Creates a matrix from a tuple of columns.
  @inlinable public init(m2: ((Float, Float), (Float, Float))) { ((m00, m01), (m10, m11)) = m2 }
}

// MARK: - Elements by name

extension GLKMatrix2 {
  /// The underlying `RotationMath` matrix.
  @inlinable public var matrix: Matrix2<Float> {
    get { Matrix2(columns: Vector2(m00, m01), Vector2(m10, m11)) }
    set { self = Self(newValue) }
  }
  /// The elements, column by column.
  @inlinable public var m: (Float, Float, Float, Float) {
    get { (m00, m01, m10, m11) }
    set { self = Self(m: newValue) }
  }
  /// The elements as a tuple of columns.
  @inlinable public var m2: ((Float, Float), (Float, Float)) {
    get { ((m00, m01), (m10, m11)) }
    set { self = Self(m2: newValue) }
  }
  /// The element at the zero-based `index` of `m`.
  @inlinable public subscript(index: Int) -> Float {
    get { matrix[index % 2, index / 2] }
    set { matrix[index % 2, index / 2] = newValue }
  }
}
