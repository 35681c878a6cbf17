/// Rotations of many elements at once, from memory to memory.
///
/// Each operation takes arrays (methods of `Array`), spans or strided views, all by the same
/// loops. Nothing is allocated for spans and views. A destination can be the memory of a source.
///
/// For several threads divide the work: `span.extracting(range)` and one call a part.
public enum RotationBatch<Scalar: RealScalar> {
  /// A quaternion of the batch's precision.
  public typealias Rotations = StridedView<Quaternion<Scalar>>
  /// A vector of the batch's precision.
  public typealias Vectors = StridedView<Vector3<Scalar>>

  /// Stores `transform` of each element.
  @inlinable @inline(__always)
  static func store<A, R>(
    _ a: StridedView<A>, in results: MutableStridedView<R>, _ transform: (A) -> R
  ) {
    precondition(
      a.count == results.count, "expected \(a.count) places for results, got \(results.count)")
    for index in 0..<a.count { results[index] = transform(a[index]) }
  }

  /// Stores `transform` of each pair of elements.
  @inlinable @inline(__always)
  static func store<A, B, R>(
    _ a: StridedView<A>, _ b: StridedView<B>, in results: MutableStridedView<R>,
    _ transform: (A, B) -> R
  ) {
    precondition(a.count == b.count, "expected \(a.count) elements, got \(b.count)")
    precondition(
      a.count == results.count, "expected \(a.count) places for results, got \(results.count)")
    for index in 0..<a.count { results[index] = transform(a[index], b[index]) }
  }
}

// MARK: - Strided memory

extension RotationBatch {
  /// Rotates vectors by one unit quaternion.
  ///
  /// Multiplies by the rotation's matrix, which takes half the operations of `Quaternion.act(_:)`
  /// and differs from it by rounding.
  @inlinable public static func rotate(
    _ vectors: Vectors, by rotation: Quaternion<Scalar>,
    into results: MutableStridedView<Vector3<Scalar>>
  ) {
    let matrix = Matrix3(rotation)
    store(vectors, in: results) { matrix * $0 }
  }

  /// Rotates each vector by the unit quaternion at the same index.
  @inlinable public static func rotate(
    _ vectors: Vectors, by rotations: Rotations,
    into results: MutableStridedView<Vector3<Scalar>>
  ) {
    store(rotations, vectors, in: results) { $0.act($1) }
  }

  /// Composes rotations at the same index: those of `b` first, then those of `a`.
  ///
  /// Each is ``Quaternion/composed(with:)``.
  @inlinable public static func compose(
    _ a: Rotations, _ b: Rotations, into results: MutableStridedView<Quaternion<Scalar>>
  ) {
    store(a, b, in: results) { $0.composed(with: $1) }
  }

  /// Converts unit quaternions to rotation matrices.
  @inlinable public static func convert(
    _ rotations: Rotations, into results: MutableStridedView<Matrix3<Scalar>>
  ) {
    store(rotations, in: results) { Matrix3($0) }
  }

  /// Converts rotation matrices to unit quaternions.
  @inlinable public static func convert(
    _ matrices: StridedView<Matrix3<Scalar>>, into results: MutableStridedView<Quaternion<Scalar>>
  ) {
    store(matrices, in: results) { Quaternion($0) }
  }

  /// The exponential map: converts rotation vectors to unit quaternions.
  @inlinable public static func exponential(
    _ rotationVectors: Vectors, into results: MutableStridedView<Quaternion<Scalar>>
  ) {
    store(rotationVectors, in: results) { Quaternion(rotationVector: $0) }
  }

  /// The logarithm: converts unit quaternions to rotation vectors.
  @inlinable public static func logarithm(
    _ rotations: Rotations, into results: MutableStridedView<Vector3<Scalar>>
  ) {
    store(rotations, in: results) { $0.rotationVector }
  }

  /// Interpolates between rotations at the same index, with one fraction for all.
  @inlinable public static func slerp(
    _ a: Rotations, _ b: Rotations, _ t: Scalar,
    into results: MutableStridedView<Quaternion<Scalar>>
  ) {
    store(a, b, in: results) { $0.slerp(to: $1, t) }
  }
}
