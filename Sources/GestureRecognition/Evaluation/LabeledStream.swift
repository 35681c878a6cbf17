public import MotionFusion

/// A stream of motion, and the gestures that it contains.
public struct LabeledStream: Sendable {
  /// The name of the stream.
  public var name: String
  /// The motion, in order of time.
  public var motions: [DeviceMotion]
  /// The gestures in order of time, each with its label and its time in seconds.
  public var gestures: [(label: String, times: ClosedRange<Double>)]

  /// Creates a stream.
  public init(
    name: String, motions: [DeviceMotion],
    gestures: [(label: String, times: ClosedRange<Double>)] = []
  ) {
    self.name = name
    self.motions = motions
    self.gestures = gestures
  }

  /// The duration, in seconds.
  var duration: Double {
    guard let first = motions.first, let last = motions.last else { return 0 }
    return last.timestamp - first.timestamp
  }
}
