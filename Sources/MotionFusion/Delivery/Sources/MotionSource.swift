/// Where sensor samples come from: a device, a recording, a pipe.
///
/// A source is a description and does nothing until ``run(_:)``. It may be run again after it
/// returned, and never twice at a time.
public protocol MotionSource: Sendable {
  /// The sensors that there are; `nil` where only the samples tell.
  var sensors: MotionSensors? { get }

  /// Hands over sample after sample in the order of their times, and returns when there are no
  /// more, or soon after the task was cancelled.
  ///
  /// What the source holds (descriptors, buffers of a device) it lets go before it returns.
  ///
  /// - Parameter receive: Takes one sample. It may suspend to hold the source back, until a slow
  ///   consumer has room again.
  /// - Throws: ``MotionSourceError`` when the source cannot start or breaks off.
  func run(
    _ receive: (SensorSample) async -> Void
  ) async throws(MotionSourceError)
}
