// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RotationMath

/// GLKit's 4×4 matrix of floats, in column-major order.
///
/// `m` holds the elements column by column, and `m01` is row 1 of column 0.
@frozen
public struct GLKMatrix4: Hashable, Sendable {
  /// The underlying `RotationMath` matrix, with Apple's alignment of 16 bytes.
  public var matrix: Matrix4<Float>

  /// Creates the zero matrix.
  @inlinable public init() { matrix = .zero }

  /// Wraps a `RotationMath` matrix.
  @inlinable public init(_ matrix: Matrix4<Float>) { self.matrix = matrix }

  /// Creates a matrix from its elements, column by column.
  @inlinable public init(
    m: (
      Float, Float, Float, Float, Float, Float, Float, Float,
      Float, Float, Float, Float, Float, Float, Float, Float
    )
  ) {
    matrix = Matrix4(
      columns: Vector4(m.0, m.1, m.2, m.3), Vector4(m.4, m.5, m.6, m.7),
      Vector4(m.8, m.9, m.10, m.11), Vector4(m.12, m.13, m.14, m.15))
  }
}

// MARK: - Elements by name

extension GLKMatrix4 {
  /// The elements, column by column.
  @inlinable public var m:
    (
      Float, Float, Float, Float, Float, Float, Float, Float,
      Float, Float, Float, Float, Float, Float, Float, Float
    )
  {
    get {
      (
        m00, m01, m02, m03,
        m10, m11, m12, m13,
        m20, m21, m22, m23,
        m30, m31, m32, m33
      )
    }
    set { self = GLKMatrix4(m: newValue) }
  }

  /// The element at the zero-based `index` of `m`.
  @inlinable public subscript(index: Int) -> Float {
    get { matrix[index % 4, index / 4] }
    set { matrix[index % 4, index / 4] = newValue }
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

  /// Row 3 of column 0.
  @inlinable public var m03: Float {
    get { matrix.c0.w }
    set { matrix.c0.w = newValue }
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

  /// Row 3 of column 1.
  @inlinable public var m13: Float {
    get { matrix.c1.w }
    set { matrix.c1.w = newValue }
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

  /// Row 3 of column 2.
  @inlinable public var m23: Float {
    get { matrix.c2.w }
    set { matrix.c2.w = newValue }
  }

  /// Row 0 of column 3.
  @inlinable public var m30: Float {
    get { matrix.c3.x }
    set { matrix.c3.x = newValue }
  }

  /// Row 1 of column 3.
  @inlinable public var m31: Float {
    get { matrix.c3.y }
    set { matrix.c3.y = newValue }
  }

  /// Row 2 of column 3.
  @inlinable public var m32: Float {
    get { matrix.c3.z }
    set { matrix.c3.z = newValue }
  }

  /// Row 3 of column 3.
  @inlinable public var m33: Float {
    get { matrix.c3.w }
    set { matrix.c3.w = newValue }
  }
}
