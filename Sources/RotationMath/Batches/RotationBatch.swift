/// Rotations of many elements at once, from memory to memory.
///
/// Each operation takes arrays (methods of `Array`), spans or strided views. Nothing is allocated
/// for spans and views. A destination can be the memory of a source. Consecutive elements are
/// processed by vector instructions, with the same results.
///
/// A loop of your own is as fast where the destination is an `inout` parameter or a span:
///
/// ```swift
/// var products = c.mutableSpan
/// for i in a.indices { products[i] = a[i] * b[i] }
/// ```
///
/// If a closure captures the array `c`, or with `zip(a, b).map { $0 * $1 }`, the arrays take as
/// long as the products (benchmark "quaternion product of arrays").
///
/// To use several threads, call once per part: `span.extracting(range)`.
public enum RotationBatch<Scalar: RealScalar> {
  /// A quaternion of the batch's precision.
  public typealias Rotations = StridedView<Quaternion<Scalar>>
  /// A vector of the batch's precision.
  public typealias Vectors = StridedView<Vector3<Scalar>>

  /// The number of elements that are inspected before they are transformed.
  @inlinable static var partLength: Int { 256 }

  /// Stores `transform` of each element.
  @inlinable @inline(__always) static func store<A, R>(
    _ a: StridedView<A>, in results: MutableStridedView<R>, _ transform: (A) -> R
  ) {
    precondition(
      a.count == results.count, "expected \(a.count) places for results, got \(results.count)")
    // A separate loop, which is vectorised if `transform` is inlined and has no branches.
    if let a = a.contiguous, let results = results.contiguous {
      for index in 0..<a.count { results[index] = transform(a[index]) }
    } else {
      for index in 0..<a.count { results[index] = transform(a[index]) }
    }
  }

  /// Stores `transform` of each pair of elements.
  @inlinable @inline(__always) static func store<A, B, R>(
    _ a: StridedView<A>, _ b: StridedView<B>, in results: MutableStridedView<R>,
    _ transform: (A, B) -> R
  ) {
    precondition(a.count == b.count, "expected \(a.count) elements, got \(b.count)")
    precondition(
      a.count == results.count, "expected \(a.count) places for results, got \(results.count)")
    if let a = a.contiguous, let b = b.contiguous, let results = results.contiguous {
      for index in 0..<a.count { results[index] = transform(a[index], b[index]) }
    } else {
      for index in 0..<a.count { results[index] = transform(a[index], b[index]) }
    }
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

  /// Converts rotation matrices to unit quaternions: ``Quaternion/init(rotationMatrix:)``.
  @inlinable public static func convert(
    _ matrices: StridedView<Matrix3<Scalar>>, into results: MutableStridedView<Quaternion<Scalar>>
  ) {
    @inline(__always) func quaternion(_ matrix: Matrix3<Scalar>) -> Quaternion<Scalar> {
      Quaternion(rotationMatrix: matrix)
    }
    store(matrices, in: results, quaternion)
  }

  /// The exponential map: converts rotation vectors to unit quaternions.
  @inlinable public static func exponential(
    _ rotationVectors: Vectors, into results: MutableStridedView<Quaternion<Scalar>>
  ) {
    @inline(__always) func short(_ vector: Vector3<Scalar>) -> Quaternion<Scalar> {
      Quaternion(shortRotationVector: vector)
    }
    precondition(
      rotationVectors.count == results.count,
      "expected \(rotationVectors.count) places for results, got \(results.count)")
    // Mostly all vectors of a part are short, and need no branches.
    for index in stride(from: 0, to: results.count, by: partLength) {
      let vectors = rotationVectors.part(at: index, length: partLength)
      let results = results.part(at: index, length: partLength)
      var longCount = 0
      for index in 0..<vectors.count {
        longCount += vectors[index].lengthSquared <= Quaternion.shortSquare ? 0 : 1
      }
      if longCount == 0 {
        store(vectors, in: results, short)
      } else {
        store(vectors, in: results) { Quaternion(rotationVector: $0) }
      }
    }
  }

  /// The logarithm: converts unit quaternions to rotation vectors.
  @inlinable public static func logarithm(
    _ rotations: Rotations, into results: MutableStridedView<Vector3<Scalar>>
  ) {
    @inline(__always) func logarithm(_ rotation: Quaternion<Scalar>) -> Vector3<Scalar> {
      rotation.rotationVector
    }
    store(rotations, in: results, logarithm)
  }

  /// Interpolates between rotations at the same index, with one fraction for all.
  @inlinable public static func slerp(
    _ a: Rotations, _ b: Rotations, _ t: Scalar,
    into results: MutableStridedView<Quaternion<Scalar>>
  ) {
    @inline(__always)
    func within(_ a: Quaternion<Scalar>, _ b: Quaternion<Scalar>) -> Quaternion<Scalar> {
      a.slerpWithin(b, t)
    }
    if abs(t) <= 1 {
      store(a, b, in: results, within)
    } else {
      store(a, b, in: results) { $0.slerp(to: $1, t) }
    }
  }
}

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

  @inlinable @inline(__always) static func withViews<A, R>(
    _ a: Span<A>, _ results: inout MutableSpan<R>,
    _ body: (StridedView<A>, MutableStridedView<R>) -> Void
  ) {
    a.withUnsafeBufferPointer { a in
      results.withUnsafeMutableBufferPointer { body(StridedView(a), MutableStridedView($0)) }
    }
  }

  @inlinable @inline(__always) static func withViews<A, B, R>(
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

  /// The products with the quaternions at the same index: `self[i] * others[i]`.
  ///
  /// As fast as a loop over spans; see ``RotationBatch``. Unlike ``composed(with:)`` it does not
  /// normalise.
  ///
  /// - Precondition: Both arrays have the same count.
  @inlinable public func multiplied<Scalar>(by others: [Quaternion<Scalar>]) -> Self
  where Element == Quaternion<Scalar> {
    batch(self, others) { RotationBatch<Scalar>.store($0, $1, in: $2) { $0 * $1 } }
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
  @inlinable public init<Scalar>(matrices: [Matrix3<Scalar>]) where Element == Quaternion<Scalar> {
    self = batch(matrices) { RotationBatch.convert($0, into: $1) }
  }
}

/// An array of results, one per element.
@inlinable @inline(__always) func batch<A, R>(
  _ a: [A], _ body: (StridedView<A>, MutableStridedView<R>) -> Void
) -> [R] {
  [R](unsafeUninitializedCapacity: a.count) { buffer, count in
    let results = UnsafeMutableBufferPointer(rebasing: buffer[..<a.count])
    a.withUnsafeBufferPointer { body(StridedView($0), MutableStridedView(results)) }
    count = a.count
  }
}

/// An array of results, one per pair of elements.
@inlinable @inline(__always) func batch<A, B, R>(
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
