// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RotationMath

/// GLKit's vector of four floats, with the same names for its components.
@frozen
public struct GLKVector4: Hashable, Sendable {
  /// The components in a SIMD vector, for Apple's alignment of 16 bytes.
  @usableFromInline var lanes: SIMD4<Float>

  /// The underlying `RotationMath` vector.
  @inlinable public var vector: Vector4<Float> {
    get { Vector4(lanes) }
    set { lanes = SIMD4(newValue) }
  }

  /// Creates the zero vector.
  @inlinable public init() { lanes = .zero }

  /// Wraps a `RotationMath` vector.
  @inlinable public init(_ vector: Vector4<Float>) { lanes = SIMD4(vector) }

  /// Creates a vector from its components.
  @inlinable public init(x: Float, y: Float, z: Float, w: Float) {
    lanes = SIMD4(x, y, z, w)
  }

  /// Creates a vector from its components.
  @inlinable public init(v: (Float, Float, Float, Float)) {
    lanes = SIMD4(v.0, v.1, v.2, v.3)
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
    get { lanes[index] }
    set { lanes[index] = newValue }
  }

  /// The first component.
  @inlinable public var x: Float {
    get { lanes.x }
    set { lanes.x = newValue }
  }

  /// The second component.
  @inlinable public var y: Float {
    get { lanes.y }
    set { lanes.y = newValue }
  }

  /// The third component.
  @inlinable public var z: Float {
    get { lanes.z }
    set { lanes.z = newValue }
  }

  /// The fourth component.
  @inlinable public var w: Float {
    get { lanes.w }
    set { lanes.w = newValue }
  }

  /// The first component.
  @inlinable public var r: Float {
    get { lanes.x }
    set { lanes.x = newValue }
  }

  /// The second component.
  @inlinable public var g: Float {
    get { lanes.y }
    set { lanes.y = newValue }
  }

  /// The third component.
  @inlinable public var b: Float {
    get { lanes.z }
    set { lanes.z = newValue }
  }

  /// The fourth component.
  @inlinable public var a: Float {
    get { lanes.w }
    set { lanes.w = newValue }
  }

  /// The first component.
  @inlinable public var s: Float {
    get { lanes.x }
    set { lanes.x = newValue }
  }

  /// The second component.
  @inlinable public var t: Float {
    get { lanes.y }
    set { lanes.y = newValue }
  }

  /// The third component.
  @inlinable public var p: Float {
    get { lanes.z }
    set { lanes.z = newValue }
  }

  /// The fourth component.
  @inlinable public var q: Float {
    get { lanes.w }
    set { lanes.w = newValue }
  }
}
