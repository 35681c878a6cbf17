internal import Synchronization

/// A source without what its sensors report before they are settled.
///
/// The first samples of a run, 1.1 s by the default detector, are held back until it is known which of
/// them can be believed; these follow all at once, and every later sample as it comes. For those to
/// whom a misleading sample matters more than a second at the start, such as a reader of letters; a
/// ``MotionManager`` by itself delivers at once, and begins afresh when it finds out.
public final class SettledSource: MotionSource {
  /// Where the samples come from.
  public let source: any MotionSource
  /// What recognises samples that are not to be believed.
  public let detector: StartupDetector
  private let skipped = Mutex(0)

  /// The samples of `source`, as soon as they can be believed.
  ///
  /// - Parameters:
  ///   - source: Where the samples come from.
  ///   - detector: What recognises samples that are not to be believed.
  public init(_ source: some MotionSource, detector: StartupDetector = StartupDetector()) {
    self.source = source
    self.detector = detector
  }

  /// The sensors of the source.
  public var sensors: MotionSensors? { source.sensors }

  /// How many samples were left out, in all runs so far.
  public var skippedCount: Int { skipped.withLock { $0 } }

  /// Hands over the samples that can be believed.
  ///
  /// - Parameter receive: Takes one sample.
  /// - Throws: What the source throws, after the samples that were held back.
  public func run(
    _ receive: (SensorSample) async -> Void
  ) async throws(MotionSourceError) {
    var watch: StartupWatch? = StartupWatch(detector: detector)
    var held: [SensorSample] = []
    func release() async {
      watch = nil
      let count = detector.count(in: held)
      skipped.withLock { $0 += count }
      for sample in held[count...] { await receive(sample) }
      held = []
    }
    do throws(MotionSourceError) {
      try await source.run { sample in
        guard watch != nil else { return await receive(sample) }
        held.append(sample)
        let isOver = watch?.append(sample) == true
        if isOver || held.count == StartupWatch.mostSamples { await release() }
      }
    } catch {
      await release()
      throw error
    }
    if watch != nil { await release() }
  }
}
