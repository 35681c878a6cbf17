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

/// A change of a tracked path.
public enum PathEvent: Hashable, Sendable {
  /// The next point.
  case position(PathPoint)
  /// Corrected points that replace those with these indices.
  ///
  /// Every index of the range has been delivered before, and the last one is the latest.
  case revision(Range<Int>, [PathPoint])
}

extension [PathPoint] {
  /// Applies an event to the path: appends a position, replaces the points of a revision.
  ///
  /// Revised points whose index is not in the path are ignored, for example if the path does not
  /// begin at index 0.
  ///
  /// - Complexity: O(1) for a position, O(*n*) in the length of a revision.
  public mutating func apply(_ event: PathEvent) {
    switch event {
    case .position(let point):
      append(point)
    case .revision(let range, let points):
      guard let first = first?.index else { return }
      for (index, point) in zip(range, points) where indices.contains(index - first) {
        self[index - first] = point
      }
    }
  }
}

/// The covariances of position and velocity in the reference frame.
public struct PathUncertainty: Hashable, Sendable {
  /// The covariance of the position, in m².
  public internal(set) var position: Matrix3<Double>
  /// The covariance of the velocity, in m²/s².
  public internal(set) var velocity: Matrix3<Double>

  /// The standard deviation of the position over all three axes, in metres.
  public var positionDeviation: Double { max(position.trace, 0).squareRoot() }
  /// The standard deviation of the velocity over all three axes, in m/s.
  public var velocityDeviation: Double { max(velocity.trace, 0).squareRoot() }

  /// The linear interpolation towards another uncertainty, by a share from 0 to 1.
  func interpolated(to other: Self, by share: Double) -> Self {
    Self(
      position: position + (other.position - position) * share,
      velocity: velocity + (other.velocity - velocity) * share)
  }
}
