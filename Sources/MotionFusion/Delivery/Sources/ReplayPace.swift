/// How fast a recording is replayed.
public struct ReplayPace: Sendable {
  /// Waits until so many seconds of the recording have passed.
  typealias Wait = @Sendable (_ seconds: Double) async throws -> Void

  /// Starts the clock; `nil` when nobody waits.
  let start: (@Sendable () -> Wait)?

  /// One sample after another, without waiting.
  public static let asFastAsPossible = ReplayPace(start: nil)

  /// As the samples were recorded, by the machine's clock.
  public static let realTime = realTime(by: ContinuousClock())

  /// As the samples were recorded, by a clock of the caller's.
  ///
  /// The time of each sample counts from the start, so that waiting a little too long does not
  /// add up.
  ///
  /// - Parameters:
  ///   - clock: The clock that is slept by; a test brings one that does not wait.
  ///   - speed: Seconds of the recording in one second of the clock.
  /// - Precondition: `speed` is positive and finite.
  public static func realTime(by clock: some Clock<Duration>, speed: Double = 1) -> ReplayPace {
    precondition(speed > 0 && speed.isFinite, "speed \(speed) is not positive")
    return ReplayPace {
      let start = clock.now
      return { seconds in
        // A duration cannot hold every number of seconds; nobody waits for thirty years.
        let deadline = start.advanced(by: .seconds(min(seconds / speed, 1e9)))
        try await clock.sleep(until: deadline, tolerance: nil)
      }
    }
  }
}
