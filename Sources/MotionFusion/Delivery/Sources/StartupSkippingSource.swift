internal import Synchronization

/// A source without the start-up transient of its sensors.
///
/// The first 1.1 s of a run are held back until a transient is detected or excluded; the valid
/// samples follow at once, and later samples without delay. For consumers that prefer a delayed
/// start to invalid motion, such as a recogniser; a ``MotionManager`` delivers at once and restarts
/// after a transient.
package final class StartupSkippingSource: MotionSource {
  /// The source of the samples.
  package let source: any MotionSource
  private let skipped = Mutex(0)

  /// The samples of a source without their start-up transient.
  package init(_ source: some MotionSource) { self.source = source }

  /// The sensors of the source.
  package var sensors: MotionSensors? { source.sensors }

  /// The number of samples left out, in all runs so far.
  package var skippedCount: Int { skipped.withLock { $0 } }

  /// Passes the valid samples to `receive`.
  ///
  /// - Parameter receive: Takes one sample.
  /// - Throws: The source's error, after the samples that were held back.
  package func run(
    _ receive: (SensorSample) async -> Void
  ) async throws(MotionSourceError) {
    var buffer: StartupBuffer? = StartupBuffer()
    var held: [SensorSample] = []
    func release() async {
      buffer = nil
      let count = StartupDetector().count(in: held)
      skipped.withLock { $0 += count }
      for sample in held[count...] { await receive(sample) }
      held = []
    }
    do throws(MotionSourceError) {
      try await source.run { sample in
        guard buffer != nil else { return await receive(sample) }
        held.append(sample)
        let isComplete = buffer?.append(sample) == true
        if isComplete || held.count == StartupBuffer.capacity { await release() }
      }
    } catch {
      await release()
      throw error
    }
    if buffer != nil { await release() }
  }
}
