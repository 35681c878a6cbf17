public import MotionFusion

/// Errors of simulated sensors: bias, noise, range and timing.
///
/// A bias is drawn once for each recording, noise once for each sample and axis; both are normal.
/// The defaults are typical of phones since 2015; the accelerometer's range of 2 g is the narrowest
/// that phones use.
public struct SensorModel: Hashable, Sendable {
  /// Samples per second. Default: 100 Hz.
  public var sampleRate = 100.0
  /// Standard deviation of a timestamp from its tick in seconds, limited to 0.4 ticks. The sample
  /// is measured at its timestamp. Default: 0.3 ms.
  public var timestampJitter = 0.000_3
  /// The share of samples that are lost. Default: 0.
  public var dropProbability = 0.0

  /// Standard deviation of the gyroscope's bias on each axis, in rad/s. Default: 0.01 rad/s.
  package var rotationRateBias = 0.01
  /// Standard deviation of the gyroscope's noise, in rad/s. Default: 0.002 rad/s.
  package var rotationRateNoise = 0.002
  /// The largest rate that the gyroscope reports, in rad/s. Default: 34.9 rad/s (2000 °/s).
  package var rotationRateRange = 34.9

  /// Standard deviation of the accelerometer's bias on each axis, in g. Default: 0.004 g.
  package var accelerationBias = 0.004
  /// Standard deviation of the accelerometer's noise, in g. Default: 0.002 g.
  package var accelerationNoise = 0.002
  /// The largest reading of an accelerometer axis, in g. Default: 2 g.
  public var accelerationRange = 2.0

  /// The Earth's magnetic field in the reference frame in µT, or `nil` for a phone without a
  /// magnetometer. Default: `nil`.
  public var magneticField: Vector3<Double>?
  /// Standard deviation of the magnetometer's noise, in µT. Default: 0.4 µT.
  package var magneticNoise = 0.4

  /// The default sensors.
  public init() {}

  /// Sensors without errors, at even times.
  public static let perfect: SensorModel = {
    var sensors = SensorModel()
    sensors.timestampJitter = 0
    sensors.rotationRateBias = 0
    sensors.rotationRateNoise = 0
    sensors.rotationRateRange = .infinity
    sensors.accelerationBias = 0
    sensors.accelerationNoise = 0
    sensors.accelerationRange = .infinity
    sensors.magneticNoise = 0
    return sensors
  }()
}
