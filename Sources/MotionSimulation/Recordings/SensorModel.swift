public import MotionFusion

/// What a phone's sensors make of the truth: bias, noise, limits and uneven timing.
///
/// A bias is drawn once a recording, noise once a sample and axis; both are normal. The figures
/// are those of the phones of the last ten years, but for the accelerometer's range, which is
/// the narrow one of the older.
public struct SensorModel: Hashable, Sendable {
  /// Samples a second. Default: 100 Hz.
  public var sampleRate = 100.0
  /// Standard deviation of a timestamp's distance to its tick, in seconds; at most 0.4 ticks
  /// are taken. The sample is measured at the instant that its timestamp tells. Default: 0.3 ms.
  public var timestampJitter = 0.000_3
  /// The share of samples that never arrive. Default: 0.
  public var dropProbability = 0.0

  /// Standard deviation of the gyroscope's bias, each axis, in rad/s. Default: 0.01 rad/s.
  public var rotationRateBias = 0.01
  /// Standard deviation of the gyroscope's noise, in rad/s. Default: 0.002 rad/s.
  public var rotationRateNoise = 0.002
  /// The largest rate that the gyroscope reports, in rad/s. Default: 34.9 rad/s, 2000 °/s.
  public var rotationRateRange = 34.9

  /// Standard deviation of the accelerometer's bias, each axis, in g. Default: 0.004 g.
  public var accelerationBias = 0.004
  /// Standard deviation of the accelerometer's noise, in g. Default: 0.002 g.
  public var accelerationNoise = 0.002
  /// The largest value of an axis that the accelerometer reports, in g: beyond it, it saturates.
  /// Default: 2 g.
  public var accelerationRange = 2.0

  /// The earth's magnetic field in the reference frame, in µT, or `nil` for a phone without a
  /// magnetometer. Default: `nil`.
  public var magneticField: Vector3<Double>?
  /// Standard deviation of the magnetometer's noise, in µT. Default: 0.4 µT.
  public var magneticNoise = 0.4

  /// The default sensors.
  public init() {}

  /// Sensors without any error: what they report is the truth, at even times.
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
