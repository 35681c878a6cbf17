import Synchronization

/// A clock that is at the end of each sleep at once, until it is stopped: then nobody wakes.
final class SteppingClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private let state = Mutex((now: Instant(), isStopped: false))

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  /// Sleepers are told that they were cancelled from now on.
  func stop() { state.withLock { $0.isStopped = true } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    try state.withLock { state in
      if state.isStopped { throw CancellationError() }
      state.now = max(state.now, deadline)
    }
  }
}
