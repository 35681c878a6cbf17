/// Sums over the samples of the last moments, in fixed memory at any sample rate.
///
/// Time is cut into blocks of an eighth of the window. Eight closed blocks and the open one are
/// summed, so the window is between 1 and 1⅛ times its nominal length. Nothing is ever subtracted,
/// so that rounding does not accumulate, in however many days: see ``SlidingSum``.
@usableFromInline
struct RestWindow: Hashable, Sendable {
  private let duration: Double
  @usableFromInline let blockDuration: Double
  /// Whether ``acceleration`` is summed.
  @usableFromInline let sumsAcceleration: Bool
  /// What both sensors add to the statistic, and how many samples they are.
  @usableFromInline var energy = SlidingSum<SIMD2<Double>>()
  /// The acceleration.
  @usableFromInline var acceleration = SlidingSum<SIMD3<Double>>()
  @usableFromInline private(set) var place = 0
  @usableFromInline private(set) var blockEnd = -Double.infinity
  /// When samples will have come for the length of the window.
  @usableFromInline private(set) var fullTime = Double.infinity

  /// A window of `duration` seconds.
  init(duration: Double, sumsAcceleration: Bool) {
    self.duration = duration
    self.sumsAcceleration = sumsAcceleration
    blockDuration = duration / Double(SlidingSum<SIMD2<Double>>.blockCount)
  }

  /// Makes room for a sample at `time` where only the energy is summed and that takes no more than to
  /// close one block; otherwise returns `false` and does nothing.
  @inlinable @inline(__always)
  mutating func moveQuickly(to time: Double) -> Bool {
    guard !sumsAcceleration else { return false }
    guard time >= blockEnd else { return true }
    let nextEnd = blockEnd + blockDuration
    guard time < nextEnd, energy.closeQuickly(at: place) else { return false }
    place += 1
    blockEnd = nextEnd
    return true
  }

  /// Makes room for a sample at `time`, later than the ones before; it is added to what is open.
  mutating func move(to time: Double) {
    if time >= blockEnd { close(until: time) }
  }

  /// Forgets all.
  mutating func restart() {
    self = RestWindow(duration: duration, sumsAcceleration: sumsAcceleration)
  }

  /// Closes the open block, and the empty ones until `time`.
  private mutating func close(until time: Double) {
    guard time - blockEnd < duration else {
      // The first sample, or one after a pause that the window does not reach across.
      restart()
      fullTime = time + duration
      blockEnd = time + blockDuration
      return
    }
    repeat {
      energy.close(at: place)
      if sumsAcceleration { acceleration.close(at: place) }
      place = (place + 1) % SlidingSum<SIMD2<Double>>.blockCount
      blockEnd += blockDuration
    } while time >= blockEnd
  }
}
