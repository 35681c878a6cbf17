// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RotationMath

/// GLKit's 3×3 matrix of floats, in column-major order.
///
/// `m` holds the elements column by column, and `m01` is row 1 of column 0.
@frozen
public struct GLKMatrix3: Hashable, Sendable {
  /// The underlying `RotationMath` matrix.
  public var matrix: Matrix3<Float>

  /// Creates the zero matrix.
  @inlinable public init() { matrix = .zero }

  /// Wraps a `RotationMath` matrix.
  @inlinable public init(_ matrix: Matrix3<Float>) { self.matrix = matrix }

  /// Creates a matrix from its elements, column by column.
  @inlinable public init(m: (Float, Float, Float, Float, Float, Float, Float, Float, Float)) {
    matrix = Matrix3(
      columns: Vector3(m.0, m.1, m.2),
      Vector3(m.3, m.4, m.5),
      Vector3(m.6, m.7, m.8))
  }
}

// MARK: - Elements by name

extension GLKMatrix3 {
  /// The elements, column by column.
  @inlinable public var m: (Float, Float, Float, Float, Float, Float, Float, Float, Float) {
    get {
      (
        m00, m01, m02,
        m10, m11, m12,
        m20, m21, m22
      )
    }
    set { self = GLKMatrix3(m: newValue) }
  }

  /// The element at the zero-based `index` of `m`.
  @inlinable public subscript(index: Int) -> Float {
    get { matrix[index % 3, index / 3] }
    set { matrix[index % 3, index / 3] = newValue }
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

  /// Row 2 of column 0.
  @inlinable public var m02: Float {
    get { matrix.c0.z }
    set { matrix.c0.z = newValue }
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

  /// Row 2 of column 1.
  @inlinable public var m12: Float {
    get { matrix.c1.z }
    set { matrix.c1.z = newValue }
  }

  /// Row 0 of column 2.
  @inlinable public var m20: Float {
    get { matrix.c2.x }
    set { matrix.c2.x = newValue }
  }

  /// Row 1 of column 2.
  @inlinable public var m21: Float {
    get { matrix.c2.y }
    set { matrix.c2.y = newValue }
  }

  /// Row 2 of column 2.
  @inlinable public var m22: Float {
    get { matrix.c2.z }
    set { matrix.c2.z = newValue }
  }
}
