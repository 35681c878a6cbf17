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

  /// Passes the samples to `receive`, without waiting for times that are not finite or precede the
  /// first one.
  ///
  /// - Parameter receive: Takes one sample.
  /// - Throws: Nothing.
  public func run(
    _ receive: (SensorSample) async -> Void
  ) async throws(MotionSourceError) {
    let wait = pace.start?()
    let start = samples.first { $0.timestamp.isFinite }?.timestamp ?? 0
    for (index, sample) in samples.enumerated() {
      let offset = sample.timestamp - start
      // A Duration overflows beyond its range: limit the wait to thirty years.
      if let wait, offset > 0, offset < 1e9 {
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
