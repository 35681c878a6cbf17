/// Detects a heading drift that exceeds the gyroscope's noise and bias, from the mean innovation.
///
/// Innovations of one sign over a long time are an error of the field, which is bounded, or of the
/// gyroscope's scale and alignment, which is not.
struct InnovationMonitor: Hashable, Sendable, Codable {
  private typealias Constants = InertialFilter.HeadingConstants

  /// The mean innovation in radians.
  private var mean = 0.0

  /// The number of standard deviations of the mean that the field may explain: indoors it is
  /// disturbed for longer than its correlation time, within bounds.
  private static let gate = 4.0

  /// Takes an innovation in radians.
  ///
  /// - Parameter error: The variance of the field's direction, in rad².
  /// - Returns: The part of the squared mean that the field does not explain, in rad²; positive
  ///   only if the gyroscope has drifted.
  mutating func observe(_ innovation: Double, error: Double, step: Double) -> Double {
    let span = Constants.innovationTime
    let correlation = Constants.fieldCorrelation
    mean += (innovation - mean) * min(1, step / span)
    // The variance of a mean over `span` of an error with this correlation time.
    let explained = error * correlation / (correlation + span)
    return mean * mean - Self.gate * Self.gate * explained
  }
}
