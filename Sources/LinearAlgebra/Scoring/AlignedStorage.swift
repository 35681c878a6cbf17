/// Immutable numbers that start at a cache line, so that no vector load straddles two lines.
final class AlignedStorage: Sendable {
  /// The numbers, constant after the initialiser.
  nonisolated(unsafe) let start: UnsafePointer<Double>

  /// Copies `numbers`.
  init(_ numbers: [Double]) {
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, numbers.count * MemoryLayout<Double>.stride), alignment: 64)
    let scalars = bytes.bindMemory(to: Double.self, capacity: numbers.count)
    scalars.initialize(from: numbers, count: numbers.count)
    start = UnsafePointer(scalars)
  }

  deinit {
    UnsafeMutableRawPointer(mutating: start).deallocate()
  }
}
