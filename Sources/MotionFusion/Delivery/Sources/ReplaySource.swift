/// A recording as a source: its samples again, at their own times or at once.
public struct ReplaySource: MotionSource {
  /// The samples, in the order of their times.
  public let samples: [SensorSample]
  /// How fast they are replayed.
  public let pace: ReplayPace
  /// The sensors that any of the samples has a reading of.
  public let sensors: MotionSensors?

  /// A replay of these samples.
  ///
  /// - Parameters:
  ///   - samples: The samples, in the order of their times.
  ///   - pace: How fast they are replayed.
  /// - Complexity: O(*n*) for *n* samples, to see which sensors there are.
  public init(_ samples: [SensorSample], pace: ReplayPace = .asFastAsPossible) {
    self.samples = samples
    self.pace = pace
    sensors = samples.reduce(into: MotionSensors()) { $0.formUnion(MotionSensors(in: $1)) }
  }

  /// Hands over the samples; a sample whose time is not finite or lies before the first does not
  /// wait.
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
      // A duration cannot hold every number of seconds; nobody replays thirty years.
      if let wait, offset > 0, offset < 1e9 {
        // Only the task's end wakes a sleeper early.
        guard (try? await wait(offset)) != nil else { return }
      } else if index % 64 == 63 {
        // Others may need this thread.
        await Task.yield()
      }
      guard !Task.isCancelled else { return }
      await receive(sample)
    }
  }
}
