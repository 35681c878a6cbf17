public import RotationMath

/// The largest absolute difference of a component.
public func maximumDifference<V: EuclideanVector>(_ a: V, _ b: V) -> V.Scalar {
  (a - b).maximumMagnitude
}
