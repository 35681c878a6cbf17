internal import MotionFusion

extension TableFormat {
  /// The CSV export of the app phyphox: one table for each sensor, with units in the column names.
  ///
  /// The separator is a comma, semicolon or tab, the decimal mark a point or comma. Accelerations
  /// are in m/s² with Android's sign, +1 g face up at rest. This holds on both platforms unless the
  /// options say iOS. A table of acceleration without gravity alone is an error. In experiments
  /// that a user assembles from sensors, all columns have names like `X (m/s^2)`. Only the name of
  /// the file, such as `Linear Accelerometer.csv`, shows that gravity is excluded. Sources: the
  /// export sets in phyphox's own experiment files (`Time (s)`, `Acceleration x (m/s^2)`,
  /// `Gyroscope x (rad/s)`, `Magnetic field x (µT)`), S. Staacks et al., *Advanced tools for
  /// smartphone-based experiments: phyphox*, Physics Education 53(4):045009, 2018.
  static let phyphox: TableFormat = TableFormat(
    name: "phyphox",
    summary: "the export of the app phyphox: a table, or a folder or zip archive of tables",
    matches: { $1.isPresent(in: $0.header) || isLinearPhyphox($0) },
    refusal: { file in
      guard isLinearPhyphox(file), !phyphox.layout(file).isPresent(in: file.header) else {
        return nil
      }
      return "the accelerometer with gravity, the gyroscope or the magnetometer, got acceleration "
        + "without gravity, which does not determine the attitude"
    },
    tables: phyphoxTables,
    layout: { file in
      let accelerations =
        ["Acceleration @ (m/s^2)"] + (isLinearPhyphox(file) ? [] : ["# (m/s^2)"])
      return MotionTable(
        .column("Time (s)"),
        accelerations.map {
          .init(.acceleration, $0, scale: -1 / SensorSample.standardGravity)
        } + ["Gyroscope @ (rad/s)", "# (rad/s)"].map { .init(.rotationRate, $0) }
          + ["Magnetic field @ (µT)", "Magnetic Field @ (µT)", "# (µT)"].map {
            .init(.magneticField, $0)
          })
    })

  private static func isLinearPhyphox(_ file: FileContents) -> Bool {
    let fileName = file.name.split(separator: "/").last ?? ""
    return file.hasColumns(
      ["Time (s)"] + VectorColumns.names("Linear Acceleration @ (m/s^2)"))
      || fileName.lowercased().hasPrefix("linear")
        && file.hasColumns(["Time (s)"] + VectorColumns.names("# (m/s^2)"))
  }

  /// The tables of a folder with metadata about the device, or with tables of different sensors.
  private static func phyphoxTables(in folder: RecordingFolder) -> [String]? {
    func isPresent(_ path: String) -> Bool {
      // Tables of other sensors and of acceleration without gravity are left out.
      folder.table(path).map { phyphox.layout($0).isPresent(in: $0.header) } ?? true
    }
    let tables = folder.files(".csv")
    if folder.paths.contains("meta/device.csv") { return tables.filter(isPresent) }
    guard folder.paths.count > 1 else { return nil }
    var quantities: Set<MotionQuantity> = []
    // A file of another kind, or of the same sensor as another file, is not such an export. Tables
    // of sensors that are not read, such as the pressure, have the export's time.
    for path in folder.paths {
      guard path.hasSuffix(".csv"), let file = folder.table(path),
        file.header.first == "Time (s)"
      else { return nil }
      let found = phyphox.layout(file).groups.flatMap(\.sources)
        .filter { file.hasColumns($0.columns) }.map(\.quantity)
      guard quantities.isDisjoint(with: found) else { return nil }
      quantities.formUnion(found)
    }
    return quantities.isEmpty ? nil : tables.filter(isPresent)
  }

  /// The table of the iOS app SensorLog: Core Motion's numbers, with units in the column names.
  ///
  /// A row has each sensor's last reading with the sensor's time in seconds since the device
  /// started; an equal time is no new reading. Units and signs are Core Motion's: g, rad/s, µT.
  /// Sources: the header lists in public repositories of recordings made with the app
  /// (`loggingTime(txt)`, `accelerometerAccelerationX(G)`, `gyroRotationX(rad/s)`,
  /// `motionUserAccelerationX(G)`, `motionQuaternionW(R)`, ...), and Apple's documentation of
  /// `CMDeviceMotion`, whose properties have these names.
  static let sensorLog = TableFormat(
    name: "sensor-log", summary: "the table of the iOS app SensorLog",
    layout: { file in
      let quaternion = ["W", "X", "Y", "Z"].map { "motionQuaternion\($0)(R)" }
      var table = MotionTable(
        .init(
          .column("accelerometerTimestamp_sinceReboot(s)"),
          [.init(.acceleration, "accelerometerAcceleration#(G)")]),
        .init(
          .column("gyroTimestamp_sinceReboot(s)"), [.init(.rotationRate, "gyroRotation#(rad/s)")]),
        .init(
          .column("magnetometerTimestamp_sinceReboot(s)"),
          [.init(.magneticField, "magnetometer#(µT)")]),
        .init(
          .column("motionTimestamp_sinceReboot(s)"),
          [
            .init(.unbiasedRotationRate, "motionRotationRate#(rad/s)"),
            .init(.userAcceleration, "motionUserAcceleration#(G)"),
            .init(.gravity, "motionGravity#(G)"),
          ],
          attitude: file.header.contains(quaternion[0])
            ? .init(quaternion)
            : .init(["motionPitch(rad)", "motionRoll(rad)", "motionYaw(rad)"], .angles)))
      table.repeatsReadings = true
      return table
    })

