/// The tilt of a device and its smoothing by a scalar Kalman filter, motion by motion.
///
/// The tilt is ``Attitude/elevation``, asin 2(*xz* - *wy*): independent of the heading and defined
/// at gimbal lock, where yaw and roll are not. Formula and filter are those of P. Dulac, *Computing
/// the iOS device tilt* (2013), whose second formula, asin 2(*wy* - *xz*), is the negative.
///
/// A value type without a clock: the same motions give the same values.
public struct TiltEstimator: Hashable, Sendable, Codable {
  /// The tilt at one instant.
  public struct Value: Hashable, Sendable {
    /// The time of the motion, in seconds.
    public var timestamp: Double
    /// The elevation of the device's *x* axis above the horizontal, in radians, -π/2 through π/2.
    public var tilt: Double
    /// ``tilt`` after the filter, in radians.
    public var filteredTilt: Double
    /// The gain of the filter at this motion.
    public var gain: Double
    /// The variance of ``filteredTilt``, in rad².
    public var variance: Double
  }

  /// The filter after the last motion.
  public private(set) var filter: ScalarKalmanFilter

  /// An estimator with a filter in its initial state.
  public init(filter: ScalarKalmanFilter = .tilt) { self.filter = filter }

  /// Takes the next motion.
  ///
  /// - Returns: `nil` for an attitude that is not finite.
  public mutating func update(_ motion: DeviceMotion) -> Value? {
    let tilt = motion.attitude.elevation
    guard tilt.isFinite, let filtered = filter.update(tilt) else { return nil }
    return Value(
      timestamp: motion.timestamp, tilt: tilt, filteredTilt: filtered, gain: filter.gain,
      variance: filter.variance)
  }
}
