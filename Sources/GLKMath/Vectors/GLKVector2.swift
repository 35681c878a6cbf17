// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RotationMath

/// GLKit's vector of two floats, with the same names for its components.
@frozen
public struct GLKVector2: Hashable, Sendable {
  /// The underlying `RotationMath` vector.
  public var vector: Vector2<Float>

  /// Creates the zero vector.
  @inlinable public init() { vector = .zero }

  /// Wraps a `RotationMath` vector.
  @inlinable public init(_ vector: Vector2<Float>) { self.vector = vector }

  /// Creates a vector from its components.
  @inlinable public init(x: Float, y: Float) {
    vector = Vector2(x, y)
  }

  /// Creates a vector from its components.
  @inlinable public init(v: (Float, Float)) {
    vector = Vector2(v.0, v.1)
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
}
