internal import Synchronization

/// A clock that stands still until somebody sleeps, and then is at the end of that sleep: what
/// waits by it does not hold up a test.
public final class InstantClock: Clock {
  /// A time since the clock was made.
  public struct Instant: InstantProtocol {
    /// The time.
    public var offset = Duration.zero
    /// The time a while later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time from here to there.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether `a` is earlier.
    public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private let state = Mutex((ends: [Duration](), isStopped: false))

  /// A clock at zero.
  public init() {}

  /// The ends of all sleeps so far.
  public var sleeps: [Duration] { state.withLock { $0.ends } }
  /// The end of the longest sleep.
  public var now: Instant { Instant(offset: sleeps.max() ?? .zero) }
  /// Nothing is too short for it.
  public var minimumResolution: Duration { .zero }

  /// Sleepers are told that they were cancelled from now on.
  public func stop() { state.withLock { $0.isStopped = true } }

  /// Goes to `deadline` at once.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    try state.withLock { state in
      if state.isStopped { throw CancellationError() }
      state.ends.append(deadline.offset)
    }
  }
}
