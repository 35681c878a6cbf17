// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RotationMath

/// GLKit's 4×4 matrix of floats, in column-major order.
///
/// `m` holds the elements column by column, and `m01` is row 1 of column 0.
@frozen
public struct GLKMatrix4: Hashable, Sendable {
  /// The columns in SIMD vectors, for Apple's alignment of 16 bytes.
  @usableFromInline var lanes0, lanes1, lanes2, lanes3: SIMD4<Float>

  /// The underlying `RotationMath` matrix.
  @inlinable public var matrix: Matrix4<Float> {
    get {
      Matrix4(columns: Vector4(lanes0), Vector4(lanes1), Vector4(lanes2), Vector4(lanes3))
    }
    set { self = GLKMatrix4(newValue) }
  }

  /// Creates the zero matrix.
  @inlinable public init() { self.init(.zero) }

  /// Wraps a `RotationMath` matrix.
  @inlinable public init(_ matrix: Matrix4<Float>) {
    (lanes0, lanes1) = (SIMD4(matrix.c0), SIMD4(matrix.c1))
    (lanes2, lanes3) = (SIMD4(matrix.c2), SIMD4(matrix.c3))
  }

  /// Creates a matrix from its elements, column by column.
  @inlinable public init(
    m: (
      Float, Float, Float, Float, Float, Float, Float, Float,
      Float, Float, Float, Float, Float, Float, Float, Float
    )
  ) {
    (lanes0, lanes1) = (SIMD4(m.0, m.1, m.2, m.3), SIMD4(m.4, m.5, m.6, m.7))
    (lanes2, lanes3) = (SIMD4(m.8, m.9, m.10, m.11), SIMD4(m.12, m.13, m.14, m.15))
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
    get { lanes0.x }
    set { lanes0.x = newValue }
  }

  /// Row 1 of column 0.
  @inlinable public var m01: Float {
    get { lanes0.y }
    set { lanes0.y = newValue }
  }

  /// Row 2 of column 0.
  @inlinable public var m02: Float {
    get { lanes0.z }
    set { lanes0.z = newValue }
  }

  /// Row 3 of column 0.
  @inlinable public var m03: Float {
    get { lanes0.w }
    set { lanes0.w = newValue }
  }

  /// Row 0 of column 1.
  @inlinable public var m10: Float {
    get { lanes1.x }
    set { lanes1.x = newValue }
  }

  /// Row 1 of column 1.
  @inlinable public var m11: Float {
    get { lanes1.y }
    set { lanes1.y = newValue }
  }

  /// Row 2 of column 1.
  @inlinable public var m12: Float {
    get { lanes1.z }
    set { lanes1.z = newValue }
  }

  /// Row 3 of column 1.
  @inlinable public var m13: Float {
    get { lanes1.w }
    set { lanes1.w = newValue }
  }

  /// Row 0 of column 2.
  @inlinable public var m20: Float {
    get { lanes2.x }
    set { lanes2.x = newValue }
  }

  /// Row 1 of column 2.
  @inlinable public var m21: Float {
    get { lanes2.y }
    set { lanes2.y = newValue }
  }

  /// Row 2 of column 2.
  @inlinable public var m22: Float {
    get { lanes2.z }
    set { lanes2.z = newValue }
  }

  /// Row 3 of column 2.
  @inlinable public var m23: Float {
    get { lanes2.w }
    set { lanes2.w = newValue }
  }

  /// Row 0 of column 3.
  @inlinable public var m30: Float {
    get { lanes3.x }
    set { lanes3.x = newValue }
  }

  /// Row 1 of column 3.
  @inlinable public var m31: Float {
    get { lanes3.y }
    set { lanes3.y = newValue }
  }

  /// Row 2 of column 3.
  @inlinable public var m32: Float {
    get { lanes3.z }
    set { lanes3.z = newValue }
  }

  /// Row 3 of column 3.
  @inlinable public var m33: Float {
    get { lanes3.w }
    set { lanes3.w = newValue }
  }
}
