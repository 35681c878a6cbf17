internal import MotionFusion

/// The accelerometer of the wristband Empatica E4, `ACC.csv`: no header and no times.
///
/// The first row is the start in seconds since 1970, the second the rate in Hz, each once for every
/// column; then readings in 1/64 g of specific force. Recordings of EmbracePlus in this form have
/// fractions, in g, and `GYRO.csv` in deg/s. Source: Empatica's description in each export,
/// `info.txt`, and its scripts for EmbracePlus.
struct Empatica: FileFormat {
  let name = "empatica-e4"
  let summary = "a sensor of the wristband Empatica E4, such as ACC.csv"

  /// The readings that are 1 g.
  private static let countsPerG = 64.0

  /// The table after its first two rows, and its clock.
  private func table(in file: FileContents) -> (TableReader, MotionTable.Clock)? {
    guard file.header.count == 3, Set(file.header).count == 1,
      let start = file.header.first.flatMap(Double.init), (1e9...3e9).contains(start)
    else { return nil }
    var table = TableReader(
      headerless: file, columns: ["x", "y", "z"], separator: UInt8(ascii: ","))
    guard (try? table.next()) == true, (try? table.next()) == true,
      let rate = try? table.number(at: 0), rate > 0, (try? table.number(at: 1)) == rate,
      (try? table.number(at: 2)) == rate
    else { return nil }
    return (table, .rows(perSecond: rate, start: start))
  }

  func recognizes(_ file: FileContents) -> Bool { table(in: file) != nil }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    guard let (table, clock) = table(in: file) else {
      throw RecordingError(
        file: file.name, line: 1,
        problem: .malformed("expected a row of the start in seconds and one of the rate"))
    }
    let axes = ["x", "y", "z"]
    let isCounts = axes.indices.allSatisfy { column in
      table.numbers(in: column, rows: 1000).allSatisfy { $0 == $0.rounded() }
    }
    let isGyroscope = SensorEventCSV.quantity(inFileName: file.name) == .rotationRate
    let readings =
      isGyroscope
      ? MotionTable.Source(.rotationRate, axes, scale: .pi / 180)
      : MotionTable.Source(.acceleration, axes, scale: isCounts ? -1 / Self.countsPerG : -1)
    return try MotionTable(groups: [MotionTable.Group(clock, [readings])]).recordings(
      in: table, format: name, options: options)
  }
}

/// The fields of ROS' message `sensor_msgs/Imu` as `ros2 topic echo --csv` prints them, no header.
///
/// Seconds, nanoseconds, frame, attitude *x*, *y*, *z*, *w*, and after each quantity its covariance
/// of nine numbers; rates in rad/s, accelerations in m/s² of specific force. An attitude whose first
/// covariance is -1, or all of whose covariance is 0, is not estimated. Source: the definition of the
/// message.
struct RosImu: FileFormat {
  let name = "ros2-imu"
  let summary = "sensor_msgs/Imu as ros2 topic echo --csv prints it"

  private static let columns =
    ["sec", "nanosec", "frame", "qx", "qy", "qz", "qw"] + (0..<9).map { "qc\($0)" }
    + ["wx", "wy", "wz"] + (0..<9).map { "wc\($0)" } + ["ax", "ay", "az"]
    + (0..<9).map { "ac\($0)" }

  func recognizes(_ file: FileContents) -> Bool {
    let fields = file.header
    guard fields.count == Self.columns.count, Double(fields[2]) == nil else { return false }
    return fields.enumerated().allSatisfy { $0.offset == 2 || Double($0.element) != nil }
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    let table = TableReader(
      headerless: file, columns: Self.columns, separator: UInt8(ascii: ","))
    let hasAttitude =
      file.header[7] != "-1" && file.header[7..<16].contains { Double($0) != 0 }
    let group = MotionTable.Group(
      .sum([("sec", 1), ("nanosec", 1e9)]),
      [
        .init(.rotationRate, ["wx", "wy", "wz"]),
        .init(.acceleration, ["ax", "ay", "az"], scale: -1 / SensorSample.standardGravity),
      ], attitude: hasAttitude ? .quaternion(["qw", "qx", "qy", "qz"]) : nil)
    return try MotionTable(groups: [group]).recordings(in: table, format: name, options: options)
  }
}

