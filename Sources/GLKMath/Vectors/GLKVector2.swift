// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RotationMath

/// GLKit's vector of two floats, with the same names for its components.
@frozen
public struct GLKVector2: Hashable, Sendable {
  /// The components in a SIMD vector, for Apple's alignment of 8 bytes.
  @usableFromInline var lanes: SIMD2<Float>

  /// The underlying `RotationMath` vector.
  @inlinable public var vector: Vector2<Float> {
    get { Vector2(lanes) }
    set { lanes = SIMD2(newValue) }
  }

  /// Creates the zero vector.
  @inlinable public init() { lanes = .zero }

  /// Wraps a `RotationMath` vector.
  @inlinable public init(_ vector: Vector2<Float>) { lanes = SIMD2(vector) }

  /// Creates a vector from its components.
  @inlinable public init(x: Float, y: Float) {
    lanes = SIMD2(x, y)
  }

  /// Creates a vector from its components.
  @inlinable public init(v: (Float, Float)) {
    lanes = SIMD2(v.0, v.1)
  }
}

// MARK: - Components by name

extension GLKVector2 {
  /// The components in order.
  @inlinable public var v: (Float, Float) {
    get { (x, y) }
    set { vector = Vector2(newValue.0, newValue.1) }
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
}
