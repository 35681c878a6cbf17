/// The speed of a replay.
public struct ReplayPace: Sendable {
  /// Waits until this time of the recording.
  typealias Wait = @Sendable (_ seconds: Double) async throws -> Void

  /// Starts the clock; `nil` without waiting.
  let start: (@Sendable () -> Wait)?

  /// All samples at once, without waiting.
  public static let asFastAsPossible = ReplayPace(start: nil)

  /// The recorded times, by the machine's clock.
  public static let realTime = realTime(by: ContinuousClock())

  /// The recorded times, by a given clock.
  ///
  /// Each deadline counts from the start, so that delays do not accumulate.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - speed: Seconds of the recording in one second of the clock.
  /// - Precondition: `speed` is positive and finite.
  public static func realTime(by clock: some Clock<Duration>, speed: Double = 1) -> ReplayPace {
    precondition(speed > 0 && speed.isFinite, "expected a positive speed, got \(speed)")
    return ReplayPace {
      let start = clock.now
      return { seconds in
        // A Duration overflows beyond its range: limit the wait to thirty years.
        let deadline = start.advanced(by: .seconds(min(seconds / speed, 1e9)))
        try await clock.sleep(until: deadline, tolerance: nil)
      }
    }
  }
}