/// Attitude and free acceleration of the sensor Movella DOT, as device motion.
///
/// `SampleTimeFine` counts microseconds, or 0.1 ms in exports of MT Manager; up to 120 Hz the step
/// shows which. The attitude is a quaternion, or Euler angles in degrees
/// of *R* = *Rz*(`Euler_Z`) *Ry*(`Euler_Y`) *Rx*(`Euler_X`), from sensor to east, north and up.
/// `FreeAcc` is the acceleration without gravity in that frame, in m/s². Rates in deg/s are used if
/// present; otherwise they are computed from successive attitudes. Source: *Movella DOT User
/// Manual*, Movella Technologies.
struct MovellaDOT: FileFormat {
  let name = "movella-dot"
  let summary = "attitude and free acceleration of the sensor Movella DOT"

  private static let time = "SampleTimeFine"
  private static let axes = ["X", "Y", "Z"]
  private static let freeAcceleration = VectorColumns.names("FreeAcc_", "", axes: axes)
  private static let angles = VectorColumns.names("Euler_", "", axes: axes)
  private static let quaternion = ["Quat_W", "Quat_X", "Quat_Y", "Quat_Z"]
  private static let rates = VectorColumns.names("Gyr_", "", axes: axes)

  func recognizes(_ file: FileContents) -> Bool {
    file.hasColumns([Self.time] + Self.freeAcceleration)
      && (file.hasColumns(Self.angles) || file.hasColumns(Self.quaternion))
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    var table = try TableReader(file)
    let time = try table.columns([Self.time])[0]
    let freeAcceleration = try VectorColumns(Self.freeAcceleration, in: table)
    let quaternion = file.hasColumns(Self.quaternion) ? try table.columns(Self.quaternion) : nil
    let angles = try quaternion == nil ? VectorColumns(Self.angles, in: table) : nil
    let rates = try VectorColumns.optional(Self.rates, in: table)
    let degree = Double.pi / 180
    let times = table.numbers(in: time, rows: 1000)
    let step = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.median
    let unitsPerSecond = step.map { $0 < 1e6 / 130 } ?? false ? 1e4 : 1e6
    var counter = WrappingClock(unitsPerSecond: unitsPerSecond)
    var last: (time: Double, attitude: Quaternion<Double>)?
    var samples = SampleCollector<DeviceMotion>(
      file: file.name, options: options, timeColumn: Self.time)
    try table.forEachRow { (row) throws(RecordingError) in
      let seconds = counter.seconds(
        try row.value(at: time, options) / unitsPerSecond, isStreamed: true)
      let attitude: Quaternion<Double>
      if let quaternion {
        attitude = try row.attitude(at: quaternion, options).quaternion
      } else if let angles {
        let turn = try row.vector(at: angles, options) * degree
        attitude =
          Quaternion(rotationVector: Vector3(0, 0, turn.z))
          * Quaternion(rotationVector: Vector3(0, turn.y, 0))
          * Quaternion(rotationVector: Vector3(turn.x, 0, 0))
      } else {
        return
      }
      var rate = Vector3<Double>.zero
      if let rates {
        rate = try row.vector(at: rates, options) * degree
      } else if let last, seconds > last.time {
        rate = (last.attitude.conjugate * attitude).rotationVector / (seconds - last.time)
      }
      last = (seconds, attitude)
      let acceleration = attitude.conjugate.act(try row.vector(at: freeAcceleration, options))
      // Core Motion's sign is the opposite of the acceleration's.
      let motion = DeviceMotion(
        timestamp: seconds, attitude: Attitude(quaternion: attitude), rotationRate: rate,
        userAcceleration: acceleration * (-1 / SensorSample.standardGravity))
      try samples.add(motion.isFinite ? motion : nil, time: seconds, line: row.line)
    }
    var result = Recordings(format: name)
    (result.deviceMotion, result.warnings) = samples.finish(incompleteRows: table.incompleteRows)
    return result
  }
}
