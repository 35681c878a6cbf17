/// The units and signs of Sensor Logger's accelerations, in its exports and its pushed messages.
///
/// On iOS `AccelerometerUncalibrated` is in g with Core Motion's sign, the other accelerations in
/// m/s² with that sign. On Android, and on iOS with the setting *Standardise Units & Frames*, all
/// accelerations are in m/s² with the opposite sign. Source: the app's `UNITS.md`,
/// `COORDINATES.md` and `CROSSPLATFORM.md` in tszheichoi/awesome-sensor-logger.
package struct SensorLoggerConvention: Hashable, Sendable {
  /// Whether accelerations have Core Motion's signs, and the uncalibrated one is in g.
  package var hasAppleSigns: Bool

  /// The convention of accelerations with or without Core Motion's signs.
  package init(hasAppleSigns: Bool) { self.hasAppleSigns = hasAppleSigns }

  /// The convention of a platform; `isStandardised` is the app's setting.
  package init(platform: ReadingOptions.Platform, isStandardised: Bool = false) {
    hasAppleSigns = platform == .iOS && !isStandardised
  }

  /// The factor from a sensor's unit and sign to g, rad/s or µT with Core Motion's sign.
  package func scale(of sensor: SensorLoggerSensor) -> Double {
    switch sensor {
    case .accelerometerUncalibrated where hasAppleSigns: 1
    case .accelerometerUncalibrated, .totalAcceleration, .accelerometer, .gravity:
      (hasAppleSigns ? ReadingOptions.Platform.iOS : .android).accelerationScale
    case .gyroscopeUncalibrated, .gyroscope, .magnetometerUncalibrated, .magnetometer: 1
    }
  }
}
