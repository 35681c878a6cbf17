public import RotationMath

/// Sums over the samples of the last moments, in fixed memory at any sample rate.
///
/// Samples are kept, those that come within a 28th of the window as one entry of a ring. Where they
/// come more slowly, the window is exact; elsewhere it is up to 1/14 longer than its nominal length.
///
/// What leaves the window is subtracted from its sum. So that rounding does not accumulate, a second
/// sum only adds, from some entry on; when that is the oldest, the second sum is the window's, and
/// takes its place. What rounding leaves of a sample is gone one window after the sample.
@usableFromInline
struct SlidingWindow: Hashable, Sendable {
  /// The sums of an entry, or of the window.
  @usableFromInline
  struct Sums: Hashable, Sendable {
    /// What both sensors add to the statistic, and how many samples they are.
    @usableFromInline var energy = SIMD2<Double>.zero
    /// Zero where it is not summed.
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

    /// Makes these the sums of `other`, and those zero.
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
  /// The window's length, and a thousandth more: whether a sample that came exactly that long ago
  /// belongs to it is not left to the rounding of times.
  @usableFromInline let reach: Double
  /// The shortest time from the start of an entry to that of the next.
  @usableFromInline let spacing: Double
  @usableFromInline private(set) var entries = WindowEntries()
  /// The number of the open entry; those below it are closed.
  @usableFromInline private(set) var open = 1
  /// The number of the oldest entry in the window.
  @usableFromInline private(set) var oldest = 0
  /// The number of the entry from which on ``fresh`` sums.
  @usableFromInline private(set) var mark = 1
  /// When the next entry opens.
  @usableFromInline private(set) var nextStart = Double.infinity
  /// The sums of the closed entries in the window, of those from ``mark`` on, and of the open one.
  @usableFromInline private(set) var closed = Sums()
  @usableFromInline private(set) var fresh = Sums()
  @usableFromInline private(set) var current = Sums()

  /// A window of `duration` seconds.
  init(duration: Double) {
    self.duration = duration
    reach = duration * (1 + Self.tolerance)
    spacing = duration / 28
    // What was before the first sample is not known: an entry that is no rest.
    closed.energy.x = .infinity
  }

  /// The sums of the window: of no rest, until samples came for its length.
  @inlinable @inline(__always)
  var total: Sums {
    var total = closed
    total.add(current, true)
    return total
  }

  /// Forgets all, and begins at `time`.
  mutating func restart(at time: Double) {
    self = SlidingWindow(duration: duration)
    nextStart = time + spacing
    // Out of reach when the window is full.
    entries.close(oldest, &current, end: time - 2 * Self.tolerance * duration, false)
  }

  /// Adds a sample, later by no more than the window than the one at `last`.
  ///
  /// - Parameter sumsAcceleration: Whether the acceleration counts, in this window always or never.
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
    // Where samples come evenly, one leaves as one comes; others are no part of the caller's loop.
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

  /// Far more than the rounding of times, and far less than the time between samples.
  private static var tolerance: Double { 1e-3 }
}
