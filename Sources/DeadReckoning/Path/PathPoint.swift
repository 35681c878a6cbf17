public import MotionFusion

/// One point of a tracked path.
public struct PathPoint: Hashable, Sendable {
  /// The number of the sample in the stream, from 0, without samples that were left out.
  public var index: Int
  /// The time in seconds.
  public var timestamp: Double
  /// The position in the reference frame, in metres from the start.
  public var position: Vector3<Double>
  /// The velocity in the reference frame, in m/s.
  public var velocity: Vector3<Double>
  /// The attitude of the device.
  public var attitude: Attitude
  /// Whether the device was detected to be stationary.
  public var isStationary = false
  /// The uncertainty of position and velocity; `nil` from a stage that does not estimate it.
  public var uncertainty: PathUncertainty?

  /// Position, attitude and time, as a point of a stroke.
  package var sample: Sample3D {
    Sample3D(location: position, attitude: attitude, timestamp: timestamp)
  }
}
