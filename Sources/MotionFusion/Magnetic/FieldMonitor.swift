/// Detects magnetic disturbances by the field's strength and dip against a slow reference, and by
/// its direction against the heading.
struct FieldMonitor: Sendable {
  private typealias Constants = MagneticModel.Constants

  /// The components of a field that do not depend on the heading, in µT.
  private struct Signature: Sendable {
    var horizontal: Double
    /// Upwards.
    var vertical: Double
    /// The hard-iron offset that was subtracted, in µT.
    var correction: Vector3<Double>

    /// Whether both may be the same field. A change of the offset since the other one moves the
    /// field by as much.
    ///
    /// - Parameter ours: The ``strength`` of this field.
    func agrees(with other: Self, strength ours: Double) -> Bool {
      let theirs = other.strength
      let moved = (correction - other.correction).lengthSquared
      let change = ours - theirs
      let tolerance = Constants.strengthTolerance * theirs
      // Compares the sine of the angle with a series of the tolerance's sine, without an
      // arctangent.
      let sine = vertical * other.horizontal - horizontal * other.vertical
      let cosine = horizontal * other.horizontal + vertical * other.vertical
      let d = Constants.dipTolerance
      let limit = d * (1 - d * d * (1 / 6 - d * d * (1 / 120 - d * d / 5040)))
      let product = limit * ours * theirs
      let longer = max(ours, theirs)
      return change * change < tolerance * tolerance + moved
        && cosine > 0 && sine * sine < product * product + moved * longer * longer
    }

    var strength: Double {
      (horizontal * horizontal + vertical * vertical).squareRoot()
    }

    mutating func approach(_ other: Self, by share: Double) {
      horizontal += (other.horizontal - horizontal) * share
      vertical += (other.vertical - vertical) * share
      correction += (other.correction - correction) * share
    }
  }

  /// The proof that a field is fixed in the surroundings: strength and dip are constant while the
  /// device turns, and the reading turns in the device frame.
  ///
  /// Turns back and forth about one attitude prove nothing: the field of a magnet in the device
  /// does not change either.
  private struct Proof: Sendable {
    /// The time of turning in seconds; fast turns have a larger weight.
    private(set) var time = 0.0
    /// The first reading, the farthest from it, and whether a later one was apart from either by
    /// the horizontal field: as far as a turn about the vertical by one radian takes it.
    private var first = Vector3<Double>.zero
    private var farthest = Vector3<Double>.zero
    private var isSpread = false

    /// The time of turning in seconds; 0 before the reading has turned.
    var seconds: Double { isSpread ? time : 0 }

    mutating func add(_ proof: Double, reading: Vector3<Double>, horizontal: Double) {
      guard proof > 0 else { return }
      time += proof
      guard !isSpread else { return }
      if first == .zero { (first, farthest) = (reading, reading) }
      let distance = (reading - first).lengthSquared
      if distance > (farthest - first).lengthSquared { farthest = reading }
      isSpread =
        max(distance, (reading - farthest).lengthSquared) > horizontal * horizontal
    }
  }

  /// Whether later samples are unknown. Another direction of the same strength and dip then becomes
  /// the reference after as much turning; otherwise it needs the ``advantage``.
  let isLive: Bool
  private var reference: Signature?
  private(set) var isDisturbed = false
  /// Whether turning has proven the reference to be the field of the surroundings.
  @inline(__always)  // Within the module it is read in place.
  private var isProven: Bool { referenceProof.seconds >= Constants.proofTime }
  /// Whether it has, with enough turns to rule out a hard-iron offset. While the device turns about
  /// one axis, the strength and dip of the sum of the Earth's field and an offset are constant too.
  @inline(__always)  // Within the module it is read in place.
  var isCertain: Bool { isProven && certainTime >= Constants.proofTime }
  /// The variance of the reference's direction, in rad².
  ///
  /// - Parameters:
  ///   - error: The error by a hard-iron offset; `nil` if unknown.
  ///   - share: The share of the time in which the field contradicts the reference: the probability
  ///     that a reference that is not certain is the wrong one.
  func doubt(of error: HardIronEstimate.DirectionError?, contradicted share: Double) -> Double {
    let unknown = OrientationUncertainty.unknownHeadingVariance
    guard !isCertain, reference != nil else { return min(error?.doubt ?? 0, unknown) }
    let unproven = Constants.unprovenDeviation * Constants.unprovenDeviation
    let agreed = min(unproven, error?.variance ?? unproven)
    return agreed + share * (unknown - agreed)
  }

  /// Whether two deviations of this variance, in rad², exceed the tolerance of a direction.
  private static func isAmbiguous(_ variance: Double?) -> Bool {
    guard let variance else { return false }
    return 4 * variance > Constants.directionTolerance * Constants.directionTolerance
  }

  /// Whether the last reading replaced a reference that no motion had proven, or one whose
  /// direction has less proof than another: the heading from it is invalid.
  private(set) var hasDisprovedReference = false
  private var smoothed = SecondOrderLowPass<Vector3<Double>>()
  /// Whether the reference was taken with a settled vertical.
  private var isSettled = false
  private var referenceAge = 0.0
  /// The proof of the reference field, that of the candidate, and that of the field while its
  /// direction contradicts the heading.
  private var referenceProof = Proof()
  private var certainTime = 0.0
  private var candidate: Signature?
  private var candidateProof = Proof()
  private var undisturbedTime = 0.0
  private var otherProof = Proof()

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

