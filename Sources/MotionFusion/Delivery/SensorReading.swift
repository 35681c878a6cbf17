/// One raw reading of a three-axis sensor, in the device frame.
public struct SensorReading: Hashable, Sendable {
  /// The time of the reading, in seconds.
  public var timestamp: Double
  /// The reading: acceleration in g with Core Motion's sign, gravity included; angular rate in
  /// rad/s, bias included; or magnetic field in µT, hard-iron offset included.
  public var value: Vector3<Double>

  /// A reading at a time in seconds.
  public init(timestamp: Double, value: Vector3<Double>) {
    self.timestamp = timestamp
    self.value = value
  }
}

/// The latest raw reading of each sensor.
struct SensorReadings: Sendable {
  private(set) var accelerometer: SensorReading?
  private(set) var gyroscope: SensorReading?
  private(set) var magnetometer: SensorReading?

  /// Takes the readings of a sample; those that are not finite are left out.
  mutating func update(_ sample: SensorSample) {
    guard sample.timestamp.isFinite else { return }
    func reading(_ value: Vector3<Double>?) -> SensorReading? {
      value.flatMap {
        $0.isFinite ? SensorReading(timestamp: sample.timestamp, value: $0) : nil
      }
    }
    accelerometer = reading(sample.acceleration) ?? accelerometer
    gyroscope = reading(sample.rotationRate) ?? gyroscope
    magnetometer = reading(sample.magneticField) ?? magnetometer
  }
}
