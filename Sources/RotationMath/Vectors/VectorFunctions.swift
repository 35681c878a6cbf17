// Functions of vectors by the names of simd and of shading languages, beside the methods. Without
// `abs`, `min` and `max`: more overloads of these would make the compiler give up on sums of
// literals in every file that imports this module.

/// The dot product of two vectors or quaternions.
@inlinable public func dot<V: EuclideanVector>(_ a: V, _ b: V) -> V.Scalar { a.dot(b) }

/// The right-handed cross product.
@inlinable public func cross<Scalar>(_ a: Vector3<Scalar>, _ b: Vector3<Scalar>) -> Vector3<Scalar>
{
  a.cross(b)
}

/// The Euclidean length, without intermediate overflow or underflow.
@inlinable public func length<V: EuclideanVector>(_ vector: V) -> V.Scalar { vector.length }

/// The distance between two vectors.
@inlinable public func distance<V: EuclideanVector>(_ a: V, _ b: V) -> V.Scalar {
  a.distance(to: b)
}

/// The unit vector in the direction of `vector`, NaN if it is zero or not finite.
///
/// ``EuclideanVector/normalized()`` returns `nil` instead of NaN.
@inlinable public func normalize<V: EuclideanVector>(_ vector: V) -> V {
  vector.normalized() ?? vector * .nan
}

/// Linear interpolation: exactly `a` at `t` = 0 and `b` at `t` = 1.
@inlinable public func mix<V: EuclideanVector>(_ a: V, _ b: V, t: V.Scalar) -> V {
  a.lerp(to: b, t)
}

/// The component of `a` along `b`, NaN if `b` is zero or not finite.
@inlinable public func project<V: CoordinateVector>(_ a: V, _ b: V) -> V {
  a.projected(onto: b) ?? b * .nan
}

/// The reflection of `vector` in the plane with this unit normal.
@inlinable public func reflect<V: EuclideanVector>(_ vector: V, n normal: V) -> V {
  vector - normal * (2 * vector.dot(normal))
}

/// Clamps each component to the range from that of `min` to that of `max`.
@inlinable public func clamp<V: CoordinateVector>(_ vector: V, min: V, max: V) -> V {
  vector.clamped(lowerBound: min, upperBound: max)
}
