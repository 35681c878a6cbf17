/// A Kalman filter for one number that wanders and is measured with noise.
public struct ScalarKalmanFilter: Hashable, Sendable, Codable {
  /// The variance by which the number wanders from one measurement to the next.
  public let processNoise: Double
  /// The variance of a measurement.
  public let measurementNoise: Double
  /// The estimate; `nil` before the first measurement.
  public private(set) var estimate: Double?
  /// The variance of the estimate.
  public private(set) var variance = 0.0
  /// The share of the last measurement in the estimate.
  public private(set) var gain = 0.0

  /// A filter that has seen nothing yet.
  ///
  /// - Precondition: `processNoise` is not negative and `measurementNoise` is positive.
  public init(processNoise: Double, measurementNoise: Double) {
    precondition(processNoise >= 0, "process noise \(processNoise) is negative")
    precondition(measurementNoise > 0, "measurement noise \(measurementNoise) is not positive")
    self.processNoise = processNoise
    self.measurementNoise = measurementNoise
  }

  /// Takes a measurement and returns the estimate: the first measurement is the first estimate.
  ///
  /// One that is not finite, or so large that its difference to another would not be, lets the number
  /// wander and changes nothing else.
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
