// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RotationMath

/// GLKit's vector of four floats, with the same names for its components.
@frozen public struct GLKVector4: Hashable, Sendable {
  /// The underlying `RotationMath` vector, with Apple's alignment of 16 bytes.
  public var vector: Vector4<Float>

  /// Creates the zero vector.
  @inlinable public init() { vector = .zero }

  /// Wraps a `RotationMath` vector.
  @inlinable public init(_ vector: Vector4<Float>) { self.vector = vector }

  /// Creates a vector from its components.
  @inlinable public init(x: Float, y: Float, z: Float, w: Float) { vector = Vector4(x, y, z, w) }

  /// Creates a vector from its components.
  @inlinable public init(v: (Float, Float, Float, Float)) { vector = Vector4(v.0, v.1, v.2, v.3) }
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

// MARK: - Creation

/// Creates a vector from its components.
@inlinable public func GLKVector4Make(_ x: Float, _ y: Float, _ z: Float, _ w: Float) -> GLKVector4
{
  GLKVector4(x: x, y: y, z: z, w: w)
}

/// Creates a vector from four floats.
@inlinable public func GLKVector4MakeWithArray(_ values: UnsafePointer<Float>) -> GLKVector4 {
  GLKVector4(x: values[0], y: values[1], z: values[2], w: values[3])
}
/// Creates a vector from three components and a fourth.
@inlinable public func GLKVector4MakeWithVector3(_ vector: GLKVector3, _ w: Float) -> GLKVector4 {
  GLKVector4(x: vector.x, y: vector.y, z: vector.z, w: w)
}

// MARK: - Arithmetic, component by component

/// The negated vector.
@inlinable public func GLKVector4Negate(_ vector: GLKVector4) -> GLKVector4 {
  GLKVector4(-vector.vector)
}
/// The sum.
@inlinable public func GLKVector4Add(_ left: GLKVector4, _ right: GLKVector4) -> GLKVector4 {
  GLKVector4(left.vector + right.vector)
}
/// The difference.
@inlinable public func GLKVector4Subtract(_ left: GLKVector4, _ right: GLKVector4) -> GLKVector4 {
  GLKVector4(left.vector - right.vector)
}
/// The componentwise product.
@inlinable public func GLKVector4Multiply(_ left: GLKVector4, _ right: GLKVector4) -> GLKVector4 {
  GLKVector4(left.vector * right.vector)
}
/// The componentwise quotient.
@inlinable public func GLKVector4Divide(_ left: GLKVector4, _ right: GLKVector4) -> GLKVector4 {
  GLKVector4(left.vector / right.vector)
}
/// `value` added to each component.
@inlinable public func GLKVector4AddScalar(_ vector: GLKVector4, _ value: Float) -> GLKVector4 {
  GLKVector4(vector.vector + Vector4(repeating: value))
}
/// `value` subtracted from each component.
@inlinable public func GLKVector4SubtractScalar(_ vector: GLKVector4, _ value: Float) -> GLKVector4
{
  GLKVector4(vector.vector - Vector4(repeating: value))
}

/// Each component times `value`.
@inlinable public func GLKVector4MultiplyScalar(_ vector: GLKVector4, _ value: Float) -> GLKVector4
{
  GLKVector4(vector.vector * value)
}

/// Each component divided by `value`.
@inlinable public func GLKVector4DivideScalar(_ vector: GLKVector4, _ value: Float) -> GLKVector4 {
  GLKVector4(vector.vector / value)
}
/// The componentwise maximum; the left component if either is NaN.
@inlinable public func GLKVector4Maximum(_ left: GLKVector4, _ right: GLKVector4) -> GLKVector4 {
  GLKVector4(left.vector.map(right.vector) { $1 > $0 ? $1 : $0 })
}
/// The componentwise minimum; the left component if either is NaN.
@inlinable public func GLKVector4Minimum(_ left: GLKVector4, _ right: GLKVector4) -> GLKVector4 {
  GLKVector4(left.vector.map(right.vector) { $1 < $0 ? $1 : $0 })
}

// MARK: - Comparison

/// Whether all components are equal.
@inlinable public func GLKVector4AllEqualToVector4(
  _ left: GLKVector4, _ right: GLKVector4
) -> Bool {
  left.x == right.x && left.y == right.y && left.z == right.z && left.w == right.w
}

/// Whether all components equal `value`.
@inlinable public func GLKVector4AllEqualToScalar(_ vector: GLKVector4, _ value: Float) -> Bool {
  GLKVector4AllEqualToVector4(vector, GLKVector4(Vector4(repeating: value)))
}
/// Whether all components of the left vector are greater than those of the right.
@inlinable public func GLKVector4AllGreaterThanVector4(
  _ left: GLKVector4, _ right: GLKVector4
) -> Bool {
  left.x > right.x && left.y > right.y && left.z > right.z && left.w > right.w
}

/// Whether all components are greater than `value`.
@inlinable public func GLKVector4AllGreaterThanScalar(_ vector: GLKVector4, _ value: Float) -> Bool
{
  GLKVector4AllGreaterThanVector4(vector, GLKVector4(Vector4(repeating: value)))
}

/// Whether all left components are greater than or equal to the right ones.
@inlinable public func GLKVector4AllGreaterThanOrEqualToVector4(
  _ left: GLKVector4, _ right: GLKVector4
) -> Bool {
  left.x >= right.x && left.y >= right.y && left.z >= right.z && left.w >= right.w
}

/// Whether all components are greater than or equal to `value`.
@inlinable public func GLKVector4AllGreaterThanOrEqualToScalar(_ vector: GLKVector4, _ value: Float)
  -> Bool
{
  GLKVector4AllGreaterThanOrEqualToVector4(vector, GLKVector4(Vector4(repeating: value)))
}

// MARK: - Geometry

/// The unit vector in this direction; NaN for zero, as in GLKit.
@inlinable public func GLKVector4Normalize(_ vector: GLKVector4) -> GLKVector4 {
  GLKVector4(vector.vector.normalized() ?? Vector4(repeating: .nan))
}
/// The dot product.
@inlinable public func GLKVector4DotProduct(_ left: GLKVector4, _ right: GLKVector4) -> Float {
  left.vector.dot(right.vector)
}
/// The Euclidean length.
@inlinable public func GLKVector4Length(_ vector: GLKVector4) -> Float { vector.vector.length }
/// The distance between two points.
@inlinable public func GLKVector4Distance(_ start: GLKVector4, _ end: GLKVector4) -> Float {
  start.vector.distance(to: end.vector)
}
/// Linear interpolation; `t` can be outside 0...1.
@inlinable public func GLKVector4Lerp(
  _ start: GLKVector4, _ end: GLKVector4, _ t: Float
) -> GLKVector4 {
  GLKVector4(start.vector + (end.vector - start.vector) * t)
}

/// The cross product of the first three components, with a fourth of 0.
@inlinable public func GLKVector4CrossProduct(
  _ left: GLKVector4, _ right: GLKVector4
) -> GLKVector4 {
  let left = Vector3(left.x, left.y, left.z)
  let right = Vector3(right.x, right.y, right.z)
  return GLKVector4MakeWithVector3(GLKVector3(left.cross(right)), 0)
}

/// The projection of `vector` onto `other`.
@inlinable public func GLKVector4Project(_ vector: GLKVector4, _ other: GLKVector4) -> GLKVector4 {
  let along = other.vector
  return GLKVector4(along * (along.dot(vector.vector) / along.dot(along)))
}
