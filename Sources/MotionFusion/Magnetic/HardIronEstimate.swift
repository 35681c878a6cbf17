internal import RealModule

/// What a turn of the device shows of the magnetometer: with its offset *b* and delay *L*,
/// `design` *b* + `late` *L* = `value`.
struct MagneticTurn {
  var design: Matrix3<Double>
  /// In µT/s; zero before the field is known.
  var late: Vector3<Double>
  /// In µT.
  var value: Vector3<Double>
  /// The variance of each component of the value, in µT².
  var variance: Double
}

/// The normal equations of offset and delay, summed over turns.
private struct TurnSums {
  /// Of the offset, of both, and of the delay.
  var offset = Matrix3<Double>.zero
  var mixed = Vector3<Double>.zero
  var delay = 0.0
  /// The right sides.
  var offsetValue = Vector3<Double>.zero
  var delayValue = 0.0

  init() {}

  init(_ turn: MagneticTurn, weight: Double) {
    let design = turn.design.transpose
    offset = design * turn.design * weight
    mixed = design * turn.late * weight
    delay = turn.late.lengthSquared * weight
    offsetValue = design * turn.value * weight
    delayValue = turn.late.dot(turn.value) * weight
  }

  static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum.offset = a.offset + b.offset
    sum.mixed += b.mixed
    sum.delay += b.delay
    sum.offsetValue += b.offsetValue
    sum.delayValue += b.delayValue
    return sum
  }

  static func * (sums: Self, share: Double) -> Self {
    var part = sums
    part.offset *= share
    part.mixed *= share
    part.delay *= share
    part.offsetValue *= share
    part.delayValue *= share
    return part
  }
}

/// The hard-iron offset and the delay of a magnetometer by least squares with exponential
/// forgetting.
struct HardIronEstimate: Sendable {
  /// The most likely offset, in µT.
  private(set) var offset = Vector3<Double>.zero
  /// The variance of the least certain direction, in µT². It includes the misfit of the turns,
  /// because the field near iron varies from place to place, and the correlation of their errors.
  private(set) var variance = 3 / prior
  /// The delay of the readings behind the gyroscope's, in seconds.
  private(set) var delay = 0.0
  private var sums = TurnSums()
  /// The information about the offset with an unknown delay.
  private var information = Matrix3<Double>.zero
  /// The covariance of the offset without the misfit and the correlation, in µT².
  private var covariance = Matrix3<Double>(diagonal: Vector3(repeating: 1 / prior))
  /// The sum of normalised squared residuals, and the number of turns.
  private var misfit = 0.0
  private var turns = 0.0
  /// Whether no turn was added.
  var isEmpty: Bool { turns == 0 }

  /// The variance in relation to that of turns with independent errors.
  ///
  /// Turns through the same attitudes share the error of a bent field and of the gyroscope's scale.
  /// Results on the development halves of BROAD, RepoIMU and RING are flat from 4 to 9.
  private static let correlationScale = 6.25
  /// The squared normalised innovation beyond which a turn is disturbed: three standard deviations.
  private static let innovationGate = 9.0
  /// A change of the offset is significant beyond this many standard deviations.
  private static let gate = 5.0
  /// The weight of a prior at zero with a deviation of 100 µT, for directions not yet observed.
  private static let prior = 1e-4
  /// The same for the delay, with a deviation of 20 ms: on BROAD the field is 7 ms late, an error
  /// of 4° at 10 rad/s, and that of a Nexus 5 12 to 35 ms.
  private static let delayPrior = 2500.0

  /// Adds a turn.
  ///
  /// - Parameters:
  ///   - excess: The ``excess(of:)`` of a turn that a disturbance may have spoiled. It loses weight
  ///     with the fourth power of its residual, and counts in the misfit as one at the gate.
  ///   - kept: The remaining share of the weight of older turns.
  mutating func add(_ turn: MagneticTurn, excess: Double = 1, kept: Double) {
    let weight = 1 / (turn.variance * excess * excess)
    sums = sums * kept + TurnSums(turn, weight: weight)
    guard let trace = solve() else { return }
    misfit = misfit * kept + innovation(of: turn).lengthSquared * weight * excess
    turns = turns * kept + 1
    variance = trace * misfitScale
  }

  /// The squared normalised innovation of a turn in relation to the gate; at least 1.
  ///
  /// Beyond it a magnet nearby, not the offset, explains the turn.
  func excess(of turn: MagneticTurn) -> Double {
    let innovation = innovation(of: turn)
    let expected =
      turn.design * covariance * turn.design.transpose * (Self.correlationScale * misfitScale)
      + Matrix3(diagonal: Vector3(repeating: turn.variance))
    guard let inverse = expected.inverse else { return 1 }
    return max(innovation.dot(inverse * innovation) / Self.innovationGate, 1)
  }

  private func innovation(of turn: MagneticTurn) -> Vector3<Double> {
    turn.value - turn.design * offset - turn.late * delay
  }

  /// The estimate with a share of its weight.
  func faded(to share: Double) -> Self {
    var faded = self
    faded.sums = sums * share
    faded.misfit *= share
    faded.turns *= share
    if let trace = faded.solve() { faded.variance = trace * faded.misfitScale }
    return faded
  }

