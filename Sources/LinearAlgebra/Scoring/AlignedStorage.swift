/// Numbers that start where a line of the cache does, so that no vector of them straddles two.
@usableFromInline
final class AlignedStorage<Scalar: LinearScorerScalar>: Sendable {
  /// The numbers, which nobody writes after the initialiser.
  @usableFromInline nonisolated(unsafe) let start: UnsafePointer<Scalar>

  /// A copy of `numbers`.
  init(_ numbers: [Scalar]) {
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, numbers.count * MemoryLayout<Scalar>.stride), alignment: 64)
    let scalars = bytes.bindMemory(to: Scalar.self, capacity: numbers.count)
    scalars.initialize(from: numbers, count: numbers.count)
    start = UnsafePointer(scalars)
  }

  deinit {
    UnsafeMutableRawPointer(mutating: start).deallocate()
  }
}
