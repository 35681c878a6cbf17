/// The sum of the last eight blocks and an open one, by additions alone.
///
/// Blocks come in generations of eight. When a generation is full, each of its blocks is replaced by
/// the sum from there to its last, and one after another is dropped as a block of the next generation
/// takes its place. What is left of the old generation and the sum of the new one so far make the sum
/// of the last eight: three additions a block in the mean, and rounding never accumulates.
@usableFromInline
struct SlidingSum<Element: SIMD & Hashable & Sendable>: Hashable, Sendable
where Element.Scalar == Double {
  @usableFromInline static var blockCount: Int { 8 }

  /// The sum of the open block, to which samples are added.
  @usableFromInline var open = Element.zero
  /// The sum of the last eight blocks.
  @usableFromInline private(set) var closed = Element.zero
  @usableFromInline private(set) var generation = Element.zero
  @usableFromInline private(set) var blocks = Blocks()

  init() {}

  /// The sum of all.
  var total: Element { closed + open }

  /// Closes the open block, the one at `place` in its generation, and opens another.
  mutating func close(at place: Int) {
    if closeQuickly(at: place) { return }
    blocks.b7 = open
    blocks.sumToLast()
    open = .zero
    generation = .zero
    closed = blocks.b0
  }

  /// Does so unless the generation is full with it; returns whether that was all.
  @inlinable @inline(__always)
  mutating func closeQuickly(at place: Int) -> Bool {
    guard place < Self.blockCount - 1 else { return false }
    generation += open
    closed = generation + blocks.exchange(open, at: place)
    open = .zero
    return true
  }

  /// Eight blocks in a row, without memory of their own.
  @usableFromInline
  struct Blocks: Hashable, Sendable {
    var b0 = Element.zero, b1 = Element.zero, b2 = Element.zero, b3 = Element.zero
    var b4 = Element.zero, b5 = Element.zero, b6 = Element.zero, b7 = Element.zero

    /// Stores `block` at `index`, below the last, and gives the one after it.
    @inlinable @inline(__always)
    mutating func exchange(_ block: Element, at index: Int) -> Element {
      withUnsafeMutableBytes(of: &self) { bytes in
        let stride = MemoryLayout<Element>.stride
        bytes.storeBytes(of: block, toByteOffset: index * stride, as: Element.self)
        return bytes.load(fromByteOffset: (index + 1) * stride, as: Element.self)
      }
    }

    /// Replaces each by the sum from there to the last.
    mutating func sumToLast() {
      b6 += b7
      b5 += b6
      b4 += b5
      b3 += b4
      b2 += b3
      b1 += b2
      b0 += b1
    }
  }
}
