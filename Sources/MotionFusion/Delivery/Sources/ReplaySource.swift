/// A source that replays a recording.
public struct ReplaySource: MotionSource {
  private let samples: [SensorSample]
  private let pace: ReplayPace
  /// The sensors with a reading in any sample.
  public let sensors: MotionSensors?

  /// A replay of a recording.
  ///
  /// - Parameters:
  ///   - samples: The samples in the order of time.
  ///   - pace: The speed of the replay.
  /// - Complexity: O(*n*) in the samples.
  public init(_ samples: [SensorSample], pace: ReplayPace = .asFastAsPossible) {
    self.samples = samples
    self.pace = pace
    sensors = samples.reduce(into: MotionSensors()) { $0.formUnion(MotionSensors(in: $1)) }
  }

  /// The longest wait between two samples, in seconds of the recording: a gap over this, such as
  /// one from a wrong time, is shortened to it.
  private static let longestGap = 10.0

  /// Passes the samples to `receive` at the pace of their times.
  ///
  /// Times that are not finite or go back are passed on without a wait; gaps over 10 s take 10 s
  /// of the recording's time.
  ///
  /// - Parameter receive: Takes one sample.
  /// - Throws: Nothing.
  public func run(
    _ receive: (SensorSample) async -> Void
  ) async throws(MotionSourceError) {
    let wait = pace.start?()
    var latest = samples.first { $0.timestamp.isFinite }?.timestamp ?? 0
    var offset = 0.0
    for (index, sample) in samples.enumerated() {
      let step = sample.timestamp - latest
      if step.isFinite {
        latest = sample.timestamp
        offset += min(max(0, step), Self.longestGap)
      }
      if let wait, offset > 0, step >= 0, step.isFinite {
        // The sleep throws only if the task was cancelled.
        guard (try? await wait(offset)) != nil else { return }
      } else if index % 64 == 63 {
        // Let other tasks use this thread.
        await Task.yield()
      }
      guard !Task.isCancelled else { return }
      await receive(sample)
    }
  }
}