  /// The estimate for time in the other direction: a field that is late is then ahead.
  var timeReversed: Self {
    var reversed = self
    reversed.sums.mixed = -sums.mixed
    reversed.sums.delayValue = -sums.delayValue
    reversed.delay = -delay
    return reversed
  }

  /// The combination of two independent estimates.
  func combined(with other: Self) -> Self {
    var sum = self
    sum.sums = sums + other.sums
    sum.misfit += other.misfit
    sum.turns += other.turns
    if let trace = sum.solve() { sum.variance = trace * sum.misfitScale }
    return sum
  }

  /// The squared number of standard deviations at which an offset is half significant: for a
  /// recording, whose turns are all known, and live.
  static let recordedSignificance = 9.0
  static let liveSignificance = 18.0

  /// The part of the offset in the directions in which it is significant, in µT.
  ///
  /// Turns about one axis observe the offset across it only: each direction counts by its own
  /// variance *v*. With *n* = `significance` *v* / offset² its share is 1 / (1 + *n*⁴): live 1/17
  /// at 3 standard deviations, a half at 4.2, 0.9 at 5.6. The sum is zero up to `least` and
  /// complete above √3 times `least`.
  func significantPart(least: Double, significance: Double) -> Vector3<Double> {
    let square = offset.lengthSquared
    guard square > least * least else { return .zero }
    let noise = covariance * (significance * Self.correlationScale * misfitScale / square)
    let squared = noise * noise
    guard let shares = (squared * squared + .identity).inverse else { return .zero }
    let known = shares * offset
    return known * min(max((known.lengthSquared / (least * least) - 1) / 2, 0), 1)
  }

  /// The error of a field's direction about the vertical that the offset causes.
  struct DirectionError: Sendable {
    /// The variance if there is an offset, from its uncertainty and the part that is not
    /// subtracted, in rad².
    var variance: Double
    /// The expected square of the error, in rad², if there may be an offset or none.
    var doubt: Double

    /// Before the first turn: there is an offset or none.
    static let unknown = DirectionError(
      variance: OrientationUncertainty.unknownHeadingVariance,
      doubt: OrientationUncertainty.unknownHeadingVariance / 2)
  }

  /// The error of a field's direction about the vertical that the offset causes.
  ///
  /// Two hypotheses: no offset, and one that turns the field anywhere, equally likely before the
  /// turns. Their odds after them follow from the likelihood of the estimated angle, of variance
  /// *v*: √(*v* / (*v* + *u*)) exp(angle² *u* / (2 *v* (*v* + *u*))) with the variance *u* of an
  /// unknown direction. With an offset, the error is the part that is not subtracted, plus *v*;
  /// without one, it is the subtracted part.
  ///
  /// - Parameters:
  ///   - field: The calibrated field in the device frame, in µT.
  ///   - vertical: In the device frame.
  ///   - correction: The subtracted offset in µT.
  func directionError(
    of field: Vector3<Double>, vertical: Vector3<Double>, correction: Vector3<Double>
  ) -> DirectionError {
    let east = vertical.cross(field)
    let squares = max(east.lengthSquared, 1e-6)
    let angle = offset.dot(east) / squares
    let subtracted = correction.dot(east) / squares
    let variance =
      east.dot(covariance * east) * Self.correlationScale * misfitScale / (squares * squares)
    let unknown = OrientationUncertainty.unknownHeadingVariance
    // A vertical field has no direction.
    guard variance > 0 else { return DirectionError(variance: unknown, doubt: unknown) }
    let sum = variance + unknown
    let exponent = 0.5 * angle * angle * unknown / (variance * sum)
    // Beyond this exponent the offset is certain.
    let odds = (variance / sum).squareRoot() * Double.exp(min(exponent, 100))
    let share = odds / (1 + odds)
    let missing = angle - subtracted
    let square = variance + missing * missing
    return DirectionError(
      variance: square, doubt: share * square + (1 - share) * subtracted * subtracted)
  }

  /// Whether the offset differs significantly from that of `older`.
  func contradicts(_ older: Self) -> Bool {
    let change = offset - older.offset
    return change.dot(information * change) > Self.gate * Self.gate * misfitScale
  }

  /// Solves for offset and delay.
  ///
  /// - Returns: The trace of the covariance, an upper bound of its largest eigenvalue, without the
  ///   misfit.
  private mutating func solve() -> Double? {
    // The prior's share against turns whose errors are correlated, and larger than stated.
    let late = sums.delay + Self.delayPrior * Self.correlationScale * misfitScale
    information = sums.offset - sums.mixed.outerProduct(sums.mixed * (1 / late))
    let certain = information + Matrix3(diagonal: Vector3(repeating: Self.prior))
    guard let inverse = certain.inverse else { return nil }
    covariance = inverse
    offset = covariance * (sums.offsetValue - sums.mixed * (sums.delayValue / late))
    delay = (sums.delayValue - sums.mixed.dot(offset)) / late
    return max(covariance.trace, 0) * Self.correlationScale
  }

  /// The scale of the variance by the misfit. A turn has two degrees of freedom, because it does
  /// not observe the offset along its axis.
  private var misfitScale: Double { max(1, misfit / max(2 * turns, 1)) }
}
