internal import MotionFusion

/// A trial of the Berlin Robust Orientation Estimation Assessment Dataset as CSV.
///
/// It has an IMU and the pose from optical motion capture, in a frame with *x* east and *z* up.
///
/// D. Laidig, M. Caruso, A. Cereatti, T. Seel, *BROAD — A benchmark for robust inertial orientation
/// estimation*, Data 6(7):72, 2021, doi:10.3390/data6070072. Rows are 1/285.714 s apart, and the
/// accelerometer measures specific force in m/s², the opposite of Core Motion's sign.
struct Broad: FileFormat {
  let name = "broad"
  let summary = "a trial of the BROAD data set, with its reference"

  private static let sampleRate = 2000.0 / 7

  func recognizes(_ file: FileContents) -> Bool {
    !file.hasColumns([SensorSampleCSV.time])
      && file.hasColumns(
        SensorSampleCSV.gyroscope + SensorSampleCSV.specificForce
          + ReferenceColumns.attitude(.unknown) + [SensorSampleCSV.movement])
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    var result = try SensorSampleCSV().read(
      file, options: options, rowsPerSecond: Self.sampleRate)
    (result.format, result.referenceHeading) = (name, .east)
    return result
  }
}

/// A recording of the MotionSense data set: Core Motion's device motion at 50 Hz, without times.
///
/// M. Malekzadeh, R. G. Clegg, A. Cavallaro, H. Haddadi, *Mobile sensor data anonymization*, IoTDI
/// 2019, and the data set's own description: attitude as angles in radians, gravity and user
/// acceleration in g with Core Motion's sign, rotation rate in rad/s, 50 rows per second.
struct MotionSense: MotionTableFormat {
  let name = "motion-sense"
  let summary = "a recording of the MotionSense data set"

  func layout(of file: FileContents, options: ReadingOptions) -> MotionTable {
    MotionTable(groups: [
      MotionTable.Group(
        .rows(perSecond: 50),
        [
          .init(.userAcceleration, VectorColumns.names("userAcceleration.", "")),
          .init(.unbiasedRotationRate, VectorColumns.names("rotationRate.", "")),
          .init(.gravity, VectorColumns.names("gravity.", "")),
        ], attitude: .angles(["attitude.pitch", "attitude.roll", "attitude.yaw"]))
    ])
  }
}

/// A sensor file (`imu*.csv`) of the Oxford Inertial Odometry Dataset, with or without a header.
///
/// Other recordings of the same iOS app are read too.
///
/// C. Chen et al., *OxIOD: The dataset for deep inertial odometry*, arXiv:1809.07491, 2018, and the
/// data set's description of the 16 columns: Core Motion's attitude in radians, rotation rate in
/// rad/s, gravity and user acceleration in g, magnetic field in µT. The unit of time is not
/// stated; the steps determine it. The heading of the attitude is arbitrary.
struct OxIOD: MotionTableFormat {
  let name = "oxiod"
  let summary = "a sensor file of the Oxford Inertial Odometry Dataset"

  private static let attitude = ["pitch", "roll", "yaw"].map { "attitude_\($0)(radians)" }
  private static let rotationRate = VectorColumns.names("rotation_rate_", "(radians/s)")
  private static let gravity = VectorColumns.names("gravity_", "(G)")
  private static let userAcceleration = VectorColumns.names("user_acc_", "(G)")
  private static let magneticField = VectorColumns.names("magnetic_field_", "(microteslas)")
  /// The order in files without a header.
  private static let columns =
    ["Time", "attitude_roll(radians)", "attitude_pitch(radians)", "attitude_yaw(radians)"]
    + rotationRate + gravity + userAcceleration + magneticField

  func layout(of file: FileContents, options: ReadingOptions) -> MotionTable {
    MotionTable(groups: [
      MotionTable.Group(
        .column(file.header.contains("timestamp(unix)") ? "timestamp(unix)" : "Time"),
        [
          .init(.userAcceleration, Self.userAcceleration),
          .init(.unbiasedRotationRate, Self.rotationRate),
          .init(.gravity, Self.gravity), .init(.magneticField, Self.magneticField),
        ], attitude: .angles(Self.attitude))
    ])
  }

  func recognizes(_ file: FileContents) -> Bool {
    layout(of: file, options: ReadingOptions()).isPresent(in: file.header)
      || file.isHeaderless(columns: Self.columns.count, separator: UInt8(ascii: ","))
  }

  func streams(_ file: FileContents) -> Bool { false }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    let table =
      file.isHeaderless(columns: Self.columns.count, separator: UInt8(ascii: ","))
      ? TableReader(headerless: file, columns: Self.columns, separator: UInt8(ascii: ","))
      : try TableReader(file)
    var layout = layout(of: file, options: options)
    if let time = layout.groups[0].clock.column, let column = table.column(named: time) {
      let units = try table.unitsPerSecond(ofTimes: table.numbers(in: column, rows: 1000))
      layout.groups[0].clock = .column(time, unitsPerSecond: units)
    }
    return try layout.recordings(in: table, format: name, options: options)
  }
}

/// Letters written in the air with a phone, one user for each file.
///
/// A recording has Core Motion's attitude as angles, rotation rate and user acceleration, from the
/// press of a button to its release. The user is the file's name.
struct AirLetters: FileFormat {
  let name = "air-letters"
  let summary = "letters in the air, one user for each file"

  private static let angles = ["pitch_rad", "roll_rad", "yaw_rad"]

  func recognizes(_ file: FileContents) -> Bool {
    file.hasColumns(
      ["letter", DeviceMotionCSV.time] + Self.angles + DeviceMotionCSV.userAcceleration)
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    var result = try DeviceMotionCSV().read(
      file, options: options, angles: Self.angles, label: "letter", user: file.baseName)
    result.format = name
    return result
  }
}
