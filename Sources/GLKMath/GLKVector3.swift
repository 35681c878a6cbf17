// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RotationMath

/// GLKit's vector of three floats, with the same names for its components.
@frozen public struct GLKVector3: Hashable, Sendable {
  /// The first component.
  public var x: Float
  /// The second component.
  public var y: Float
  /// The third component.
  public var z: Float

  /// Creates the zero vector.
  @inlinable public init() { self.init(.zero) }

  /// Wraps a `RotationMath` vector.
  @inlinable public init(_ vector: Vector3<Float>) {
    self.init(x: vector.x, y: vector.y, z: vector.z)
  }

  /// Creates a vector from its components.
  @inlinable public init(x: Float, y: Float, z: Float) { (self.x, self.y, self.z) = (x, y, z) }

  /// Creates a vector from its components.
  @inlinable public init(v: (Float, Float, Float)) { (x, y, z) = v }
}

// MARK: - Components by name

extension GLKVector3 {
  /// The underlying `RotationMath` vector.
  @inlinable public var vector: Vector3<Float> {
    get { Vector3(x, y, z) }
    set { self = Self(newValue) }
  }
  /// The components in order.
  @inlinable public var v: (Float, Float, Float) {
    get { (x, y, z) }
    set { (x, y, z) = newValue }
  }
  /// The component at the zero-based `index`.
  @inlinable public subscript(index: Int) -> Float {
    get { vector[index] }
    set { vector[index] = newValue }
  }
  /// The first component.
  @inlinable public var r: Float {
    get { x }
    set { x = newValue }
  }
  /// The second component.
  @inlinable public var g: Float {
    get { y }
    set { y = newValue }
  }
  /// The third component.
  @inlinable public var b: Float {
    get { z }
    set { z = newValue }
  }
  /// The first component.
  @inlinable public var s: Float {
    get { x }
    set { x = newValue }
  }
  /// The second component.
  @inlinable public var t: Float {
    get { y }
    set { y = newValue }
  }
  /// The third component.
  @inlinable public var p: Float {
    get { z }
    set { z = newValue }
  }
}

// MARK: - Creation

/// Creates a vector from its components.
@inlinable public func GLKVector3Make(_ x: Float, _ y: Float, _ z: Float) -> GLKVector3 {
  GLKVector3(x: x, y: y, z: z)
}
/// Creates a vector from three floats.
@inlinable public func GLKVector3MakeWithArray(_ values: UnsafePointer<Float>) -> GLKVector3 {
  GLKVector3(x: values[0], y: values[1], z: values[2])
}

// MARK: - Arithmetic, component by component

/// The negated vector.
@inlinable public func GLKVector3Negate(_ vector: GLKVector3) -> GLKVector3 {
  GLKVector3(-vector.vector)
}
/// The sum.
@inlinable public func GLKVector3Add(_ left: GLKVector3, _ right: GLKVector3) -> GLKVector3 {
  GLKVector3(left.vector + right.vector)
}
/// The difference.
@inlinable public func GLKVector3Subtract(_ left: GLKVector3, _ right: GLKVector3) -> GLKVector3 {
  GLKVector3(left.vector - right.vector)
}
/// The componentwise product.
@inlinable public func GLKVector3Multiply(_ left: GLKVector3, _ right: GLKVector3) -> GLKVector3 {
  GLKVector3(left.vector * right.vector)
}
/// The componentwise quotient.
@inlinable public func GLKVector3Divide(_ left: GLKVector3, _ right: GLKVector3) -> GLKVector3 {
  GLKVector3(left.vector / right.vector)
}
/// `value` added to each component.
@inlinable public func GLKVector3AddScalar(_ vector: GLKVector3, _ value: Float) -> GLKVector3 {
  GLKVector3(vector.vector + Vector3(repeating: value))
}
/// `value` subtracted from each component.
@inlinable public func GLKVector3SubtractScalar(_ vector: GLKVector3, _ value: Float) -> GLKVector3
{
  GLKVector3(vector.vector - Vector3(repeating: value))
}

/// Each component times `value`.
@inlinable public func GLKVector3MultiplyScalar(_ vector: GLKVector3, _ value: Float) -> GLKVector3
{
  GLKVector3(vector.vector * value)
}

