internal import MotionFusion

/// A sensor file (`imu*.csv`) of the Oxford Inertial Odometry Dataset, with or without a header.
///
/// Other recordings of the same iOS app are read too.
///
/// C. Chen et al., *OxIOD: The dataset for deep inertial odometry*, arXiv:1809.07491, 2018, and the
/// data set's description of the 16 columns: Core Motion's attitude in radians, rotation rate in
/// rad/s, gravity and user acceleration in g, magnetic field in µT. The unit of time is not
/// stated; ``TimeUnit`` determines it. The heading of the attitude is arbitrary.
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
    let time = file.header.contains("timestamp(unix)") ? "timestamp(unix)" : "Time"
    return MotionTable(groups: [
      MotionTable.Group(
        .columnOfUnknownUnit(time),
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
    return try layout(of: file, options: options).recordings(
      in: table, format: name, options: options)
  }
}
