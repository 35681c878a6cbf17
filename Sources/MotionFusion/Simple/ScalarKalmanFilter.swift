/// A Kalman filter for a scalar random walk with noisy measurements.
public struct ScalarKalmanFilter: Hashable, Sendable, Codable {
  private let processNoise: Double
  private let measurementNoise: Double
  /// The estimate; `nil` before the first measurement.
  public private(set) var estimate: Double?
  /// The variance of the estimate.
  package private(set) var variance = 0.0
  /// The weight of the last measurement in the estimate.
  package private(set) var gain = 0.0

  /// A filter in its initial state.
  ///
  /// - Parameters:
  ///   - processNoise: The variance of the random walk from one measurement to the next.
  ///   - measurementNoise: The variance of a measurement.
  /// - Precondition: `processNoise` is not negative and `measurementNoise` is positive.
  public init(processNoise: Double, measurementNoise: Double) {
    precondition(processNoise >= 0, "expected a process noise of 0 or more, got \(processNoise)")
    precondition(
      measurementNoise > 0, "expected a positive measurement noise, got \(measurementNoise)")
    self.processNoise = processNoise
    self.measurementNoise = measurementNoise
  }

  /// Takes a measurement and returns the estimate; the first measurement is the first estimate.
  ///
  /// A measurement that is not finite or exceeds 1e300 only increases the variance.
  @discardableResult
  public mutating func update(_ measurement: Double) -> Double? {
    guard let predicted = estimate else {
      guard abs(measurement) <= largestInput else { return nil }
      estimate = measurement
      variance = measurementNoise
      gain = 1
      return measurement
    }
    variance = min(variance + processNoise, largestInput)
    guard abs(measurement) <= largestInput else { return predicted }
    gain = variance / (variance + measurementNoise)
    let updated = predicted + gain * (measurement - predicted)
    estimate = updated
    variance *= 1 - gain
    return updated
  }
}