/// Each component divided by `value`.
@inlinable public func GLKVector3DivideScalar(_ vector: GLKVector3, _ value: Float) -> GLKVector3 {
  GLKVector3(vector.vector / value)
}
/// The componentwise maximum; the left component if either is NaN.
@inlinable public func GLKVector3Maximum(_ left: GLKVector3, _ right: GLKVector3) -> GLKVector3 {
  GLKVector3(left.vector.map(right.vector) { $1 > $0 ? $1 : $0 })
}
/// The componentwise minimum; the left component if either is NaN.
@inlinable public func GLKVector3Minimum(_ left: GLKVector3, _ right: GLKVector3) -> GLKVector3 {
  GLKVector3(left.vector.map(right.vector) { $1 < $0 ? $1 : $0 })
}

// MARK: - Comparison

/// Whether all components are equal.
@inlinable public func GLKVector3AllEqualToVector3(
  _ left: GLKVector3, _ right: GLKVector3
) -> Bool {
  left.x == right.x && left.y == right.y && left.z == right.z
}

/// Whether all components equal `value`.
@inlinable public func GLKVector3AllEqualToScalar(_ vector: GLKVector3, _ value: Float) -> Bool {
  GLKVector3AllEqualToVector3(vector, GLKVector3(Vector3(repeating: value)))
}
/// Whether all components of the left vector are greater than those of the right.
@inlinable public func GLKVector3AllGreaterThanVector3(
  _ left: GLKVector3, _ right: GLKVector3
) -> Bool {
  left.x > right.x && left.y > right.y && left.z > right.z
}

/// Whether all components are greater than `value`.
@inlinable public func GLKVector3AllGreaterThanScalar(_ vector: GLKVector3, _ value: Float) -> Bool
{
  GLKVector3AllGreaterThanVector3(vector, GLKVector3(Vector3(repeating: value)))
}

/// Whether all left components are greater than or equal to the right ones.
@inlinable public func GLKVector3AllGreaterThanOrEqualToVector3(
  _ left: GLKVector3, _ right: GLKVector3
) -> Bool {
  left.x >= right.x && left.y >= right.y && left.z >= right.z
}

/// Whether all components are greater than or equal to `value`.
@inlinable public func GLKVector3AllGreaterThanOrEqualToScalar(_ vector: GLKVector3, _ value: Float)
  -> Bool
{
  GLKVector3AllGreaterThanOrEqualToVector3(vector, GLKVector3(Vector3(repeating: value)))
}

// MARK: - Geometry

/// The unit vector in this direction; NaN for zero, as in GLKit.
@inlinable public func GLKVector3Normalize(_ vector: GLKVector3) -> GLKVector3 {
  GLKVector3(vector.vector.normalized() ?? Vector3(repeating: .nan))
}
/// The dot product.
@inlinable public func GLKVector3DotProduct(_ left: GLKVector3, _ right: GLKVector3) -> Float {
  left.vector.dot(right.vector)
}
/// The Euclidean length.
@inlinable public func GLKVector3Length(_ vector: GLKVector3) -> Float { vector.vector.length }
/// The distance between two points.
@inlinable public func GLKVector3Distance(_ start: GLKVector3, _ end: GLKVector3) -> Float {
  start.vector.distance(to: end.vector)
}
/// Linear interpolation; `t` can be outside 0...1.
@inlinable public func GLKVector3Lerp(
  _ start: GLKVector3, _ end: GLKVector3, _ t: Float
) -> GLKVector3 {
  GLKVector3(start.vector + (end.vector - start.vector) * t)
}

/// The cross product.
@inlinable public func GLKVector3CrossProduct(
  _ left: GLKVector3, _ right: GLKVector3
) -> GLKVector3 {
  GLKVector3(left.vector.cross(right.vector))
}

/// The projection of `vector` onto `other`.
@inlinable public func GLKVector3Project(_ vector: GLKVector3, _ other: GLKVector3) -> GLKVector3 {
  let along = other.vector
  return GLKVector3(along * (along.dot(vector.vector) / along.dot(along)))
}
