public import DeviceMotion
internal import RealModule

/// The path of one gesture from its own samples alone: no rest before it, none after.
///
/// Dead reckoning leaves two errors in the reference frame that grow: the unknown initial velocity
/// *v*₀, and a constant error *b* of acceleration, which a tilt of the attitude by a small angle
/// makes on the horizontal (*g* times the angle) as the accelerometer's bias makes in any direction.
/// They are estimated from what is known of the ends. With *V* and *D* the velocity and displacement that
/// plain dead reckoning from rest comes to in the time *T*, every axis has four statements, each with
/// a standard deviation *σ*:
///
///     v₀ ≈ 0          b ≈ 0          v₀ + V + b T ≈ 0          v₀ T + D + b T²/2 ≈ 0
///
/// ``EndConditions`` say which of the ends' velocities and of the displacement are small and which
/// anything that a hand does. The errors that agree best with all four, by least squares, are taken
/// off; how well they agree is the evidence of the conditions, and the conditions of most evidence are
/// chosen (D. J. C. MacKay, *Bayesian interpolation*, Neural Computation 4, 1992).
public struct GestureWindow: Sendable {
  /// Standard deviations of what is known of a gesture.
  public struct Configuration: Hashable, Sendable, Codable {
    /// Of each component of the velocity of a hand in motion, in m/s. Default: 0.5 m/s.
    public var movingVelocity = 0.5
    /// Of each component of the velocity of a hand at rest, in m/s. Default: 0.01 m/s.
    public var restingVelocity = 0.01
    /// Of each component of the constant error of acceleration, in m/s². Default: 0.15 m/s², a tilt
    /// of about a degree.
    public var accelerationError = 0.15
    /// Of each component of the displacement of an open stroke, in metres. Default: 0.2 m.
    public var openDisplacement = 0.2
    /// Of each component of the displacement of a closed stroke, in metres. Default: 0.02 m.
    public var closedDisplacement = 0.02
    /// The share of strokes that are closed, before anything is seen. Default: 0.2.
    public var closedShare = 0.2
    /// The share of strokes whose start is at rest, and of those whose end is, before anything is seen.
    /// Default: 0.5.
    public var restingShare = 0.5

    /// The defaults.
    public init() {}
  }

  /// What was found of a gesture.
  public struct Estimate: Hashable, Sendable {
    /// The conditions it was found under.
    public var conditions: EndConditions
    /// The velocity at the first sample, in m/s.
    public var initialVelocity: Vector3<Double>
    /// The constant error of acceleration in the reference frame, in m/s², to be added to what was
    /// reckoned.
    public var accelerationError: Vector3<Double>
    /// The natural logarithm of the evidence: comparable between conditions of one gesture.
    public var logEvidence: Double
    /// The corrected path, from the origin.
    public var path: [Sample3D]

    /// The tilt of the attitude that would make the horizontal part of ``accelerationError``: a
    /// rotation vector in the reference frame, in radians.
    public var tilt: Vector3<Double> {
      Vector3(accelerationError.y, -accelerationError.x, 0) / -DeadReckoner.standardGravity
    }
  }

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
  /// - Complexity: O(*n*) in the samples.
  public func estimate(
    _ motions: [DeviceMotion], candidates: [EndConditions] = EndConditions.all
  ) -> Estimate? {
    var reckoner = DeadReckoner(configuration: .init(updateRule: .joint))
    let path = reckoner.path(of: Self.turnedByRate(motions))
    guard let first = path.first, let last = path.last, last.timestamp > first.timestamp else {
      return nil
    }
    let duration = last.timestamp - first.timestamp
    let fits = candidates.map {
      fit($0, velocity: reckoner.velocity, displacement: last.location, duration: duration)
    }
    guard var best = fits.max(by: { $0.logEvidence < $1.logEvidence }) else { return nil }
    best.path = path.map { point in
      let t = point.timestamp - first.timestamp
      var point = point
      point.location += (best.initialVelocity + best.accelerationError * (t / 2)) * t
      return point
    }
    return best
  }

