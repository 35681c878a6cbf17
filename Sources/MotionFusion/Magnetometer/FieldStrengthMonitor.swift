/// Detects that a hard-iron offset has disappeared: the field's strength then varies with the
/// calibration, and is steady without it.
///
/// The turns alone would show this late, because a slow device makes few of them.
struct FieldStrengthMonitor: Hashable, Sendable, Codable {
  /// The mean strength of the calibrated field in µT, and the mean squared deviation in µT².
  private var strength: Double?
  private var scatter = initialScatter
  /// The evidence against the calibration, as a difference of normalised squared deviations.
  private var evidence = 0.0

  private static let initialScatter = 100.0
  /// The largest deviation of an offset, as a share of the field, that yields a valid strength.
  private static let knownShare = 0.15
  /// The time constant of the means and of the evidence, in seconds.
  private static let memory = 5.0
  /// The evidence that rejects a calibration: four standard deviations, squared.
  private static let gate = 16.0

  /// Takes a field and the hard-iron offset, both in µT.
  ///
  /// - Parameters:
  ///   - offsetVariance: The variance of the offset, in µT².
  ///   - variance: The variance of a field, in µT².
  ///   - duration: The time since the previous field, in seconds.
  /// - Returns: Whether the calibration must restart.
  mutating func rejects(
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
    let difference = (distance * distance - other * other) / (variance + scatter)
    evidence = max(evidence * (1 - share) + difference, -Self.gate)
    if evidence <= 0, isKnown {
      strength = mean + distance * share
      scatter += (distance * distance - scatter) * share
    }
    guard evidence > Self.gate else { return false }
    self = Self()
    return true
  }

  /// Discards the evidence after a change of the offset.
  mutating func clear() { evidence = 0 }
}
