// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RotationMath

/// GLKit's 2×2 matrix of floats, in column-major order.
///
/// `m` holds the elements column by column, and `m01` is row 1 of column 0.
@frozen
public struct GLKMatrix2: Hashable, Sendable {
  /// The underlying `RotationMath` matrix.
  public var matrix: Matrix2<Float>

  /// Creates the zero matrix.
  @inlinable public init() { matrix = .zero }

  /// Wraps a `RotationMath` matrix.
  @inlinable public init(_ matrix: Matrix2<Float>) { self.matrix = matrix }

  /// Creates a matrix from its elements, column by column.
  @inlinable public init(m: (Float, Float, Float, Float)) {
    matrix = Matrix2(
      columns: Vector2(m.0, m.1),
      Vector2(m.2, m.3))
  }

  /// Creates a matrix from a tuple of columns.
  @inlinable public init(m2: ((Float, Float), (Float, Float))) {
    matrix = Matrix2(columns: Vector2(m2.0.0, m2.0.1), Vector2(m2.1.0, m2.1.1))
  }
}

// MARK: - Elements by name

extension GLKMatrix2 {
  /// The elements, column by column.
  @inlinable public var m: (Float, Float, Float, Float) {
    get {
      (
        m00, m01,
        m10, m11
      )
    }
    set { self = GLKMatrix2(m: newValue) }
  }

  /// The elements as a tuple of columns.
  @inlinable public var m2: ((Float, Float), (Float, Float)) {
    get { ((m00, m01), (m10, m11)) }
    set { self = GLKMatrix2(m2: newValue) }
  }

  /// The element at the zero-based `index` of `m`.
  @inlinable public subscript(index: Int) -> Float {
    get { matrix[index % 2, index / 2] }
    set { matrix[index % 2, index / 2] = newValue }
  }

  /// Row 0 of column 0.
  @inlinable public var m00: Float {
    get { matrix.c0.x }
    set { matrix.c0.x = newValue }
  }

  /// Row 1 of column 0.
  @inlinable public var m01: Float {
    get { matrix.c0.y }
    set { matrix.c0.y = newValue }
  }

  /// Row 0 of column 1.
  @inlinable public var m10: Float {
    get { matrix.c1.x }
    set { matrix.c1.x = newValue }
  }

  /// Row 1 of column 1.
  @inlinable public var m11: Float {
    get { matrix.c1.y }
    set { matrix.c1.y = newValue }
  }
}
