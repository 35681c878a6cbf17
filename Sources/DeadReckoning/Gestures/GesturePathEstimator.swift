public import MotionFusion
internal import RealModule

/// Estimates the path of one gesture from its own samples alone.
///
/// The hand need not be stationary before or after it. The filter and the smoother of the
/// ``InertialNavigator`` start with the first attitude. Its tilt, the velocity and the biases of
/// the sensors are unknowns with a prior standard deviation each, and the conditions at the ends
/// are measurements of them:
///
/// - If a ``ZeroVelocityDetector`` detects a stationary phase at either end, mean acceleration and
///   mean angular rate over it are zero; the movement lies between those phases.
/// - The velocity at the end of the movement is zero or that of a moving hand.
/// - The displacement is zero for a closed stroke, or that of an open one.
///
/// A pass of the filter under each of the `EndConditions` yields their evidence, the probability
/// density of its innovations; the conditions of most evidence are selected (D. J. C. MacKay,
/// *Bayesian interpolation*, Neural Computation 4, 1992), and their pass is smoothed.
///
/// ## Saturation
///
/// A reading that repeats the largest magnitude, of 1.95 g or more, is saturated. For a slope that
/// is a random walk, with the spectral density *q* of the second differences of the other readings,
/// the expected course from a reading *f*₀ with slope *m*₀ to a reading *f*₁ with slope *m*₁, a
/// time *T* later, is the cubic that continues both, and its integral has the variance *q T*⁵/720.
/// The cubic replaces the readings where it exceeds the range. Its error is an impulse at their
/// middle, with three times that deviation.
///
/// ## Faulty samples
///
/// Samples that are not finite, whose attitude is not a rotation, or which are not later than the
/// one before are left out. A gap that leaves the velocity unknown takes no time of the movement.
public struct GesturePathEstimator: Sendable {
  private let configuration = Configuration()

  /// Creates an estimator.
  public init() {}

  /// Estimates the path of a gesture under the end conditions of most evidence.
  ///
  /// - Parameter motions: The gesture's samples in the order of time.
  /// - Returns: `nil` with fewer than two usable samples.
  /// - Complexity: O(*n*) in the samples.
  public func estimate(_ motions: [DeviceMotion]) -> Estimate? {
    estimate(motions, candidates: EndConditions.all)
  }

  /// Estimates the path of a gesture under the candidate of most evidence.
  ///
  /// - Parameters:
  ///   - motions: The gesture's samples in the order of time.
  ///   - candidates: The end conditions to choose from.
  /// - Returns: `nil` without candidates, or with fewer than two usable samples.
  func estimate(_ motions: [DeviceMotion], candidates: [EndConditions]) -> Estimate? {
    let samples = GestureSamples(motions, configuration: configuration)
    guard samples.count >= 2 else { return nil }
    let starts = [false, true].map { GesturePass(samples, startsAtRest: $0, configuration) }
    let passes = candidates.lazy.map { conditions in
      var pass = starts[conditions.startsAtRest ? 1 : 0]
      pass.finish(conditions)
      return pass
    }
    guard let best = passes.max(by: { $0.logEvidence < $1.logEvidence }) else { return nil }
    var path = GesturePass(
      samples, startsAtRest: best.conditions.startsAtRest, configuration, keepsPath: true)
    path.finish(best.conditions)
    let points = path.points
    return Estimate(
      conditions: best.conditions, points: points, logEvidence: best.logEvidence,
      tilt: (points[0].attitude.quaternion * samples.attitudes[0].conjugate).rotationVector,
      accelerationBias: best.filter.accelerationBias, saturatedCount: samples.saturatedCount)
  }
}

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
    /// The errors of the sensors in the few seconds of a gesture: constant biases, and noise of the
    /// acceleration alone.
    let sensors: InertialNavigator.Sensors = {
      var sensors = InertialNavigator.Sensors()
      sensors.accelerationNoise = 0.01
      sensors.accelerationBias = 0.04
      sensors.rotationBias = 0.01
      sensors.rotationNoise = 0
      sensors.accelerationShare = 0
      sensors.accelerationBiasWalk = 0
      sensors.rotationShare = 0
      sensors.rotationBiasWalk = 0
      return sensors
    }()
    /// The factor on the deviation of a missing impulse that the other readings predict: at peaks a
    /// movement is least smooth.
    let bridgeFactor = 3.0
  }

  /// The estimated path of a gesture.
  public struct Estimate: Hashable, Sendable {
    /// The conditions of most evidence.
    var conditions: EndConditions
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

/// The conditions at the ends of a gesture.
struct EndConditions: Hashable, Sendable {
  /// Whether the hand is stationary at the first sample.
  var startsAtRest: Bool
  /// Whether the hand is stationary at the last sample: zero end velocity.
  var endsAtRest: Bool
  /// Whether the stroke ends at its start: zero mean velocity.
  var isClosed: Bool

  /// All eight combinations.
  static let all: [EndConditions] = (0..<8).map {
    EndConditions(startsAtRest: $0 & 4 == 0, endsAtRest: $0 & 2 == 0, isClosed: $0 & 1 != 0)
  }
}
