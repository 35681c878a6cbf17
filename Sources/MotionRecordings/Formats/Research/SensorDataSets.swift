internal import MotionFusion

extension TableFormat {
  /// A trial of the Berlin Robust Orientation Estimation Assessment Dataset as CSV.
  ///
  /// It has an IMU and the pose from optical motion capture, in a frame with *x* east and *z* up.
  ///
  /// D. Laidig, M. Caruso, A. Cereatti, T. Seel, *BROAD — A benchmark for robust inertial
  /// orientation estimation*, Data 6(7):72, 2021, doi:10.3390/data6070072. Rows are 1/285.714 s
  /// apart, and the accelerometer measures specific force in m/s², the opposite of Core Motion's
  /// sign.
  static let broad = TableFormat(
    name: "broad", summary: "a trial of the BROAD data set, with its reference",
    matches: { file, _ in
      !file.hasColumns([SensorSampleCSV.time])
        && file.hasColumns(
          SensorSampleCSV.gyroscope + SensorSampleCSV.specificForce
            + ReferenceColumns.attitude(.unknown) + [SensorSampleCSV.movement])
    },
    layout: { file in
      var table = SensorSampleCSV.layout(file.header, clock: .rows(perSecond: 2000.0 / 7))
      table.samples?.referenceHeading = .east
      return table
    })

  /// A recording of the MotionSense data set: Core Motion's device motion at 50 Hz, without times.
  ///
  /// M. Malekzadeh, R. G. Clegg, A. Cavallaro, H. Haddadi, *Mobile sensor data anonymization*,
  /// IoTDI 2019, and the data set's own description: attitude as angles in radians, gravity and
  /// user acceleration in g with Core Motion's sign, rotation rate in rad/s, 50 rows per second.
  static let motionSense = TableFormat(
    name: "motion-sense", summary: "a recording of the MotionSense data set",
    layout: { _ in
      MotionTable(
        .rows(perSecond: 50),
        [
          .init(.userAcceleration, "userAcceleration.@"),
          .init(.unbiasedRotationRate, "rotationRate.@"), .init(.gravity, "gravity.@"),
        ], attitude: .init(["attitude.pitch", "attitude.roll", "attitude.yaw"], .angles))
    })

  /// A sensor file (`imu*.csv`) of the Oxford Inertial Odometry Dataset, with or without a header.
  ///
  /// Other recordings of the same iOS app are read too.
  ///
  /// C. Chen et al., *OxIOD: The dataset for deep inertial odometry*, arXiv:1809.07491, 2018, and
  /// the data set's description of the 16 columns: Core Motion's attitude in radians, rotation rate
  /// in rad/s, gravity and user acceleration in g, magnetic field in µT. The unit of time is not
  /// stated; the steps determine it. The heading of the attitude is arbitrary.
  static let oxIOD = TableFormat(
    name: "oxiod", summary: "a sensor file of the Oxford Inertial Odometry Dataset",
    headerless: { file in
      let columns =
        ["Time"] + ["roll", "pitch", "yaw"].map { "attitude_\($0)(radians)" }
        + [
          "rotation_rate_@(radians/s)", "gravity_@(G)", "user_acc_@(G)",
          "magnetic_field_@(microteslas)",
        ]
        .flatMap { VectorColumns.names($0) }
      return file.headerless(columns, separator: UInt8(ascii: ","))
    },
    layout: { file in
      MotionTable(
        .column(
          file.header.contains("timestamp(unix)") ? "timestamp(unix)" : "Time",
          unitsPerSecond: nil),
        [
          .init(.userAcceleration, "user_acc_@(G)"),
          .init(.unbiasedRotationRate, "rotation_rate_@(radians/s)"),
          .init(.gravity, "gravity_@(G)"),
          .init(.magneticField, "magnetic_field_@(microteslas)"),
        ], attitude: .init(["pitch", "roll", "yaw"].map { "attitude_\($0)(radians)" }, .angles))
    })

  /// Letters written in the air with a phone, one user for each file.
  ///
  /// A recording has Core Motion's attitude as angles, rotation rate and user acceleration, from
  /// the press of a button to its release. The user is the file's name.
  static let airLetters = TableFormat(
    name: "air-letters", summary: "letters in the air, one user for each file",
    matches: { file, _ in
      file.hasColumns(
        ["letter", DeviceMotionCSV.time] + airAngles + DeviceMotionCSV.userAcceleration)
    },
    layout: { file in
      DeviceMotionCSV.layout(
        .init(airAngles, .angles), SampleRows(label: "letter", user: file.baseName))
    })

  private static let airAngles = ["pitch_rad", "roll_rad", "yaw_rad"]
}