  /// The time of turning, in relation to that of the reference, after which another field that
  /// contradicts the gyroscope replaces it, and offline also another direction of the same strength
  /// and dip. If two have about the same time, the first is kept, since a magnet usually comes
  /// later.
  private static let advantage = 3.0

  init(isLive: Bool) { self.isLive = isLive }

  /// Takes a field.
  ///
  /// - Parameters:
  ///   - correction: The hard-iron offset that was subtracted, in µT.
  ///   - contradicts: Whether the field's direction differs from the heading by more than the
  ///     gyroscope explains.
  ///   - deviates: Whether it does by more than the tolerance of a direction.
  ///   - offsetError: The error of the field's direction by a hard-iron offset; `nil` if unknown.
  mutating func observe(
    _ observation: MagneticModel.Observation, correction: Vector3<Double>,
    contradicts: Bool, deviates: Bool, offsetError: HardIronEstimate.DirectionError?
  ) {
    let (step, proof, reading) = (observation.step, observation.proof, observation.reading)
    smoothed.update(
      observation.field, LowPassResponse(step: step, timeConstant: Self.smoothingTime))
    let mean = smoothed.output
    let horizontal = (mean.x * mean.x + mean.y * mean.y).squareRoot()
    let now = Signature(horizontal: horizontal, vertical: mean.z, correction: correction)
    guard var reference, observation.isLevel || isSettled else {
      reference = now
      undisturbedTime = Self.settlingTime
      return
    }
    isSettled = true
    let strength = now.strength
    // After an unmeasured turn only the strength is valid.
    guard observation.isLevel else {
      let known = reference.strength
      let agrees = abs(strength - known) < Constants.strengthTolerance * known
      undisturbedTime = agrees ? undisturbedTime + step : 0
      isDisturbed = undisturbedTime < Self.settlingTime
      hasDisprovedReference = false
      return
    }
    // Whether an offset, if it exists, may turn the field beyond the tolerance of a direction, and
    // whether this still holds after weighing the probability that no offset exists.
    let hasAmbiguousDirection = Self.isAmbiguous(offsetError?.variance)
    let isDoubtful = Self.isAmbiguous(offsetError?.doubt)
    let hasSignature = now.agrees(with: reference, strength: strength)
    let agrees = hasSignature && !deviates
    if agrees {
      undisturbedTime += step
      referenceAge += step
      let span = min(max(referenceAge, step), Constants.referenceTimeConstant)
      if step > 0 { reference.approach(now, by: min(1, step / span)) }
      referenceProof.add(proof, reading: reading, horizontal: now.horizontal)
      if !isDoubtful { certainTime += proof }
    } else {
      undisturbedTime = 0
    }
    updateCandidate(now, strength: strength, step: step, proof: proof, reading: reading)
    if deviates {
      otherProof.add(proof, reading: reading, horizontal: now.horizontal)
    } else {
      otherProof = Proof()
    }
    // The field with the longer time of turning is the Earth's. The reference's time counts even
    // before its reading has turned, because that point may depend on the noise of one reading.
    hasDisprovedReference = false
    // One that contradicts the gyroscope needs more, without a limit.
    let needed = max(
      Constants.proofTime,
      contradicts
        ? Self.advantage * referenceProof.time : min(referenceProof.time, Constants.adoptionTime))
    // A field that only looks like that of the surroundings for lack of turns about other axes does
    // not replace a proven one.
    let isAmbiguous = isProven && hasAmbiguousDirection
    if !hasSignature, !isAmbiguous, candidateProof.seconds > needed, let candidate {
      reference = candidate
      hasDisprovedReference = !isProven
      referenceProof = candidateProof
      certainTime = isDoubtful ? 0 : candidateProof.seconds
      undisturbedTime = Self.settlingTime
    } else if !isAmbiguous,
      otherProof.seconds
        > max(
          Constants.proofTime, (isLive ? 1 : Self.advantage) * referenceProof.time)
    {
      reference = now
      hasDisprovedReference = true
      referenceProof = otherProof
      certainTime = isDoubtful ? 0 : otherProof.seconds
      otherProof = Proof()
      undisturbedTime = Self.settlingTime
    }
    self.reference = reference
    isDisturbed = undisturbedTime < Self.settlingTime
  }

  /// Discards the readings before a gap; keeps the reference.
  mutating func restart() { smoothed.restart() }

  private mutating func updateCandidate(
    _ now: Signature, strength: Double, step: Double, proof: Double, reading: Vector3<Double>
  ) {
    if let known = candidate, now.agrees(with: known, strength: strength) {
      candidate?.approach(now, by: min(1, step / Constants.referenceTimeConstant))
      candidateProof.add(proof, reading: reading, horizontal: now.horizontal)
    } else {
      candidate = now
      candidateProof = Proof()
    }
  }

  /// The proof by a step, in seconds, at this angular rate in rad/s.
  static func proof(ofTurning turning: Double, step: Double) -> Double {
    turning > leastTurning ? step * min(max(turning / provingRate, 1), largestWeight) : 0
  }
}
