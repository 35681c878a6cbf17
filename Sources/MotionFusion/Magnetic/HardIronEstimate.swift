internal import RealModule

/// The hard-iron offset and its uncertainty.
struct HardIronEstimate: Sendable {
  /// The most likely offset, in µT.
  private(set) var offset = Vector3<Double>.zero
  /// In µT².
  private(set) var covariance = Matrix3<Double>(
    diagonal: Vector3(repeating: initialDeviation * initialDeviation))

  /// The deviation of an offset that is not known, in µT: phones have up to 600.
  static let initialDeviation = 300.0
  /// A change of the offset is significant beyond this many standard deviations.
  private static let gate = 5.0
  /// The number of variances at which a direction's share of the offset is one half: 7 standard
  /// deviations. With 4 the errors on RING, whose field bends, are larger by a third.
  private static let significance = 50.0

  /// The variance in all directions, in µT²: an upper bound of the largest one.
  var variance: Double { covariance.trace }

  /// An unknown offset.
  init() {}

  /// An offset in µT with this covariance in µT².
  init(offset: Vector3<Double>, covariance: Matrix3<Double>) {
    self.offset = offset
    self.covariance = covariance
  }

  /// The combination of two independent estimates.
  func combined(with other: Self) -> Self {
    guard let sum = (covariance + other.covariance).inverse else { return self }
    let gain = covariance * sum
    return Self(
      offset: offset + gain * (other.offset - offset), covariance: covariance - gain * covariance)
  }

  /// Whether the offset differs significantly from that of another independent estimate.
  func contradicts(_ other: Self) -> Bool {
    guard let inverse = (covariance + other.covariance).inverse else { return false }
    let change = offset - other.offset
    return change.dot(inverse * change) > Self.gate * Self.gate
  }

  /// The part of the offset in the directions in which it is significant, in µT, before the device
  /// has turned about all axes.
  ///
  /// Turns about one axis observe the offset across it only: each direction counts by its own
  /// variance *v*. With *n* = 50 *v* / offset² its share is 1 / (1 + *n*⁴): 1/17 at 5 standard
  /// deviations, a half at 7.1, 0.9 at 9.3. The sum is zero up to `least`, and whole from √3 times
  /// `least` on.
  func significantPart(least: Double) -> Vector3<Double> {
    let square = offset.lengthSquared
    guard square > least * least else { return .zero }
    let noise = covariance * (Self.significance / square)
    let squared = noise * noise
    guard let shares = (squared * squared + .identity).inverse else { return .zero }
    let known = shares * offset
    return known * min(max((known.lengthSquared / (least * least) - 1) / 2, 0), 1)
  }

  /// The error of a field's direction about the vertical by the offset.
  struct DirectionError: Sendable {
    /// The variance if there is an offset: by its uncertainty and by its part that is not
    /// subtracted, in rad².
    var variance: Double
    /// The expected square of the error, in rad², if there may be an offset or none.
    var doubt: Double
  }

  /// The error of a field's direction about the vertical by the offset.
  ///
  /// Two hypotheses: no offset, and one that turns the field anywhere, equally likely before the
  /// turns. Their odds after them follow from the likelihood of the estimated angle, of variance
  /// *v*: √(*v* / (*v* + *u*)) exp(angle² *u* / (2 *v* (*v* + *u*))) with the variance *u* of an
  /// unknown direction. With an offset, the error is the part that is not subtracted, and *v*;
  /// without one, what is subtracted.
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
    let variance = east.dot(covariance * east) / (squares * squares)
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
}

/// One explanation of the readings of a magnetometer: a field that is fixed in the surroundings and
/// a hard-iron offset that is fixed in the device.
///
/// A reading is *m* = *R*ᵀ *h* + *b*: linear in both, a Kalman filter of six states finds them as
/// the device turns. Readings that do not agree are left out, and count against it.
struct FieldHypothesis: Sendable {
  /// The field of the surroundings in the frame of the attitudes, in µT.
  private var field = Vector3<Double>.zero
  /// The hard-iron offset in the device frame, in µT.
  private var offset = Vector3<Double>.zero
  private var fieldCovariance = initialField
  private var crossCovariance = Matrix3<Double>.zero
  private var offsetCovariance = Matrix3<Double>(
    diagonal: Vector3(
      repeating: HardIronEstimate.initialDeviation * HardIronEstimate.initialDeviation))
  /// The evidence of the turns, as a logarithm of a likelihood, with forgetting.
  private(set) var evidence = 0.0
  /// In seconds.
  private(set) var age = 0.0

