/// Notices that the gyro drifts by more than its noise and bias: by its scale and alignment.
///
/// Innovations that keep their sign for long are either the field's error, which has bounds, or the
/// gyro's, which has none.
struct HeadingSurprise: Hashable, Sendable, Codable {
  /// The mean innovation in radians.
  private var mean = 0.0

  /// A mean of so many standard deviations is no error of the field's: rooms bend it for longer than
  /// its correlation says, but within bounds.
  private static let gate = 4.0

  /// Takes an innovation in radians, and says how much of the squared mean the field cannot be
  /// blamed for, in rad²: more than zero only when the gyro has drifted.
  ///
  /// - Parameter correlation: Of the field's errors, in seconds.
  @inline(__always)
  mutating func observe(
    _ innovation: Double, step: Double, correlation: Double,
    _ configuration: InertialFilter.Configuration.Heading
  ) -> Double {
    let span = configuration.surpriseTime
    mean += (innovation - mean) * min(1, step / span)
    // The variance of a mean over `span` of an error with this correlation.
    let deviation = configuration.fieldDeviation
    let explained = deviation * deviation * correlation / (correlation + span)
    return mean * mean - Self.gate * Self.gate * explained
  }
}
