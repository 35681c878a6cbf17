/// Notices that what a calibration takes off is no longer there: the field's strength then varies
/// with, and is steady without it.
///
/// Of turns alone that would show late, for where the device turns slowly there are few.
struct StrengthWatch: Hashable, Sendable, Codable {
  /// The mean strength of the field where calibration was well known, and the mean square distance from
  /// it, in µT and µT².
  private var strength: Double?
  private var scatter = initialScatter
  /// By how much better the uncalibrated field explains the strengths, as a difference of squared
  /// standard deviations.
  private var doubt = 0.0

  private static let initialScatter = 100.0
  /// Calibration that is off by no more than this share of the field tells the strength.
  private static let knownShare = 0.15
  /// Time constant of the means and of the doubt, in seconds.
  private static let memory = 5.0
  /// So many variances of doubt are enough: four standard deviations.
  private static let gate = 16.0

  /// Takes a field and the device's own, as calibration knows it, both in µT.
  ///
  /// - Parameters:
  ///   - offsetVariance: Of the device's own field, in µT².
  ///   - variance: Of a field, in µT².
  ///   - duration: Seconds since the field before.
  /// - Returns: Whether calibration must begin afresh.
  mutating func refutes(
    _ offset: Vector3<Double>, known offsetVariance: Double, of field: Vector3<Double>,
    variance: Double,
    duration: Double
  ) -> Bool {
    let calibrated = (field - offset).length
    let isKnown = offsetVariance < Self.knownShare * Self.knownShare * calibrated * calibrated
    guard let mean = strength ?? (isKnown ? calibrated : nil) else { return false }
    let distance = calibrated - mean
    let other = field.length - mean
    let share = min(1, duration / Self.memory)
    let evidence = (distance * distance - other * other) / (variance + scatter)
    doubt = max(doubt * (1 - share) + evidence, -Self.gate)
    if doubt <= 0, isKnown {
      strength = mean + distance * share
      scatter += (distance * distance - scatter) * share
    }
    guard doubt > Self.gate else { return false }
    self = Self()
    return true
  }

  /// Forgets the doubt, when something else is taken off.
  mutating func clear() { doubt = 0 }
}
