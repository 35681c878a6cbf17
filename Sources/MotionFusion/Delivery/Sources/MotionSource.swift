/// A source of sensor samples: a device, a recording, a pipe.
///
/// A source is inactive until ``run(_:)``. It may run again after that has returned, one run at a
/// time.
public protocol MotionSource: Sendable {
  /// The available sensors; `nil` if unknown before the samples.
  var sensors: MotionSensors? { get }

  /// Passes the samples to `receive` in the order of time; returns after the last one, or soon
  /// after the task was cancelled.
  ///
  /// The source releases its resources (descriptors, device buffers) before it returns.
  ///
  /// - Parameter receive: Takes one sample. It may suspend until a slow consumer has room.
  /// - Throws: ``MotionSourceError`` if the source cannot start or fails.
  func run(
    _ receive: (SensorSample) async -> Void
  ) async throws(MotionSourceError)
}
