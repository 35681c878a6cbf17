public import MotionFusion

extension GesturePathEstimator {
  /// What is known of a gesture: standard deviations, of each component where they are of a vector.
  public struct Configuration: Hashable, Sendable, Codable {
    /// Of the velocity of a hand in motion, in m/s. Default: 0.5 m/s.
    public var movingVelocity = 0.5
    /// Of the velocity of a hand at rest, in m/s. Default: 0.01 m/s.
    public var restingVelocity = 0.01
    /// Of the displacement of an open stroke, in metres. Default: 0.2 m.
    public var openDisplacement = 0.2
    /// Of the displacement of a closed stroke, in metres. Default: 0.02 m.
    public var closedDisplacement = 0.02
    /// The share of strokes that are closed, before anything is seen. Default: 0.1.
    public var closedShare = 0.1
    /// The share of strokes whose start is at rest, and of those whose end is, before anything is seen.
    /// Default: 0.5.
    public var restingShare = 0.5

    /// How a stretch of rest at either end is recognised. Default: the stance hypothesis over 0.1 s, at
    /// 0.03 g and 0.2 rad/s.
    public var rest = ZeroVelocityDetector.Configuration(
      statistic: .stanceHypothesis, window: 0.1, accelerationLimit: 0.03, rotationLimit: 0.2)
    /// Of the mean acceleration over such a stretch, in m/s². Default: 0.03 m/s².
    public var restingAcceleration = 0.03
    /// The same where the hand moves all the same, in m/s². Default: 3 m/s².
    public var movingAcceleration = 3.0
    /// Of the mean angular rate over such a stretch, in rad/s. Default: 0.01 rad/s.
    public var restingRate = 0.01
    /// The same where the hand moves all the same, in rad/s. Default: 1 rad/s.
    public var movingRate = 1.0

    /// Of the inclination of the first attitude, in radians. Default: 0.015, nearly a degree.
    public var inclination = 0.015
    /// Of the accelerometer's bias, in m/s². Default: 0.04 m/s².
    public var accelerationBias = 0.04
    /// Of the bias that device motion left in the angular rate, in rad/s. Default: 0.01 rad/s.
    public var rotationBias = 0.01
    /// Of the velocity after one second of accelerometer noise, growing with the square root of time, in
    /// m/s. Default: 0.01 m/s.
    public var accelerationNoise = 0.01
    /// How many times more uncertain the missing impulse is than the other readings let expect, for
    /// peaks are where a movement is least smooth. Default: 3.
    public var bridgeFactor = 3.0

    /// The defaults.
    public init() {}
  }

  /// What was found of a gesture.
  public struct Estimate: Hashable, Sendable {
    /// The conditions it was found under.
    public var conditions: EndConditions
    /// The tilt of the attitudes at the start: a rotation vector in the reference frame, in radians,
    /// that takes them to the true ones.
    public var tilt: Vector3<Double>
    /// The accelerometer's bias, in the device frame in m/s².
    public var accelerationBias: Vector3<Double>
    /// What device motion left of the gyro's bias, in the device frame in rad/s.
    public var rotationBias: Vector3<Double>
    /// The natural logarithm of the evidence: comparable between conditions of one gesture.
    public var logEvidence: Double
    /// Samples in which the accelerometer was at the end of its range.
    public var saturatedCount: Int
    /// The corrected path from the origin, with the uncertainty of every point.
    public var points: [PathPoint]

    /// The velocity at the first sample, in m/s.
    public var initialVelocity: Vector3<Double> { points.first?.velocity ?? .zero }
    /// The path as strokes are made of.
    public var path: [Sample3D] { points.map(\.sample) }
  }
}
