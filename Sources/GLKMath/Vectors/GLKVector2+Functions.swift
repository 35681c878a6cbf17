// swift-format-ignore-file: AlwaysUseLowerCamelCase
// GLKit's functions on `GLKVector2`, by their names.

public import RotationMath

// MARK: - Making

/// The vector of these components.
@inlinable public func GLKVector2Make(_ x: Float, _ y: Float) -> GLKVector2 {
  GLKVector2(x: x, y: y)
}

/// The vector of the first two floats at `values`.
@inlinable public func GLKVector2MakeWithArray(_ values: UnsafePointer<Float>) -> GLKVector2 {
  GLKVector2(x: values[0], y: values[1])
}

// MARK: - Arithmetic, component by component

/// The vector of the opposite direction.
@inlinable public func GLKVector2Negate(_ vector: GLKVector2) -> GLKVector2 {
  GLKVector2(-vector.vector)
}

/// The sum.
@inlinable public func GLKVector2Add(_ vectorLeft: GLKVector2, _ vectorRight: GLKVector2)
  -> GLKVector2
{
  GLKVector2(vectorLeft.vector + vectorRight.vector)
}

/// The difference.
@inlinable public func GLKVector2Subtract(_ vectorLeft: GLKVector2, _ vectorRight: GLKVector2)
  -> GLKVector2
{
  GLKVector2(vectorLeft.vector - vectorRight.vector)
}

/// The product of equal components.
@inlinable public func GLKVector2Multiply(_ vectorLeft: GLKVector2, _ vectorRight: GLKVector2)
  -> GLKVector2
{
  GLKVector2(
    x: vectorLeft.x * vectorRight.x, y: vectorLeft.y * vectorRight.y)
}

/// The quotient of equal components.
@inlinable public func GLKVector2Divide(_ vectorLeft: GLKVector2, _ vectorRight: GLKVector2)
  -> GLKVector2
{
  GLKVector2(
    x: vectorLeft.x / vectorRight.x, y: vectorLeft.y / vectorRight.y)
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

/// The larger of equal components; the left one where they do not compare.
@inlinable public func GLKVector2Maximum(_ vectorLeft: GLKVector2, _ vectorRight: GLKVector2)
  -> GLKVector2
{
  var result = vectorLeft
  if vectorRight.x > vectorLeft.x { result.x = vectorRight.x }
  if vectorRight.y > vectorLeft.y { result.y = vectorRight.y }
  return result
}

/// The smaller of equal components; the left one where they do not compare.
@inlinable public func GLKVector2Minimum(_ vectorLeft: GLKVector2, _ vectorRight: GLKVector2)
  -> GLKVector2
{
  var result = vectorLeft
  if vectorRight.x < vectorLeft.x { result.x = vectorRight.x }
  if vectorRight.y < vectorLeft.y { result.y = vectorRight.y }
  return result
}

// MARK: - Comparison

/// Whether every component equals the same one of the right vector.
@inlinable public func GLKVector2AllEqualToVector2(
  _ vectorLeft: GLKVector2, _ vectorRight: GLKVector2
) -> Bool {
  vectorLeft.x == vectorRight.x && vectorLeft.y == vectorRight.y
}

/// Whether every component equals `value`.
@inlinable public func GLKVector2AllEqualToScalar(_ vector: GLKVector2, _ value: Float) -> Bool {
  GLKVector2AllEqualToVector2(vector, GLKVector2(Vector2(repeating: value)))
}

/// Whether every component is greater than the same one of the right vector.
@inlinable public func GLKVector2AllGreaterThanVector2(
  _ vectorLeft: GLKVector2, _ vectorRight: GLKVector2
) -> Bool {
  vectorLeft.x > vectorRight.x && vectorLeft.y > vectorRight.y
}

/// Whether every component is greater than `value`.
@inlinable public func GLKVector2AllGreaterThanScalar(_ vector: GLKVector2, _ value: Float) -> Bool
{
  GLKVector2AllGreaterThanVector2(vector, GLKVector2(Vector2(repeating: value)))
}

/// Whether every component is greater than or equal to the same one of the right vector.
@inlinable public func GLKVector2AllGreaterThanOrEqualToVector2(
  _ vectorLeft: GLKVector2, _ vectorRight: GLKVector2
) -> Bool {
  vectorLeft.x >= vectorRight.x && vectorLeft.y >= vectorRight.y
}

/// Whether every component is greater than or equal to `value`.
@inlinable public func GLKVector2AllGreaterThanOrEqualToScalar(_ vector: GLKVector2, _ value: Float)
  -> Bool
{
  GLKVector2AllGreaterThanOrEqualToVector2(vector, GLKVector2(Vector2(repeating: value)))
}

// MARK: - Geometry

/// The vector of length one in this direction; NaN where there is none, as in GLKit.
@inlinable public func GLKVector2Normalize(_ vector: GLKVector2) -> GLKVector2 {
  GLKVector2(vector.vector.normalized() ?? Vector2(repeating: .nan))
}

/// The dot product.
@inlinable public func GLKVector2DotProduct(_ vectorLeft: GLKVector2, _ vectorRight: GLKVector2)
  -> Float
{
  vectorLeft.vector.dot(vectorRight.vector)
}

/// The Euclidean length.
@inlinable public func GLKVector2Length(_ vector: GLKVector2) -> Float { vector.vector.length }

/// The distance between two points.
@inlinable public func GLKVector2Distance(_ vectorStart: GLKVector2, _ vectorEnd: GLKVector2)
  -> Float
{
  vectorStart.vector.distance(to: vectorEnd.vector)
}

/// The point at `t` of the way from start to end; `t` may lie outside 0 through 1.
@inlinable public func GLKVector2Lerp(
  _ vectorStart: GLKVector2, _ vectorEnd: GLKVector2, _ t: Float
) -> GLKVector2 {
  GLKVector2(vectorStart.vector + (vectorEnd.vector - vectorStart.vector) * t)
}

/// The part of `vectorToProject` along `projectionVector`.
@inlinable public func GLKVector2Project(
  _ vectorToProject: GLKVector2, _ projectionVector: GLKVector2
) -> GLKVector2 {
  let along = projectionVector.vector
  return GLKVector2(along * (along.dot(vectorToProject.vector) / along.dot(along)))
}
