// MARK: - Spans

extension RotationBatch {
  /// Rotates vectors by one unit quaternion.
  ///
  /// Multiplies by the rotation's matrix, which takes half the operations of `Quaternion.act(_:)`
  /// and differs from it by rounding.
  @inlinable public static func rotate(
    _ vectors: Span<Vector3<Scalar>>, by rotation: Quaternion<Scalar>,
    into results: inout MutableSpan<Vector3<Scalar>>
  ) {
    withViews(vectors, &results) { rotate($0, by: rotation, into: $1) }
  }

  /// Rotates vectors in place by one unit quaternion.
  @inlinable public static func rotate(
    _ vectors: inout MutableSpan<Vector3<Scalar>>, by rotation: Quaternion<Scalar>
  ) {
    vectors.withUnsafeMutableBufferPointer {
      rotate(Vectors(UnsafeBufferPointer($0)), by: rotation, into: MutableStridedView($0))
    }
  }

  /// Rotates each vector by the unit quaternion at the same index.
  @inlinable public static func rotate(
    _ vectors: Span<Vector3<Scalar>>, by rotations: Span<Quaternion<Scalar>>,
    into results: inout MutableSpan<Vector3<Scalar>>
  ) {
    withViews(vectors, rotations, &results) { rotate($0, by: $1, into: $2) }
  }

  /// Composes rotations at the same index: those of `b` first, then those of `a`.
  @inlinable public static func compose(
    _ a: Span<Quaternion<Scalar>>, _ b: Span<Quaternion<Scalar>>,
    into results: inout MutableSpan<Quaternion<Scalar>>
  ) {
    withViews(a, b, &results) { compose($0, $1, into: $2) }
  }

  /// Converts unit quaternions to rotation matrices.
  @inlinable public static func convert(
    _ rotations: Span<Quaternion<Scalar>>, into results: inout MutableSpan<Matrix3<Scalar>>
  ) {
    withViews(rotations, &results) { convert($0, into: $1) }
  }

  /// Converts rotation matrices to unit quaternions.
  @inlinable public static func convert(
    _ matrices: Span<Matrix3<Scalar>>, into results: inout MutableSpan<Quaternion<Scalar>>
  ) {
    withViews(matrices, &results) { convert($0, into: $1) }
  }

  /// The exponential map: converts rotation vectors to unit quaternions.
  @inlinable public static func exponential(
    _ rotationVectors: Span<Vector3<Scalar>>, into results: inout MutableSpan<Quaternion<Scalar>>
  ) {
    withViews(rotationVectors, &results) { exponential($0, into: $1) }
  }

  /// The logarithm: converts unit quaternions to rotation vectors.
  @inlinable public static func logarithm(
    _ rotations: Span<Quaternion<Scalar>>, into results: inout MutableSpan<Vector3<Scalar>>
  ) {
    withViews(rotations, &results) { logarithm($0, into: $1) }
  }

  /// Interpolates between rotations at the same index, with one fraction for all.
  @inlinable public static func slerp(
    _ a: Span<Quaternion<Scalar>>, _ b: Span<Quaternion<Scalar>>, _ t: Scalar,
    into results: inout MutableSpan<Quaternion<Scalar>>
  ) {
    withViews(a, b, &results) { slerp($0, $1, t, into: $2) }
  }

  @inlinable @inline(__always)
  static func withViews<A, R>(
    _ a: Span<A>, _ results: inout MutableSpan<R>,
    _ body: (StridedView<A>, MutableStridedView<R>) -> Void
  ) {
    a.withUnsafeBufferPointer { a in
      results.withUnsafeMutableBufferPointer { body(StridedView(a), MutableStridedView($0)) }
    }
  }

  @inlinable @inline(__always)
  static func withViews<A, B, R>(
    _ a: Span<A>, _ b: Span<B>, _ results: inout MutableSpan<R>,
    _ body: (StridedView<A>, StridedView<B>, MutableStridedView<R>) -> Void
  ) {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        results.withUnsafeMutableBufferPointer {
          body(StridedView(a), StridedView(b), MutableStridedView($0))
        }
      }
    }
  }
}
