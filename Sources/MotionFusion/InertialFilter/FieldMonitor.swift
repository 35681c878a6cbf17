/// Detects magnetic disturbances by the field's strength and dip against a slow reference, and by
/// its direction against the heading.
struct FieldMonitor: Hashable, Sendable, Codable {
  private typealias Constants = InertialFilter.HeadingConstants

  /// The components of a field that do not depend on the heading, in µT.
  private struct Signature: Hashable, Sendable, Codable {
    var horizontal: Double
    /// Upwards.
    var vertical: Double

    /// - Parameter ours: The ``strength`` of this one.
    @inline(__always)  // Benchmark "inertial filter, 9 axes, a sample".
    func agrees(with other: Self, strength ours: Double) -> Bool {
      let theirs = other.strength
      // Compares the sine of the angle with a series of the tolerance's sine, without an
      // arctangent.
      let sine = vertical * other.horizontal - horizontal * other.vertical
      let cosine = horizontal * other.horizontal + vertical * other.vertical
      let d = Constants.dipTolerance
      let limit = d * (1 - d * d * (1 / 6 - d * d * (1 / 120 - d * d / 5040)))
      return abs(ours - theirs) < Constants.strengthTolerance * theirs
        && cosine > 0 && abs(sine) < limit * ours * theirs
    }

    var strength: Double {
      (horizontal * horizontal + vertical * vertical).squareRoot()
    }

    mutating func approach(_ other: Self, by share: Double) {
      horizontal += (other.horizontal - horizontal) * share
      vertical += (other.vertical - vertical) * share
    }
  }

  private var reference: Signature?
  private(set) var isDisturbed = false
  /// Whether the last reading replaced a reference that no motion had proven, or one whose
  /// direction has less proof than another: the heading from it is invalid.
  private(set) var hasDisprovedReference = false
  private var smoothed = SecondOrderLowPass<Vector3<Double>>()
  /// Whether the reference was taken with a settled vertical.
  private var isSettled = false
  private var referenceAge = 0.0
  /// The time of turning in the reference field, up to the adoption time, and in the candidate;
  /// fast turns have a larger weight.
  private var referenceProof = 0.0
  private var candidate: Signature?
  private var candidateProof = 0.0
  private var undisturbedTime = 0.0
  /// The horizontal field while it contradicts the heading, in µT, and its time of turning.
  private var otherDirection = Vector2<Double>.zero
  private var otherProof = 0.0

  /// The squared cosine of the direction's tolerance, 45°.
  private static let squaredCosine = 0.5
  /// The time constant of the smoothing before the comparison, in seconds.
  private static let smoothingTime = 0.05
  /// The time of agreement that ends a disturbance, in seconds.
  private static let settlingTime = 0.5
  /// The least turning that separates the field from one fixed in the device: 20°/s in rad/s.
  private static let leastTurning = 0.35
  /// The turning above which proof accumulates faster, in rad/s, so that about one radian proves a
  /// field, and its largest weight: shaking has a high rate and a small angle.
  private static let provingRate = 0.35
  private static let largestWeight = 3.0

  /// Takes the field in the level frame, *z* up, in µT.
  ///
  /// - Parameters:
  ///   - isLevel: Whether the vertical has settled, so that the dip is valid.
  ///   - tiltVariance: The variance of the vertical, in rad².
  ///   - deviates: Whether the field's direction contradicts the heading.
  mutating func observe(
    _ field: Vector3<Double>, step: Double, turning: Double, isLevel: Bool,
    tiltVariance: Double = 0, deviates: Bool = false
  ) {
    smoothed.update(field, LowPassResponse(step: step, timeConstant: Self.smoothingTime))
    let mean = smoothed.output
    let horizontal = (mean.x * mean.x + mean.y * mean.y).squareRoot()
    let now = Signature(horizontal: horizontal, vertical: mean.z)
    guard var reference, isLevel || isSettled else {
      reference = now
      undisturbedTime = Self.settlingTime
      return
    }
    isSettled = true
    let strength = now.strength
    // After an unmeasured turn only the strength is valid.
    guard isLevel || tiltVariance < Self.largestTiltVariance else {
      let agrees = abs(strength - reference.strength) < Constants.strengthTolerance * reference.strength
      undisturbedTime = agrees ? undisturbedTime + step : 0
      isDisturbed = undisturbedTime < Self.settlingTime
      hasDisprovedReference = false
      return
    }
    let hasSignature = now.agrees(with: reference, strength: strength)
    let agrees = hasSignature && !deviates
    let proof = turning > Self.leastTurning ? step * Self.weight(ofTurning: turning) : 0
    if agrees {
      undisturbedTime += step
      referenceAge += step
      let span = min(max(referenceAge, step), Constants.referenceTimeConstant)
      if step > 0 { reference.approach(now, by: min(1, step / span)) }
      referenceProof = min(referenceProof + proof, Constants.adoptionTime)
    } else {
      undisturbedTime = 0
    }
    updateCandidate(now, strength: strength, step: step, proof: proof)
    updateDirection(Vector2(mean.x, mean.y), deviates: deviates, proof: proof)
    // The field with the longer time of turning is the Earth's.
    hasDisprovedReference = false
    if !hasSignature, candidateProof > max(Constants.proofTime, referenceProof), let candidate {
      reference = candidate
      hasDisprovedReference = referenceProof < Constants.proofTime
      referenceProof = min(candidateProof, Constants.adoptionTime)
      undisturbedTime = Self.settlingTime
    } else if otherProof > max(Constants.proofTime, referenceProof) {
      reference = now
      hasDisprovedReference = true
      referenceProof = min(otherProof, Constants.adoptionTime)
      otherProof = 0
      undisturbedTime = Self.settlingTime
    }
    self.reference = reference
    isDisturbed = undisturbedTime < Self.settlingTime
  }

  /// Discards the readings before a gap; keeps the reference.
  mutating func restart() { smoothed.restart() }

  private mutating func updateCandidate(
    _ now: Signature, strength: Double, step: Double, proof: Double
  ) {
    if let known = candidate, now.agrees(with: known, strength: strength) {
      candidate?.approach(now, by: min(1, step / Constants.referenceTimeConstant))
      candidateProof += proof
    } else {
      candidate = now
      candidateProof = 0
    }
  }

  private mutating func updateDirection(
    _ direction: Vector2<Double>, deviates: Bool, proof: Double
  ) {
    guard deviates else {
      otherProof = 0
      return
    }
    // The gyroscope drifts by less than the tolerance within the time of a proof.
    let along = direction.dot(otherDirection)
    let squares = direction.lengthSquared * otherDirection.lengthSquared
    if along > 0, along * along > Self.squaredCosine * squares {
      otherProof += proof
    } else {
      otherDirection = direction
      otherProof = 0
    }
  }

  /// The largest variance of the vertical with a valid dip: (5°)² in rad².
  private static let largestTiltVariance = 0.0076

  private static func weight(ofTurning turning: Double) -> Double {
    min(max(turning / provingRate, 1), largestWeight)
  }
}
