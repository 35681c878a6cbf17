public import RealModule

// MARK: - Approximate equality

extension EuclideanVector {
  /// Whether two vectors are equal up to a relative tolerance.
  ///
  /// Their distance is at most `relativeTolerance` times the greater of the two lengths (default:
  /// √eps, half the digits).
  ///
  /// For quaternions it compares coefficients, so `q` and `-q` differ;
  /// ``Quaternion/isSameRotation(as:within:)`` compares rotations.
  @inlinable public func isApproximatelyEqual(
    to other: Self, relativeTolerance: Scalar = Scalar.ulpOfOne.squareRoot()
  ) -> Bool {
    isApproximatelyEqual(to: other, absoluteTolerance: 0, relativeTolerance: relativeTolerance)
  }

  /// Whether two vectors are equal up to an absolute or a relative tolerance.
  ///
  /// Their distance is at most `absoluteTolerance`, or at most `relativeTolerance` times the
  /// greater of the two lengths.
  @inlinable public func isApproximatelyEqual(
    to other: Self, absoluteTolerance: Scalar, relativeTolerance: Scalar = 0
  ) -> Bool {
    isApproximatelyEqual(
      to: other, absoluteTolerance: absoluteTolerance, relativeTolerance: relativeTolerance,
      norm: { $0.length })
  }
}
