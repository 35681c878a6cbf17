public import MotionFusion
internal import RealModule

/// The path of one gesture from its own samples alone, whether or not the hand rests before and after.
///
/// Dead reckoning in the reference frame is off by what is not known of its start and of the sensors.
/// With *f* the specific force and *R* the attitude as they were read, the acceleration lacks
///
///     δa = δθ × R f - R b        δθ(t) = θ - ∫ R w dt
///
/// for a tilt *θ* of the first attitude and biases *b* of the accelerometer and *w* of the gyro, the
/// velocity lacks its start *v*₀, and every stretch in which the accelerometer was at the end of its
/// range an impulse along that axis. All of them are unknowns with a standard deviation each, and what
/// is known of the ends is measurements of them:
///
/// - Where a stretch at either end is quiet as a ``ZeroVelocityDetector`` defines it, the mean acceleration over
///   it is zero, and the mean angular rate is; the movement lies between those stretches.
/// - The velocity at the end of the movement is zero, or anything that a hand does.
/// - The displacement is zero for a closed stroke, or anything that a hand does.
///
/// Linear least squares give the unknowns, and how well they agree with the measurements is the
/// evidence of the ``EndConditions``, which say what of this is known; the conditions of most evidence
/// are chosen (D. J. C. MacKay, *Bayesian interpolation*, Neural Computation 4, 1992). The path is then
/// reckoned again without the errors, its acceleration linear between samples, and the covariance of
/// the unknowns says how well every point of it is known.
///
/// ## The end of the accelerometer's range
///
/// A reading that repeats the largest magnitude, of 1.95 g or more, is cut off. For a slope that
/// wanders at random, with the spectral density *q* that the other readings show in their second
/// differences, the expected course from a reading *f*₀ with slope *m*₀ to a reading *f*₁ with slope
/// *m*₁, a time *T* later, is the cubic that continues both, and its area is uncertain by the variance
/// *q T*⁵/720. That cubic replaces the readings, where it is beyond the range; the missing impulse of
/// which it is wrong has ``Configuration/bridgeFactor`` times that deviation, and takes the course of a
/// parabola.
///
/// ## Trouble
///
/// Samples that are not finite, whose attitude is no rotation, or which are not later than the one
/// before are left out. The time of a gap of more than 0.25 s is left out of the movement.
public struct GesturePathEstimator: Sendable {
  /// What is known of a gesture.
  public var configuration: Configuration

  /// An estimator that knows this of gestures.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// The path of a gesture under the conditions of most evidence.
  ///
  /// - Parameters:
  ///   - motions: The gesture's samples in the order of time.
  ///   - candidates: The conditions to choose from.
  /// - Returns: `nil` without candidates, or without two samples that dead reckoning can use.
  /// - Complexity: O(*n* *k*²) in the samples and the stretches at the end of the accelerometer's range.
  public func estimate(
    _ motions: [DeviceMotion], candidates: [EndConditions] = EndConditions.all
  ) -> Estimate? {
    let samples = GestureSamples(motions, configuration: configuration)
    guard samples.count >= 2 else { return nil }
    let reckoning = GestureReckoning(samples)
    let fits = candidates.map { fit($0, samples, reckoning) }
    guard let best = fits.max(by: { $0.posterior.logEvidence < $1.posterior.logEvidence }) else {
      return nil
    }
    let errors = GestureErrors(best.posterior.mean)
    return Estimate(
      conditions: best.conditions, tilt: errors.tilt, accelerationBias: errors.accelerationBias,
      rotationBias: errors.rotationBias, logEvidence: best.posterior.logEvidence,
      saturatedCount: samples.saturatedCount,
      points: reckoning.points(of: samples, best.posterior, best.conditions))
  }

  /// The unknowns and the evidence under these conditions.
  private func fit(
    _ conditions: EndConditions, _ samples: GestureSamples, _ reckoning: GestureReckoning
  ) -> (conditions: EndConditions, posterior: LinearPosterior) {
    let c = configuration
    let start = conditions.startsAtRest ? c.restingVelocity : c.movingVelocity
    let end = conditions.endsAtRest ? c.restingVelocity : c.movingVelocity
    let place = conditions.isClosed ? c.closedDisplacement : c.openDisplacement
    var deviations: [Double] = []
    for deviation in [start, c.inclination, c.accelerationBias, c.rotationBias] {
      deviations += [deviation, deviation, deviation]
    }
    // Nothing here depends on the heading.
    deviations[GestureErrors.tilt + 2] = 0
    deviations += samples.cuts.map { c.bridgeFactor * $0.deviation }
    var posterior = LinearPosterior(deviations: deviations)
    for (rest, isAtRest) in [
      (reckoning.startRest, conditions.startsAtRest), (reckoning.endRest, conditions.endsAtRest),
    ] {
      guard let rest else { continue }
      let force = isAtRest ? c.restingAcceleration : c.movingAcceleration
      let rate = isAtRest ? c.restingRate : c.movingRate
      posterior.observe(rest.acceleration, noise: force * force)
      posterior.observe(rest.rate, noise: rate * rate)
    }
    let time = reckoning.duration
    let walk = c.accelerationNoise * c.accelerationNoise * time
    posterior.observe(reckoning.endVelocity, noise: end * end + walk)
    posterior.observe(reckoning.displacement, noise: place * place + walk * time * time / 3)
    posterior.logEvidence += Double.log(conditions.isClosed ? c.closedShare : 1 - c.closedShare)
    for isStationary in [conditions.startsAtRest, conditions.endsAtRest] {
      posterior.logEvidence += Double.log(isStationary ? c.restingShare : 1 - c.restingShare)
    }
    return (conditions, posterior)
  }
}
