// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RotationMath

/// GLKit's vector of two floats, with the same names for its components.
@frozen public struct GLKVector2: Hashable, Sendable {
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
  @inlinable public init(x: Float, y: Float) { lanes = SIMD2(x, y) }

  /// Creates a vector from its components.
  @inlinable public init(v: (Float, Float)) { lanes = SIMD2(v.0, v.1) }
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

// MARK: - Creation

/// Creates a vector from its components.
@inlinable public func GLKVector2Make(_ x: Float, _ y: Float) -> GLKVector2 {
  GLKVector2(x: x, y: y)
}
/// Creates a vector from two floats.
@inlinable public func GLKVector2MakeWithArray(_ values: UnsafePointer<Float>) -> GLKVector2 {
  GLKVector2(x: values[0], y: values[1])
}

// MARK: - Arithmetic, component by component

/// The negated vector.
@inlinable public func GLKVector2Negate(_ vector: GLKVector2) -> GLKVector2 {
  GLKVector2(-vector.vector)
}
/// The sum.
@inlinable public func GLKVector2Add(_ left: GLKVector2, _ right: GLKVector2) -> GLKVector2 {
  GLKVector2(left.vector + right.vector)
}
/// The difference.
@inlinable public func GLKVector2Subtract(_ left: GLKVector2, _ right: GLKVector2) -> GLKVector2 {
  GLKVector2(left.vector - right.vector)
}
/// The componentwise product.
@inlinable public func GLKVector2Multiply(_ left: GLKVector2, _ right: GLKVector2) -> GLKVector2 {
  GLKVector2(left.vector * right.vector)
}
/// The componentwise quotient.
@inlinable public func GLKVector2Divide(_ left: GLKVector2, _ right: GLKVector2) -> GLKVector2 {
  GLKVector2(left.vector / right.vector)
}
/// `value` added to each component.
@inlinable public func GLKVector2AddScalar(_ vector: GLKVector2, _ value: Float) -> GLKVector2 {
  GLKVector2(vector.vector + Vector2(repeating: value))
}
/// `value` subtracted from each component.
@inlinable public func GLKVector2SubtractScalar(_ vector: GLKVector2, _ value: Float) -> GLKVector2
{
  GLKVector2(vector.vector - Vector2(repeating: value))
}

/// Each component times `value`.
@inlinable public func GLKVector2MultiplyScalar(_ vector: GLKVector2, _ value: Float) -> GLKVector2
{
  GLKVector2(vector.vector * value)
}

/// Each component divided by `value`.
@inlinable public func GLKVector2DivideScalar(_ vector: GLKVector2, _ value: Float) -> GLKVector2 {
  GLKVector2(vector.vector / value)
}
/// The componentwise maximum; the left component if either is NaN.
@inlinable public func GLKVector2Maximum(_ left: GLKVector2, _ right: GLKVector2) -> GLKVector2 {
  GLKVector2(left.vector.map(right.vector) { $1 > $0 ? $1 : $0 })
}
/// The componentwise minimum; the left component if either is NaN.
@inlinable public func GLKVector2Minimum(_ left: GLKVector2, _ right: GLKVector2) -> GLKVector2 {
  GLKVector2(left.vector.map(right.vector) { $1 < $0 ? $1 : $0 })
}

// MARK: - Comparison

/// Whether all components are equal.
@inlinable public func GLKVector2AllEqualToVector2(
  _ left: GLKVector2, _ right: GLKVector2
) -> Bool {
  left.x == right.x && left.y == right.y
}

/// Whether all components equal `value`.
@inlinable public func GLKVector2AllEqualToScalar(_ vector: GLKVector2, _ value: Float) -> Bool {
  GLKVector2AllEqualToVector2(vector, GLKVector2(Vector2(repeating: value)))
}
/// Whether all components of the left vector are greater than those of the right.
@inlinable public func GLKVector2AllGreaterThanVector2(
  _ left: GLKVector2, _ right: GLKVector2
) -> Bool {
  left.x > right.x && left.y > right.y
}

/// Whether all components are greater than `value`.
@inlinable public func GLKVector2AllGreaterThanScalar(_ vector: GLKVector2, _ value: Float) -> Bool
{
  GLKVector2AllGreaterThanVector2(vector, GLKVector2(Vector2(repeating: value)))
}

/// Whether all left components are greater than or equal to the right ones.
@inlinable public func GLKVector2AllGreaterThanOrEqualToVector2(
  _ left: GLKVector2, _ right: GLKVector2
) -> Bool {
  left.x >= right.x && left.y >= right.y
}

/// Whether all components are greater than or equal to `value`.
@inlinable public func GLKVector2AllGreaterThanOrEqualToScalar(_ vector: GLKVector2, _ value: Float)
  -> Bool
{
  GLKVector2AllGreaterThanOrEqualToVector2(vector, GLKVector2(Vector2(repeating: value)))
}

// MARK: - Geometry

/// The unit vector in this direction; NaN for zero, as in GLKit.
@inlinable public func GLKVector2Normalize(_ vector: GLKVector2) -> GLKVector2 {
  GLKVector2(vector.vector.normalized() ?? Vector2(repeating: .nan))
}
/// The dot product.
@inlinable public func GLKVector2DotProduct(_ left: GLKVector2, _ right: GLKVector2) -> Float {
  left.vector.dot(right.vector)
}
/// The Euclidean length.
@inlinable public func GLKVector2Length(_ vector: GLKVector2) -> Float { vector.vector.length }
/// The distance between two points.
@inlinable public func GLKVector2Distance(_ start: GLKVector2, _ end: GLKVector2) -> Float {
  start.vector.distance(to: end.vector)
}
/// Linear interpolation; `t` can be outside 0...1.
@inlinable public func GLKVector2Lerp(
  _ start: GLKVector2, _ end: GLKVector2, _ t: Float
) -> GLKVector2 {
  GLKVector2(start.vector + (end.vector - start.vector) * t)
}

/// The projection of `vector` onto `other`.
@inlinable public func GLKVector2Project(_ vector: GLKVector2, _ other: GLKVector2) -> GLKVector2 {
  let along = other.vector
  return GLKVector2(along * (along.dot(vector.vector) / along.dot(along)))
}