  private static let initialField = Matrix3<Double>(diagonal: Vector3(repeating: 100 * 100))
  /// The standard deviation of a reading's component, in µT, and the correlation time of its error
  /// in seconds: indoors the field bends from place to place.
  private static let deviation = 1.5
  private static let correlation = 3.0
  /// The standard deviation of a disturbed reading, in µT, and the prior share of undisturbed ones.
  private static let disturbance = 30.0
  private static let share = 0.6
  /// The memory of the evidence, in seconds of turning.
  private static let memory = 20.0
  /// The turn between readings that counts in full, in radians.
  private static let turn = 0.1
  /// The typical delay of a magnetometer, in seconds.
  private static let delay = 0.007
  /// The random walks of the field, with the place, and of the offset, in µT² a second.
  private static let fieldWalk = 0.05 * 0.05
  private static let offsetWalk = 0.05 * 0.05

  /// The offset.
  var estimate: HardIronEstimate {
    HardIronEstimate(offset: offset, covariance: offsetCovariance)
  }

  /// Forgets the field of the surroundings after the frame was lost.
  mutating func forgetField() {
    field = .zero
    fieldCovariance = Self.initialField
    crossCovariance = .zero
  }

  /// Takes a reading in µT.
  ///
  /// - Parameters:
  ///   - axes: Device to the frame.
  ///   - step: The time since the last one, in seconds.
  ///   - turned: The angle of the turn since then, in radians.
  ///   - drift: The variance of the frame's turn since then, about the vertical and another axis,
  ///     in rad².
  mutating func observe(
    _ reading: Vector3<Double>, axes: Matrix3<Double>, step: Double, turned: Double,
    drift: (vertical: Double, tilt: Double)
  ) {
    age += step
    let about = Vector3(0, 0, 1).cross(field)
    fieldCovariance = fieldCovariance + .outer(about, about * drift.vertical)
    let spread = field.lengthSquared * drift.tilt + Self.fieldWalk * step
    fieldCovariance = fieldCovariance + Matrix3(diagonal: Vector3(repeating: spread))
    offsetCovariance =
      offsetCovariance
      + Matrix3(
        diagonal: Vector3(repeating: Self.offsetWalk * step))
    let back = axes.transpose
    let innovation = reading - (back * field + offset)
    // The covariances of field and offset with the reading.
    let byField = fieldCovariance * axes + crossCovariance
    let byOffset = crossCovariance.transpose * axes + offsetCovariance
    let late = Self.delay * turned / max(step, 1e-3)
    let noise = Self.deviation * Self.deviation + late * late * field.lengthSquared
    let predicted = back * byField + byOffset
    let sum = predicted + Matrix3(diagonal: Vector3(repeating: noise))
    let wide = sum + Matrix3(diagonal: Vector3(repeating: Self.disturbance * Self.disturbance))
    guard let inverse = sum.inverse, let wideInverse = wide.inverse else { return }
    let ratio =
      0.5
      * (innovation.dot(wideInverse * innovation) - innovation.dot(inverse * innovation)
        + Double.log(max(wide.determinant / max(sum.determinant, 1e-12), 1e-12)))
    let good = Self.share * Double.exp(min(max(ratio, -50), 50))
    let weight = min(1, turned / Self.turn)
    evidence += (Double.log(good + 1 - Self.share) - evidence * step / Self.memory) * weight
    guard good > 1 - Self.share else { return }
    let inflated =
      predicted
      + Matrix3(
        diagonal: Vector3(repeating: noise * (1 + 2 * Self.correlation / max(step, 1e-3))))
    guard let gain = inflated.inverse else { return }
    let fieldGain = byField * gain
    let offsetGain = byOffset * gain
    field += fieldGain * innovation
    offset += offsetGain * innovation
    fieldCovariance = fieldCovariance - fieldGain * byField.transpose
    crossCovariance = crossCovariance - fieldGain * byOffset.transpose
    offsetCovariance = offsetCovariance - offsetGain * byOffset.transpose
    fieldCovariance = (fieldCovariance + fieldCovariance.transpose) * 0.5
    offsetCovariance = (offsetCovariance + offsetCovariance.transpose) * 0.5
  }
}
