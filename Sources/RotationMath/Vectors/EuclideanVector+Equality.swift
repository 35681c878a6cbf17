public import RealModule

// MARK: - Approximate equality

extension EuclideanVector {
  /// Whether the distance to `other` is at most `relativeTolerance` times the greater of the two
  /// lengths; half the digits, unless told otherwise.
  ///
  /// Of two quaternions it compares coefficients, and `q` is far from `-q`;
  /// ``Quaternion/isSameRotation(as:within:)`` compares what they do.
  @inlinable public func isApproximatelyEqual(
    to other: Self, relativeTolerance: Scalar = Scalar.ulpOfOne.squareRoot()
  ) -> Bool {
    isApproximatelyEqual(to: other, absoluteTolerance: 0, relativeTolerance: relativeTolerance)
  }

  /// Whether the distance to `other` is at most `absoluteTolerance`, or at most `relativeTolerance`
  /// times the greater of the two lengths.
  @inlinable public func isApproximatelyEqual(
    to other: Self, absoluteTolerance: Scalar, relativeTolerance: Scalar = 0
  ) -> Bool {
    isApproximatelyEqual(
      to: other, absoluteTolerance: absoluteTolerance, relativeTolerance: relativeTolerance,
      norm: { $0.length })
  }
}

extension Quaternion {
  /// Whether the rotation from this unit quaternion to `other` is by at most `angle` radians,
  /// whichever of `q` and `-q` either is.
  @inlinable public func isSameRotation(as other: Self, within angle: Scalar) -> Bool {
    angularDistance(to: other) <= angle
  }
}
