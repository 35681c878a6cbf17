// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import RotationMath

/// GLKit's vector of three floats, with the same names for its components.
@frozen
public struct GLKVector3: Hashable, Sendable {
  /// The underlying `RotationMath` vector.
  public var vector: Vector3<Float>

  /// Creates the zero vector.
  @inlinable public init() { vector = .zero }

  /// Wraps a `RotationMath` vector.
  @inlinable public init(_ vector: Vector3<Float>) { self.vector = vector }

  /// Creates a vector from its components.
  @inlinable public init(x: Float, y: Float, z: Float) {
    vector = Vector3(x, y, z)
  }

  /// Creates a vector from its components.
  @inlinable public init(v: (Float, Float, Float)) {
    vector = Vector3(v.0, v.1, v.2)
  }
}

// MARK: - Components by name

extension GLKVector3 {
  /// The components in order.
  @inlinable public var v: (Float, Float, Float) {
    get { (x, y, z) }
    set { vector = Vector3(newValue.0, newValue.1, newValue.2) }
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
@inlinable public func GLKVector3Add(_ vectorLeft: GLKVector3, _ vectorRight: GLKVector3)
  -> GLKVector3
{
  GLKVector3(vectorLeft.vector + vectorRight.vector)
}

/// The difference.
@inlinable public func GLKVector3Subtract(_ vectorLeft: GLKVector3, _ vectorRight: GLKVector3)
  -> GLKVector3
{
  GLKVector3(vectorLeft.vector - vectorRight.vector)
}

/// The componentwise product.
@inlinable public func GLKVector3Multiply(_ vectorLeft: GLKVector3, _ vectorRight: GLKVector3)
  -> GLKVector3
{
  GLKVector3(
    x: vectorLeft.x * vectorRight.x, y: vectorLeft.y * vectorRight.y,
    z: vectorLeft.z * vectorRight.z)
}

/// The componentwise quotient.
@inlinable public func GLKVector3Divide(_ vectorLeft: GLKVector3, _ vectorRight: GLKVector3)
  -> GLKVector3
{
  GLKVector3(
    x: vectorLeft.x / vectorRight.x, y: vectorLeft.y / vectorRight.y,
    z: vectorLeft.z / vectorRight.z)
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
@inlinable public func GLKVector3Maximum(_ vectorLeft: GLKVector3, _ vectorRight: GLKVector3)
  -> GLKVector3
{
  var result = vectorLeft
  if vectorRight.x > vectorLeft.x { result.x = vectorRight.x }
  if vectorRight.y > vectorLeft.y { result.y = vectorRight.y }
  if vectorRight.z > vectorLeft.z { result.z = vectorRight.z }
  return result
}

/// The componentwise minimum; the left component if either is NaN.
@inlinable public func GLKVector3Minimum(_ vectorLeft: GLKVector3, _ vectorRight: GLKVector3)
  -> GLKVector3
{
  var result = vectorLeft
  if vectorRight.x < vectorLeft.x { result.x = vectorRight.x }
  if vectorRight.y < vectorLeft.y { result.y = vectorRight.y }
  if vectorRight.z < vectorLeft.z { result.z = vectorRight.z }
  return result
}

// MARK: - Comparison

/// Whether all components are equal.
@inlinable public func GLKVector3AllEqualToVector3(
  _ vectorLeft: GLKVector3, _ vectorRight: GLKVector3
) -> Bool {
  vectorLeft.x == vectorRight.x && vectorLeft.y == vectorRight.y
    && vectorLeft.z == vectorRight.z
}

/// Whether all components equal `value`.
@inlinable public func GLKVector3AllEqualToScalar(_ vector: GLKVector3, _ value: Float) -> Bool {
  GLKVector3AllEqualToVector3(vector, GLKVector3(Vector3(repeating: value)))
}

/// Whether all components of the left vector are greater than those of the right.
@inlinable public func GLKVector3AllGreaterThanVector3(
  _ vectorLeft: GLKVector3, _ vectorRight: GLKVector3
) -> Bool {
  vectorLeft.x > vectorRight.x && vectorLeft.y > vectorRight.y
    && vectorLeft.z > vectorRight.z
}

/// Whether all components are greater than `value`.
@inlinable public func GLKVector3AllGreaterThanScalar(_ vector: GLKVector3, _ value: Float) -> Bool
{
  GLKVector3AllGreaterThanVector3(vector, GLKVector3(Vector3(repeating: value)))
}

/// Whether all left components are greater than or equal to the right ones.
@inlinable public func GLKVector3AllGreaterThanOrEqualToVector3(
  _ vectorLeft: GLKVector3, _ vectorRight: GLKVector3
) -> Bool {
  vectorLeft.x >= vectorRight.x && vectorLeft.y >= vectorRight.y
    && vectorLeft.z >= vectorRight.z
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
@inlinable public func GLKVector3DotProduct(_ vectorLeft: GLKVector3, _ vectorRight: GLKVector3)
  -> Float
{
  vectorLeft.vector.dot(vectorRight.vector)
}

/// The Euclidean length.
@inlinable public func GLKVector3Length(_ vector: GLKVector3) -> Float { vector.vector.length }

/// The distance between two points.
@inlinable public func GLKVector3Distance(_ vectorStart: GLKVector3, _ vectorEnd: GLKVector3)
  -> Float
{
  vectorStart.vector.distance(to: vectorEnd.vector)
}

/// Linear interpolation; `t` can be outside 0...1.
@inlinable public func GLKVector3Lerp(
  _ vectorStart: GLKVector3, _ vectorEnd: GLKVector3, _ t: Float
) -> GLKVector3 {
  GLKVector3(vectorStart.vector + (vectorEnd.vector - vectorStart.vector) * t)
}

/// The cross product.
@inlinable public func GLKVector3CrossProduct(
  _ vectorLeft: GLKVector3, _ vectorRight: GLKVector3
) -> GLKVector3 {
  GLKVector3(vectorLeft.vector.cross(vectorRight.vector))
}

/// The projection of `vectorToProject` onto `projectionVector`.
@inlinable public func GLKVector3Project(
  _ vectorToProject: GLKVector3, _ projectionVector: GLKVector3
) -> GLKVector3 {
  let along = projectionVector.vector
  return GLKVector3(along * (along.dot(vectorToProject.vector) / along.dot(along)))
}