  /// The export of the app Physics Toolbox Sensor Suite: short column names without units.
  ///
  /// `gFx` ... are the accelerometer in g, `wx` ... the gyroscope in rad/s, `Bx` ... the
  /// magnetometer in µT, `ax` ... the acceleration without gravity in m/s². The time is in seconds
  /// or a time of day; semicolons with decimal commas, U+2212 for minus and ∞ occur.
  ///
  /// The file does not state the accelerometer's sign. The default is Android's, +1 g face up at
  /// rest; Core Motion's is used when the options say so or the time has a date, which only the iOS
  /// app writes. If this sign means that the phone lies face down in most stationary intervals, the
  /// reader warns. Sources: headers and rows in public repositories of coursework and of readers
  /// for the app (`time,gFx,gFy,gFz,TgF`, `time;ax;ay;az;aT`,
  /// `time,gFx,gFy,gFz,wx,wy,wz,p,Bx,By,Bz,...`).
  static let physicsToolbox = TableFormat(
    name: "physics-toolbox",
    summary: "the export of the app Physics Toolbox Sensor Suite",
    layout: { file in
      var table = MotionTable(
        .column("time"),
        [
          .init(.acceleration, "gF@", scale: -1),
          .init(.rotationRate, "w@"), .init(.magneticField, "B@"),
        ])
      table.platform = hasDate(file) ? .iOS : nil
      table.unconfirmedSign = (
        "the file does not state the accelerometer's sign; it is read with that of "
          + (table.platform == .iOS ? "iOS" : "Android"), "choose the other platform"
      )
      return table
    })

  private static func hasDate(_ file: FileContents) -> Bool {
    guard let row = (try? TableReader(file))?.atNextRow, let time = row.column(named: "time")
    else { return false }
    return (ClockTime.seconds(row.text(at: time)) ?? 0) > 86_400
  }

  /// The accelerometer of the wristband Empatica E4, `ACC.csv`: no header and no times.
  ///
  /// The first row is the start in seconds since 1970, the second the rate in Hz, each once for
  /// every column; then readings in 1/64 g of specific force. Recordings of EmbracePlus in this
  /// form have fractions, in g, and `GYRO.csv` in deg/s. Source: Empatica's description in each
  /// export, `info.txt`, and its scripts for EmbracePlus.
  static let empatica = TableFormat(
    name: "empatica-e4",
    summary: "a sensor of the wristband Empatica E4, such as ACC.csv",
    headerless: { empaticaRows($0)?.0 },
    matches: { _, _ in false },
    refusal: {
      empaticaRows($0) == nil ? "a row of the start in seconds and one of the rate" : nil
    },
    layout: { file in
      let axes = ["x", "y", "z"]
      let rows = empaticaRows(file)
      let isCounts = axes.indices.allSatisfy { column in
        rows?.0.numbers(in: column, rows: 1000).allSatisfy { $0 == $0.rounded() } ?? false
      }
      return MotionTable(
        rows?.1 ?? .rows(perSecond: 1),
        [
          SensorEventCSV.quantity(inFileName: file.name) == .rotationRate
            ? .init(.rotationRate, axes, scale: .pi / 180)
            : .init(.acceleration, axes, scale: isCounts ? -1.0 / 64 : -1)
        ])
    })

  /// The table after its first two rows, and its clock.
  private static func empaticaRows(
    _ file: FileContents
  ) -> (TableReader, MotionTable.Clock)? {
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

  /// The fields of ROS' message `sensor_msgs/Imu` as `ros2 topic echo --csv` prints them, no
  /// header.
  ///
  /// Seconds, nanoseconds, frame, attitude *x*, *y*, *z*, *w*, and after each quantity its
  /// covariance of nine numbers; rates in rad/s, accelerations in m/s² of specific force. An
  /// attitude whose first covariance is -1, or all of whose covariance is 0, is not estimated.
  /// Source: the definition of the message.
  static let rosImu = TableFormat(
    name: "ros2-imu",
    summary: "sensor_msgs/Imu as ros2 topic echo --csv prints it",
    headerless: { file in
      let fields = file.header
      guard fields.count == rosColumns.count, Double(fields[2]) == nil,
        fields.enumerated().allSatisfy({ $0.offset == 2 || Double($0.element) != nil })
      else { return nil }
      return TableReader(headerless: file, columns: rosColumns, separator: UInt8(ascii: ","))
    },
    matches: { _, _ in false },
    layout: { file in
      let covariance = file.header.dropFirst(7).prefix(9)
      let hasAttitude = covariance.first != "-1" && covariance.contains { Double($0) != 0 }
      return MotionTable(
        .init(columns: [
          .init(name: "sec", unitsPerSecond: 1), .init(name: "nanosec", unitsPerSecond: 1e9),
        ]),
        [
          .init(.rotationRate, "w@"),
          .init(.acceleration, "a@", scale: -1 / SensorSample.standardGravity),
        ], attitude: hasAttitude ? .init(["qw", "qx", "qy", "qz"]) : nil)
    })

  private static let rosColumns =
    ["sec", "nanosec", "frame", "qx", "qy", "qz", "qw"] + (0..<9).map { "qc\($0)" }
    + ["wx", "wy", "wz"] + (0..<9).map { "wc\($0)" } + ["ax", "ay", "az"]
    + (0..<9).map { "ac\($0)" }
}
