internal import MotionFusion

/// The table of the iOS app SensorLog: Core Motion's numbers, with units in the column names.
///
/// A row has each sensor's last reading with the sensor's time in seconds since the device started;
/// an equal time is no new reading. Units and signs are Core Motion's: g, rad/s, µT. Sources: the
/// header lists in public repositories of recordings made with the app (`loggingTime(txt)`,
/// `accelerometerAccelerationX(G)`, `gyroRotationX(rad/s)`, `motionUserAccelerationX(G)`,
/// `motionQuaternionW(R)`, ...), and Apple's documentation of `CMDeviceMotion`, whose properties
/// have these names.
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

/// The export of the app Physics Toolbox Sensor Suite: short column names without units.
///
/// `gFx` ... are the accelerometer in g, `wx` ... the gyroscope in rad/s, `Bx` ... the magnetometer
/// in µT, `ax` ... the acceleration without gravity in m/s². The time is in seconds or a time of
/// day; semicolons with decimal commas, U+2212 for minus and ∞ occur.
///
/// The file does not state the accelerometer's sign. The default is Android's, +1 g face up at
/// rest; Core Motion's is used when the options say so or the time has a date, which only the iOS
/// app writes. If this sign means that the phone lies face down in most stationary intervals, the
/// reader warns. Sources: headers and rows in public repositories of coursework and of readers for
/// the app (`time,gFx,gFy,gFz,TgF`, `time;ax;ay;az;aT`,
/// `time,gFx,gFy,gFz,wx,wy,wz,p,Bx,By,Bz,...`).
struct PhysicsToolbox: MotionTableFormat {
  let name = "physics-toolbox"
  let summary = "the export of the app Physics Toolbox Sensor Suite"

  func layout(of file: FileContents, options: ReadingOptions) -> MotionTable {
    let isApple = options.platform.map { $0 == .iOS } ?? hasDate(file)
    let sign: Double = isApple ? 1 : -1
    return MotionTable(groups: [
      MotionTable.Group(
        .column("time"),
        [
          .init(.acceleration, ["gFx", "gFy", "gFz"], scale: sign),
          .init(.rotationRate, ["wx", "wy", "wz"]),
          .init(.magneticField, ["Bx", "By", "Bz"]),
        ])
    ])
  }

  /// The check of the sign needs all samples.
  func streams(_ file: FileContents) -> Bool { false }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    let table = try TableReader(file)
    var result = try layout(of: file, options: options).recordings(
      in: table, format: name, options: options)
    guard options.platform == nil else { return result }
    var face = FaceCheck()
    for sample in result.sensorSamples.flatMap(\.samples) {
      face.add(sample.acceleration, at: sample.timestamp)
    }
    result.warnings += face.warnings(
      about: file.name,
      sign: "the file does not state the accelerometer's sign; it is read with that of "
        + (hasDate(file) ? "iOS" : "Android"), choice: "choose the other platform")
    return result
  }

  private func hasDate(_ file: FileContents) -> Bool {
    guard var table = try? TableReader(file),
      let time = table.column(named: "time"), (try? table.next()) == true
    else { return false }
    return (ClockTime.seconds(table.text(at: time)) ?? 0) > 86_400
  }
}
