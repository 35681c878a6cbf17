public import MotionFusion

/// One point of a tracked path: where the device was, how it moved, and how well that is known.
public struct PathPoint: Hashable, Sendable {
  /// The sample's place in the stream, from 0, samples that were left out not counted.
  public var index: Int
  /// In seconds.
  public var timestamp: Double
  /// Position in the reference frame, in metres from where tracking began.
  public var position: Vector3<Double>
  /// Velocity in the reference frame, in m/s.
  public var velocity: Vector3<Double>
  /// How the device was turned.
  public var attitude: Attitude
  /// Whether the device was recognised to be at rest.
  public var isStationary: Bool
  /// How well position and velocity are known; `nil` from a stage that does not say.
  public var uncertainty: PathUncertainty?

  /// The point of these parts.
  ///
  /// - Parameters:
  ///   - index: The sample's place in the stream, from 0.
  ///   - timestamp: In seconds.
  ///   - position: In metres.
  ///   - velocity: In m/s.
  ///   - attitude: How the device was turned.
  ///   - isStationary: Whether it was at rest.
  ///   - uncertainty: How well position and velocity are known.
  public init(
    index: Int, timestamp: Double, position: Vector3<Double>, velocity: Vector3<Double>,
    attitude: Attitude, isStationary: Bool = false, uncertainty: PathUncertainty? = nil
  ) {
    self.index = index
    self.timestamp = timestamp
    self.position = position
    self.velocity = velocity
    self.attitude = attitude
    self.isStationary = isStationary
    self.uncertainty = uncertainty
  }

  /// The point without its velocity, as strokes are made of.
  public var sample: Sample3D {
    Sample3D(location: position, attitude: attitude, timestamp: timestamp)
  }
}

/// How far position and velocity may be off: covariances in the reference frame.
///
/// Covariances are symmetric, and kept by their upper triangles: what is set below the diagonal does not
/// count.
public struct PathUncertainty: Hashable, Sendable {
  var positionCovariance: SymmetricMatrix3
  var velocityCovariance: SymmetricMatrix3

  /// Of the position, in m².
  public var position: Matrix3<Double> {
    get { positionCovariance.matrix }
    set { positionCovariance = SymmetricMatrix3(upper: newValue) }
  }

  /// Of the velocity, in m²/s².
  public var velocity: Matrix3<Double> {
    get { velocityCovariance.matrix }
    set { velocityCovariance = SymmetricMatrix3(upper: newValue) }
  }

  /// The uncertainty of these covariances, in m² and m²/s².
  @inline(__always)
  public init(position: Matrix3<Double>, velocity: Matrix3<Double>) {
    positionCovariance = SymmetricMatrix3(upper: position)
    velocityCovariance = SymmetricMatrix3(upper: velocity)
  }

  /// The standard deviation of the position, over all three axes, in metres.
  public var positionDeviation: Double { max(positionCovariance.trace, 0).squareRoot() }
  /// The standard deviation of the velocity, over all three axes, in m/s.
  public var velocityDeviation: Double { max(velocityCovariance.trace, 0).squareRoot() }
}