  /// The same motions with attitudes that follow from the first by the angular rate alone.
  ///
  /// A filter's attitude wanders as it takes pushes for gravity. The rate's own error is smaller
  /// over a gesture, and what is left at its start is the constant error that is estimated.
  /// Where the rate clearly does not say how the device turned, the attitudes stay.
  private static func turnedByRate(_ motions: [DeviceMotion]) -> [DeviceMotion] {
    let usable = motions.filter { DeadReckoner.isPossible($0) && $0.rotationRate.isFinite }
    guard var last = usable.first else { return [] }
    var attitude = last.attitude.quaternion
    var result: [DeviceMotion] = []
    result.reserveCapacity(usable.count)
    for motion in usable {
      let step = motion.timestamp - last.timestamp
      if step > 0 {
        let turn = (last.rotationRate + motion.rotationRate) * (step / 2)
        attitude = (attitude * Quaternion(rotationVector: turn)).normalized() ?? attitude
      }
      let difference = (motion.attitude.quaternion * attitude.conjugate).rotationVector
      guard difference.length <= largestWander else { return usable }
      let told = motion.gravity + motion.userAcceleration
      result.append(
        DeviceMotion(
          timestamp: motion.timestamp, attitude: Attitude(quaternion: attitude),
          rotationRate: motion.rotationRate,
          userAcceleration: told - Attitude(quaternion: attitude).gravity))
      if step >= 0 { last = motion }
    }
    return result
  }

  /// In radians: more is no wandering of a filter.
  private static let largestWander = 0.35

  /// The errors and the evidence under these conditions; the path is still empty.
  private func fit(
    _ conditions: EndConditions, velocity: Vector3<Double>, displacement: Vector3<Double>,
    duration: Double
  ) -> Estimate {
    let c = configuration
    let start = conditions.startsAtRest ? c.restingVelocity : c.movingVelocity
    let end = conditions.endsAtRest ? c.restingVelocity : c.movingVelocity
    let place = conditions.isClosed ? c.closedDisplacement : c.openDisplacement
    // Rows (of v₀, of b, of what is known), each over its standard deviation.
    let endRow = (1 / end, duration / end)
    let placeRow = (duration / place, duration * duration / (2 * place))
    let a = 1 / (start * start) + endRow.0 * endRow.0 + placeRow.0 * placeRow.0
    let b = endRow.0 * endRow.1 + placeRow.0 * placeRow.1
    let d =
      1 / (c.accelerationError * c.accelerationError) + endRow.1 * endRow.1
      + placeRow.1 * placeRow.1
    let determinant = a * d - b * b
    var logEvidence = 0.0
    func solve(_ v: Double, _ x: Double) -> (Double, Double) {
      let (r, s) = (-v / end, -x / place)
      let p = endRow.0 * r + placeRow.0 * s
      let q = endRow.1 * r + placeRow.1 * s
      let v0 = (d * p - b * q) / determinant
      let error = (a * q - b * p) / determinant
      // The likelihood of the two data with both unknowns integrated out.
      let misfit = r * r + s * s - (p * v0 + q * error)
      logEvidence -=
        0.5 * misfit
        + 0.5 * Double.log(determinant)
        + Double.log(start * c.accelerationError * end * place)
      return (v0, error)
    }
    let x = solve(velocity.x, displacement.x)
    let y = solve(velocity.y, displacement.y)
    let z = solve(velocity.z, displacement.z)
    logEvidence += Double.log(conditions.isClosed ? c.closedShare : 1 - c.closedShare)
    for isResting in [conditions.startsAtRest, conditions.endsAtRest] {
      logEvidence += Double.log(isResting ? c.restingShare : 1 - c.restingShare)
    }
    return Estimate(
      conditions: conditions, initialVelocity: Vector3(x.0, y.0, z.0),
      accelerationError: Vector3(x.1, y.1, z.1), logEvidence: logEvidence, path: [])
  }
}
