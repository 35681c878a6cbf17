/// A Kalman filter for a scalar random walk with noisy measurements.
///
/// With *p* the variance, *q* the process noise and *r* the measurement noise, a measurement *z*
/// moves the estimate *x*: *p* ← *p* + *q*, *k* = *p* / (*p* + *r*), *x* ← *x* + *k* (*z* - *x*),
/// *p* ← (1 - *k*) *p*.
public struct ScalarKalmanFilter: Hashable, Sendable, Codable {
  private let processNoise: Double
  private let measurementNoise: Double
  private let initialVariance: Double?
  /// The estimate; `nil` before the first measurement.
  public private(set) var estimate: Double?
  package private(set) var variance = 0.0
  /// The weight *k* of the last measurement in the estimate.
  package private(set) var gain = 0.0

  /// A filter in its initial state.
  ///
  /// - Parameters:
  ///   - processNoise: The variance of the random walk from one measurement to the next.
  ///   - measurementNoise: The variance of a measurement.
  ///   - initialVariance: The variance of the first estimate before its measurement is used; `nil`
  ///     stands for no knowledge: the first estimate has the variance of its measurement. Default:
  ///     `nil`.
  /// - Precondition: `processNoise` and `initialVariance` are not negative; `measurementNoise` is
  ///   positive.
  public init(processNoise: Double, measurementNoise: Double, initialVariance: Double? = nil) {
    precondition(processNoise >= 0, "expected a process noise of 0 or more, got \(processNoise)")
    precondition(
      initialVariance ?? 0 >= 0,
      "expected an initial variance of 0 or more, got \(initialVariance ?? 0)")
    precondition(
      measurementNoise > 0, "expected a positive measurement noise, got \(measurementNoise)")
    self.processNoise = processNoise
    self.measurementNoise = measurementNoise
    self.initialVariance = initialVariance
  }

  /// Takes a measurement and returns the estimate; the first measurement is the first estimate.
  ///
  /// A measurement that is not finite or exceeds 1e300 only increases the variance.
  @discardableResult
  public mutating func update(_ measurement: Double) -> Double? {
    guard let predicted = estimate else {
      guard abs(measurement) <= largestInput else { return nil }
      estimate = measurement
      if let initialVariance {
        let prior = min(initialVariance + processNoise, largestInput)
        gain = prior / (prior + measurementNoise)
        variance = (1 - gain) * prior
      } else {
        gain = 1
        variance = measurementNoise
      }
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

extension ScalarKalmanFilter {
  /// The filter of a device's tilt: process noise, measurement noise and initial variance of 0.1.
  ///
  /// The constants are in rad² for a measurement at each of 50 updates a second, by P. Dulac,
  /// *Computing the iOS device tilt* (2013). Equal noises settle at a gain of 0.618; a smaller
  /// process noise smooths more.
  public static let tilt = ScalarKalmanFilter(
    processNoise: 0.1, measurementNoise: 0.1, initialVariance: 0.1)
}

/// The tilt of a device and its smoothing by a scalar Kalman filter, motion by motion.
///
/// The tilt is ``Attitude/elevation``, asin 2(*xz* - *wy*): independent of the heading and defined
/// at gimbal lock, where yaw and roll are not. The formula and the filter follow P. Dulac,
/// *Computing the iOS device tilt* (2013), whose second formula, asin 2(*wy* - *xz*), is the
/// negative.
///
/// A value type without a clock: equal motions produce equal values.
package struct TiltEstimator: Hashable, Sendable, Codable {
  /// The tilt at one instant.
  package struct Value: Hashable, Sendable {
    /// The time of the motion, in seconds.
    package var timestamp: Double
    /// The elevation of the device's *x* axis above the horizontal, in radians, -π/2 through π/2.
    package var tilt: Double
    /// ``tilt`` after the filter, in radians.
    package var filteredTilt: Double
    /// The gain of the filter at this motion.
    package var gain: Double
    /// The variance of ``filteredTilt``, in rad².
    package var variance: Double
  }

  /// The filter after the last motion.
  package private(set) var filter: ScalarKalmanFilter

  /// An estimator with a filter in its initial state.
  package init(filter: ScalarKalmanFilter = .tilt) { self.filter = filter }

  /// Takes the next motion.
  ///
  /// - Returns: `nil` for an attitude that is not finite.
  package mutating func update(_ motion: DeviceMotion) -> Value? {
    let tilt = motion.attitude.elevation
    guard tilt.isFinite, let filtered = filter.update(tilt) else { return nil }
    return Value(
      timestamp: motion.timestamp, tilt: tilt, filteredTilt: filtered, gain: filter.gain,
      variance: filter.variance)
  }
}
