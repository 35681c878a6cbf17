internal import MotionFusion

/// The table of the iOS app SensorLog: Core Motion's numbers, with units in the column names.
///
/// A row has each sensor's last reading with the sensor's time in seconds since the device started;
/// an equal time is no new reading. Units and signs are Core Motion's: g, rad/s, µT. Sources: the
/// header lists in public repositories of recordings made with the app (`loggingTime(txt)`,
/// `accelerometerAccelerationX(G)`, `gyroRotationX(rad/s)`, `motionUserAccelerationX(G)`,
/// `motionQuaternionW(R)`, ...), and Apple's documentation of `CMDeviceMotion`, whose properties
/// the names are.
struct SensorLog: MotionTableFormat {
  let name = "sensor-log"
  let summary = "the table of the iOS app SensorLog"

  private static func axes(_ prefix: String, _ unit: String) -> [String] {
    VectorColumns.names(prefix, "(\(unit))", axes: ["X", "Y", "Z"])
  }

  private static let motionClock = "motionTimestamp_sinceReboot(s)"

  func layout(of file: FileContents, options: ReadingOptions) -> MotionTable {
    typealias Group = MotionTable.Group
    let attitude =
      file.header.contains("motionQuaternionW(R)")
      ? MotionTable.AttitudeColumns.quaternion(
        ["W", "X", "Y", "Z"].map { "motionQuaternion\($0)(R)" })
      : .angles(["motionPitch(rad)", "motionRoll(rad)", "motionYaw(rad)"])
    return MotionTable(
      groups: [
        Group(
          .column("accelerometerTimestamp_sinceReboot(s)"),
          [.init(.acceleration, Self.axes("accelerometerAcceleration", "G"))]),
        Group(
          .column("gyroTimestamp_sinceReboot(s)"),
          [.init(.rotationRate, Self.axes("gyroRotation", "rad/s"))]),
        Group(
          .column("magnetometerTimestamp_sinceReboot(s)"),
          [.init(.magneticField, Self.axes("magnetometer", "µT"))]),
        Group(
          .column(Self.motionClock),
          [
            .init(.unbiasedRotationRate, Self.axes("motionRotationRate", "rad/s")),
            .init(.userAcceleration, Self.axes("motionUserAcceleration", "G")),
            .init(.gravity, Self.axes("motionGravity", "G")),
          ], attitude: attitude),
      ], repeatsReadings: true)
  }
}
