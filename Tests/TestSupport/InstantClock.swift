internal import Synchronization

/// A clock that jumps to the end of a sleep at once, so that tests do not wait.
public final class InstantClock: Clock {
  /// A time since the creation of the clock.
  public struct Instant: InstantProtocol {
    /// The time since the creation of the clock.
    public var offset = Duration.zero
    /// The instant after `duration`.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The duration to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether `a` is before `b`.
    public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private let state = Mutex((ends: [Duration](), isStopped: false))

  /// Creates a clock at zero.
  public init() {}

  /// The deadlines of all sleeps so far.
  public var sleeps: [Duration] { state.withLock { $0.ends } }
  /// The latest deadline.
  public var now: Instant { Instant(offset: sleeps.max() ?? .zero) }
  /// The minimum resolution: zero.
  public var minimumResolution: Duration { .zero }

  /// Makes all later sleeps throw `CancellationError`.
  public func stop() { state.withLock { $0.isStopped = true } }

  /// Advances to `deadline` without waiting.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    try state.withLock { state in
      if state.isStopped { throw CancellationError() }
      state.ends.append(deadline.offset)
    }
  }
}
