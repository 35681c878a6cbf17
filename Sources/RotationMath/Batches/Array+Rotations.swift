// MARK: - Arrays of rotations and vectors

extension Quaternion {
  /// Rotates vectors by this unit quaternion.
  ///
  /// Multiplies by the matrix, so that each result differs from that of one vector by
  /// rounding.
  @inlinable public func act(_ vectors: [Vector3<Scalar>]) -> [Vector3<Scalar>] {
    batch(vectors) { RotationBatch.rotate($0, by: self, into: $1) }
  }

  /// Uniformly distributed random rotations.
  @inlinable public static func random(
    count: Int, using generator: inout some RandomNumberGenerator
  ) -> [Self] {
    (0..<count).map { _ in random(using: &generator) }
  }
}

extension Array {
  /// Rotates each vector by the unit quaternion at the same index.
  ///
  /// - Precondition: Both arrays have the same count.
  @inlinable public func act<Scalar>(_ vectors: [Vector3<Scalar>]) -> [Vector3<Scalar>]
  where Element == Quaternion<Scalar> {
    batch(vectors, self) { RotationBatch.rotate($0, by: $1, into: $2) }
  }

  /// The compositions at unit length with the rotations at the same index: `others` first.
  ///
  /// - Precondition: Both arrays have the same count.
  @inlinable public func composed<Scalar>(with others: [Quaternion<Scalar>]) -> Self
  where Element == Quaternion<Scalar> {
    batch(self, others) { RotationBatch.compose($0, $1, into: $2) }
  }

  /// Interpolates to the rotations at the same index, with one fraction for all.
  ///
  /// - Precondition: Both arrays have the same count.
  @inlinable public func slerp<Scalar>(to others: [Quaternion<Scalar>], _ t: Scalar) -> Self
  where Element == Quaternion<Scalar> {
    batch(self, others) { RotationBatch.slerp($0, $1, t, into: $2) }
  }

  /// The rotation matrices of unit quaternions.
  @inlinable public func matrices<Scalar>() -> [Matrix3<Scalar>]
  where Element == Quaternion<Scalar> {
    batch(self) { RotationBatch.convert($0, into: $1) }
  }

  /// The rotation vectors of unit quaternions: their logarithms.
  @inlinable public func rotationVectors<Scalar>() -> [Vector3<Scalar>]
  where Element == Quaternion<Scalar> {
    batch(self) { RotationBatch.logarithm($0, into: $1) }
  }

  /// Creates unit quaternions from rotation vectors: their exponentials.
  @inlinable public init<Scalar>(rotationVectors: [Vector3<Scalar>])
  where Element == Quaternion<Scalar> {
    self = batch(rotationVectors) { RotationBatch.exponential($0, into: $1) }
  }

  /// Creates unit quaternions from rotation matrices.
  @inlinable public init<Scalar>(matrices: [Matrix3<Scalar>])
  where Element == Quaternion<Scalar> {
    self = batch(matrices) { RotationBatch.convert($0, into: $1) }
  }
}

/// An array of results, one per element.
@inlinable @inline(__always)
func batch<A, R>(
  _ a: [A], _ body: (StridedView<A>, MutableStridedView<R>) -> Void
) -> [R] {
  [R](unsafeUninitializedCapacity: a.count) { buffer, count in
    let results = UnsafeMutableBufferPointer(rebasing: buffer[..<a.count])
    a.withUnsafeBufferPointer { body(StridedView($0), MutableStridedView(results)) }
    count = a.count
  }
}

/// An array of results, one per pair of elements.
@inlinable @inline(__always)
func batch<A, B, R>(
  _ a: [A], _ b: [B], _ body: (StridedView<A>, StridedView<B>, MutableStridedView<R>) -> Void
) -> [R] {
  [R](unsafeUninitializedCapacity: a.count) { buffer, count in
    let results = UnsafeMutableBufferPointer(rebasing: buffer[..<a.count])
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        body(StridedView(a), StridedView(b), MutableStridedView(results))
      }
    }
    count = a.count
  }
}
