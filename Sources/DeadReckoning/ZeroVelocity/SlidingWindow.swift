public import RotationMath

/// Sums over the samples of a sliding time window, in fixed memory at any sample rate.
///
/// Samples within a 28th of the window share an entry of a ring. At low sample rates, with one
/// sample an entry, the window is exact; elsewhere it is up to 1/14 longer than its nominal length.
///
/// An entry that leaves the window is subtracted from its sums. To prevent the accumulation of
/// rounding errors, a second set of sums only adds, starting at some entry. When that entry is the
/// oldest, the second set covers the window and replaces the first.
///
/// Inlined into the callers' loops for the workloads `rest-detector` and `path-tracker`.
@usableFromInline
struct SlidingWindow: Hashable, Sendable {
  /// The sums of an entry, or of the window.
  @usableFromInline
  struct Sums: Hashable, Sendable {
    /// The contributions of both sensors to the statistic, and the number of samples.
    @usableFromInline var energy = SIMD2<Double>.zero
    /// Zero if the statistic does not need it.
    @usableFromInline var acceleration = Vector3<Double>.zero

    @inlinable init() {}

    @inlinable @inline(__always)
    mutating func add(_ other: Sums, _ sumsAcceleration: Bool) {
      energy += other.energy
      if sumsAcceleration { acceleration += other.acceleration }
    }

    @inlinable @inline(__always)
    mutating func subtract(_ other: Sums, _ sumsAcceleration: Bool) {
      energy -= other.energy
      if sumsAcceleration { acceleration -= other.acceleration }
    }

    /// Moves the sums of `other` here, and resets those.
    @inlinable @inline(__always)
    mutating func take(_ other: inout Sums, _ sumsAcceleration: Bool) {
      energy = other.energy
      other.energy = .zero
      if sumsAcceleration {
        acceleration = other.acceleration
        other.acceleration = .zero
      }
    }
  }

  private let duration: Double
  /// The window's length plus a thousandth, so that the rounding of times does not exclude a sample
  /// at exactly this age.
  @usableFromInline let reach: Double
  /// The shortest time from the start of an entry to that of the next.
  @usableFromInline let spacing: Double
  @usableFromInline private(set) var entries = WindowEntries()
  /// The number of the open entry; those below it are closed.
  @usableFromInline private(set) var open = 1
  /// The number of the oldest entry in the window.
  @usableFromInline private(set) var oldest = 0
  /// The number of the first entry that `fresh` sums.
  @usableFromInline private(set) var mark = 1
  /// The time at which the next entry opens.
  @usableFromInline private(set) var nextStart = Double.infinity
  /// The sums of the closed entries in the window, of those from `mark` on, and of the open one.
  @usableFromInline private(set) var closed = Sums()
  @usableFromInline private(set) var fresh = Sums()
  @usableFromInline private(set) var current = Sums()

  /// A window of `duration` seconds.
  init(duration: Double) {
    self.duration = duration
    reach = duration * (1 + Self.tolerance)
    spacing = duration / 28
    closed.energy.x = .infinity
  }

  /// The sums of the window; of infinite energy until it is full.
  @inlinable @inline(__always)
  var total: Sums {
    var total = closed
    total.add(current, true)
    return total
  }

  /// Empties the window and starts it at `time`.
  mutating func restart(at time: Double) {
    self = SlidingWindow(duration: duration)
    nextStart = time + spacing
    // Leaves the window when that is full, and the infinite energy with it.
    entries.close(oldest, &current, end: time - 2 * Self.tolerance * duration, false)
  }

  /// Adds a sample.
  ///
  /// - Parameters:
  ///   - time: In seconds; later than `last` by no more than the window.
  ///   - last: The time of the previous sample.
  ///   - sumsAcceleration: Whether the acceleration is summed; must be equal for all samples.
  @inlinable @inline(__always)
  mutating func add(
    energy: Double, acceleration: Vector3<Double>, at time: Double, after last: Double,
    _ sumsAcceleration: Bool
  ) {
    if time >= nextStart { openEntry(at: time, after: last, sumsAcceleration) }
    current.energy += SIMD2(energy, 1)
    if sumsAcceleration { current.acceleration += acceleration }
  }

  @inlinable @inline(__always)
  mutating func openEntry(at time: Double, after last: Double, _ sumsAcceleration: Bool) {
    nextStart = time + spacing
    closed.add(current, sumsAcceleration)
    fresh.add(current, sumsAcceleration)
    entries.close(open, &current, end: last, sumsAcceleration)
    open &+= 1
    // At an even sample rate one entry leaves for each that opens; the general case is outlined.
    let limit = time - reach
    guard entries.end(oldest) < limit else { return }
    dropOldest(sumsAcceleration)
    if entries.end(oldest) < limit { drop(before: limit, sumsAcceleration) }
  }

  /// Drops the entries that end before `limit`, which is no later than the end of the last.
  @usableFromInline @inline(never)
  mutating func drop(before limit: Double, _ sumsAcceleration: Bool) {
    repeat { dropOldest(sumsAcceleration) } while entries.end(oldest) < limit
  }

  @inlinable @inline(__always)
  mutating func dropOldest(_ sumsAcceleration: Bool) {
    closed.subtract(entries.sums(oldest), sumsAcceleration)
    oldest &+= 1
    if oldest == mark {
      closed.take(&fresh, sumsAcceleration)
      mark = open
    }
  }

  /// Far above the rounding of times, and far below the time between samples.
  private static var tolerance: Double { 1e-3 }
}

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

  /// The time of the last sample in the entry with this number.
  @inlinable @inline(__always)
  mutating func end(_ number: Int) -> Double { withEntry(number) { $0.pointee.end } }

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
