/// Judges whether a magnetic field is the Earth's, by its strength and dip against a reference
/// that follows slowly what is believed.
struct FieldMonitor: Hashable, Sendable, Codable {
  typealias Configuration = InertialFilter.Configuration.Heading

  /// A field by what does not depend on heading, in µT.
  struct Signature: Hashable, Sendable, Codable {
    var horizontal: Double
    /// Upwards.
    var vertical: Double

    fileprivate func agrees(with other: Self, _ configuration: Configuration) -> Bool {
      let (own, its) = (strength, other.strength)
      // The angle between them by its sine, and that of the tolerance by its series: no angle has to be
      // worked out at every reading.
      let sine = vertical * other.horizontal - horizontal * other.vertical
      let cosine = horizontal * other.horizontal + vertical * other.vertical
      let d = configuration.dipTolerance
      let limit = d * (1 - d * d * (1 / 6 - d * d * (1 / 120 - d * d / 5040)))
      return abs(own - its) < configuration.strengthTolerance * its
        && cosine > 0 && abs(sine) < limit * own * its
    }

    private var strength: Double {
      (horizontal * horizontal + vertical * vertical).squareRoot()
    }

    fileprivate mutating func approach(_ other: Self, by share: Double) {
      horizontal += (other.horizontal - horizontal) * share
      vertical += (other.vertical - vertical) * share
    }
  }

  private(set) var reference: Signature?
  private(set) var isDisturbed = false
  /// Whether the last reading replaced a reference that no motion had proven: what came of that
  /// one was not to be trusted.
  private(set) var hasDisprovedReference = false
  private var smoothed = SecondOrderLowPass<Vector3<Double>>()
  /// Whether the reference was ever taken with a known vertical.
  private var isSettled = false
  private var referenceAge = 0.0
  /// For how long the device turned in the field of the reference, up to the adoption time, and in
  /// that of the candidate; fast turns count for more.
  private var referenceProof = 0.0
  private var candidate: Signature?
  private var candidateProof = 0.0
  private var undisturbedTime = 0.0

  /// Over this time readings are averaged before they are judged, in seconds.
  private static let smoothing = 0.05
  /// A field counts again after it agreed for this time, in seconds.
  private static let settlingTime = 0.5
  /// Slower than this, in rad/s (20°/s), a disturbance turns with the device unnoticed.
  private static let leastTurning = 0.35
  /// Turning faster than this, in rad/s, proves a field in less time, in proportion, but not by more
  /// than this factor: what shakes turns fast and not far.
  private static let provingRate = 1.0
  private static let mostProof = 3.0

  /// Takes the leveled field, *z* up, in µT.
  ///
  /// - Parameter isLevel: Whether the vertical is known well enough for the dip to mean anything.
  mutating func observe(
    _ field: Vector3<Double>, step: Double, turning: Double, isLevel: Bool,
    _ configuration: Configuration
  ) {
    smoothed.update(field, LowPassResponse(step: step, timeConstant: Self.smoothing))
    let mean = smoothed.output
    let horizontal = (mean.x * mean.x + mean.y * mean.y).squareRoot()
    let now = Signature(horizontal: horizontal, vertical: mean.z)
    guard var reference, isLevel || isSettled else {
      reference = now
      undisturbedTime = Self.settlingTime
      return
    }
    isSettled = true
    let agrees = now.agrees(with: reference, configuration)
    let proof = turning > Self.leastTurning ? step * Self.weight(ofTurning: turning) : 0
    if agrees {
      undisturbedTime += step
      referenceAge += step
      let span = min(max(referenceAge, step), configuration.referenceTimeConstant)
      if step > 0 { reference.approach(now, by: min(1, step / span)) }
      referenceProof = min(referenceProof + proof, configuration.adoptionTime)
    } else {
      undisturbedTime = 0
    }
    follow(now, step: step, proof: proof, configuration)
    // The field in which the device has turned for longer is the Earth's; no time beyond the adoption time
    // counts.
    hasDisprovedReference = false
    if !agrees, candidateProof > max(configuration.proofTime, referenceProof), let candidate {
      reference = candidate
      hasDisprovedReference = referenceProof < configuration.proofTime
      referenceProof = min(candidateProof, configuration.adoptionTime)
      undisturbedTime = Self.settlingTime
    }
    self.reference = reference
    isDisturbed = undisturbedTime < Self.settlingTime
  }

  /// Forgets the readings before a gap, not the reference.
  mutating func restart() { smoothed.restart() }

  private mutating func follow(
    _ now: Signature, step: Double, proof: Double, _ configuration: Configuration
  ) {
    if let known = candidate, now.agrees(with: known, configuration) {
      candidate?.approach(now, by: min(1, step / configuration.referenceTimeConstant))
      candidateProof += proof
    } else {
      candidate = now
      candidateProof = 0
    }
  }

  private static func weight(ofTurning turning: Double) -> Double {
    min(max(turning / provingRate, 1), mostProof)
  }
}
