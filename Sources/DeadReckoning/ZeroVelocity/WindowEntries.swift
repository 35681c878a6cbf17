/// The last 32 entries of a `SlidingWindow`, by number, stored inline.
///
/// An array in their place takes three times as many instructions on the workload `rest-detector`.
@usableFromInline
struct WindowEntries: Hashable, Sendable {
  @usableFromInline
  struct Entry: Hashable, Sendable {
    @usableFromInline var sums = SlidingWindow.Sums()
    /// The time of its last sample, in seconds.
    @usableFromInline var end = 0.0

    @inlinable init() {}
  }

  /// Two consecutive elements; nested, any power of two.
  private struct Pair<Element: Hashable & Sendable>: Hashable, Sendable {
    let first: Element
    let second: Element

    init(repeating element: Element) {
      first = element
      second = element
    }
  }

  private var pairs = Pair(
    repeating: Pair(repeating: Pair(repeating: Pair(repeating: Pair(repeating: Entry())))))
  @usableFromInline static var mask: Int { 31 }

  init() {}

  /// Stores these sums in the entry of this number, and resets them.
  @inlinable @inline(__always)
  mutating func close(
    _ number: Int, _ sums: inout SlidingWindow.Sums, end: Double, _ sumsAcceleration: Bool
  ) {
    withEntry(number) { entry in
      entry.pointee.sums.take(&sums, sumsAcceleration)
      entry.pointee.end = end
    }
  }

  /// The time of the last sample of the entry of this number.
  @inlinable @inline(__always)
  mutating func end(_ number: Int) -> Double { withEntry(number) { $0.pointee.end } }

  /// The sums of the entry of this number.
  @inlinable @inline(__always)
  mutating func sums(_ number: Int) -> SlidingWindow.Sums { withEntry(number) { $0.pointee.sums } }

  @inlinable @inline(__always)
  mutating func withEntry<Result>(
    _ number: Int, _ body: (UnsafeMutablePointer<Entry>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &self) {
      let entries = UnsafeMutableRawPointer($0).assumingMemoryBound(to: Entry.self)
      return body(entries + (number & Self.mask))
    }
  }
}
