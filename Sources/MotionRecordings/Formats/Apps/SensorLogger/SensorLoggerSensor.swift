/// A sensor of the app Sensor Logger, named as its table.
package enum SensorLoggerSensor: String, CaseIterable, Sendable {
  case accelerometerUncalibrated = "AccelerometerUncalibrated"
  case totalAcceleration = "TotalAcceleration"
  /// The user acceleration, without gravity.
  case accelerometer = "Accelerometer"
  case gravity = "Gravity"
  case gyroscopeUncalibrated = "GyroscopeUncalibrated"
  case gyroscope = "Gyroscope"
  case magnetometerUncalibrated = "MagnetometerUncalibrated"
  case magnetometer = "Magnetometer"

  /// The sources of the acceleration with gravity; the first recorded one is used.
  package static let accelerations: [Self] = [.accelerometerUncalibrated, .totalAcceleration]
  /// The sources of the angular rate; the first recorded one is used.
  package static let rotationRates: [Self] = [.gyroscopeUncalibrated, .gyroscope]
  /// The sources of the magnetic field; the first recorded one is used.
  package static let magneticFields: [Self] = [.magnetometerUncalibrated, .magnetometer]

  private static let pushed = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })

  /// The sensor of a pushed reading, whose name is in lower case.
  package init?(pushedName name: String) {
    guard let sensor = Self.pushed[name] ?? Self.pushed[name.lowercased()] else { return nil }
    self = sensor
  }
}
