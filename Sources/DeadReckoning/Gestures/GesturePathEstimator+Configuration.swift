internal import MotionFusion

extension GesturePathEstimator {
  /// The prior knowledge about a gesture: standard deviations, of each component for vectors.
  ///
  /// The values were chosen on synthetic writers 0 to 23 of `AirSimulator`.
  struct Configuration: Hashable, Sendable {
    /// The velocity of a hand in motion, in m/s.
    let movingVelocity = 0.5
    /// The velocity of a stationary hand, in m/s.
    let stationaryVelocity = 0.01
    /// The displacement of an open stroke, in metres.
    let openDisplacement = 0.2
    /// The displacement of a closed stroke, in metres.
    let closedDisplacement = 0.02
    /// The prior probability that a stroke is closed.
    let closedShare = 0.1
    /// The prior probability that the hand is stationary at an end.
    let stationaryShare = 0.5

    /// The detection of stationary samples at either end.
    let detector = ZeroVelocityDetector.Configuration(
      statistic: .stanceHypothesis, window: 0.1, accelerationLimit: 0.03, rotationLimit: 0.2)
    /// The mean acceleration over such samples, in m/s².
    let stationaryAcceleration = 0.03
    /// The same if the hand moves nevertheless, in m/s².
    let movingAcceleration = 3.0
    /// The mean angular rate over such samples, in rad/s.
    let stationaryRate = 0.01
    /// The same if the hand moves nevertheless, in rad/s.
    let movingRate = 1.0

    /// The inclination of the first attitude, in radians.
    let inclination = 0.015
    /// The accelerometer's bias, in m/s².
    let accelerationBias = 0.04
    /// The gyroscope's bias that device motion has not removed, in rad/s.
    let rotationBias = 0.01
    /// Velocity random walk: the velocity error after one second of accelerometer noise, growing
    /// with the square root of time, in m/s.
    let accelerationNoise = 0.01
    /// The factor on the deviation of a missing impulse that the other readings predict: at peaks a
    /// movement is least smooth.
    let bridgeFactor = 3.0
  }

  /// The estimated path of a gesture.
  public struct Estimate: Hashable, Sendable {
    /// The conditions of most evidence.
    public var conditions: EndConditions
    /// The corrected path from the origin, with the uncertainty of every point.
    public var points: [PathPoint]
    /// The natural logarithm of the evidence, comparable between conditions of one gesture.
    var logEvidence: Double
    /// The tilt of the attitudes at the start: a rotation vector in the reference frame, in
    /// radians, from the given to the true ones.
    var tilt: Vector3<Double>
    /// The accelerometer's bias, in the device frame in m/s².
    var accelerationBias: Vector3<Double>
    /// The number of samples with a saturated accelerometer.
    var saturatedCount: Int
  }
}
