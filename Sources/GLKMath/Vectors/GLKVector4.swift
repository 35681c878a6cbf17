// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RotationMath

/// GLKit's vector of four floats, with the same names for its components.
@frozen
public struct GLKVector4: Hashable, Sendable {
  /// The underlying `RotationMath` vector, with Apple's alignment of 16 bytes.
  public var vector: Vector4<Float>

  /// Creates the zero vector.
  @inlinable public init() { vector = .zero }

  /// Wraps a `RotationMath` vector.
  @inlinable public init(_ vector: Vector4<Float>) { self.vector = vector }

  /// Creates a vector from its components.
  @inlinable public init(x: Float, y: Float, z: Float, w: Float) {
    vector = Vector4(x, y, z, w)
  }

  /// Creates a vector from its components.
  @inlinable public init(v: (Float, Float, Float, Float)) {
    vector = Vector4(v.0, v.1, v.2, v.3)
  }
}

// MARK: - Components by name

extension GLKVector4 {
  /// The components in order.
  @inlinable public var v: (Float, Float, Float, Float) {
    get { (x, y, z, w) }
    set { vector = Vector4(newValue.0, newValue.1, newValue.2, newValue.3) }
  }

  /// The component at the zero-based `index`.
  @inlinable public subscript(index: Int) -> Float {
    get { vector[index] }
    set { vector[index] = newValue }
  }

  /// The first component.
  @inlinable public var x: Float {
    get { vector.x }
    set { vector.x = newValue }
  }

  /// The second component.
  @inlinable public var y: Float {
    get { vector.y }
    set { vector.y = newValue }
  }

  /// The third component.
  @inlinable public var z: Float {
    get { vector.z }
    set { vector.z = newValue }
  }

  /// The fourth component.
  @inlinable public var w: Float {
    get { vector.w }
    set { vector.w = newValue }
  }

  /// The first component.
  @inlinable public var r: Float {
    get { vector.x }
    set { vector.x = newValue }
  }

  /// The second component.
  @inlinable public var g: Float {
    get { vector.y }
    set { vector.y = newValue }
  }

  /// The third component.
  @inlinable public var b: Float {
    get { vector.z }
    set { vector.z = newValue }
  }

  /// The fourth component.
  @inlinable public var a: Float {
    get { vector.w }
    set { vector.w = newValue }
  }

  /// The first component.
  @inlinable public var s: Float {
    get { vector.x }
    set { vector.x = newValue }
  }

  /// The second component.
  @inlinable public var t: Float {
    get { vector.y }
    set { vector.y = newValue }
  }

  /// The third component.
  @inlinable public var p: Float {
    get { vector.z }
    set { vector.z = newValue }
  }

  /// The fourth component.
  @inlinable public var q: Float {
    get { vector.w }
    set { vector.w = newValue }
  }
}
