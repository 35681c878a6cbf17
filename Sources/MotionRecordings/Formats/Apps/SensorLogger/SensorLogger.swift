internal import MotionFusion

/// What the app Sensor Logger exports: a folder with a table a sensor, the zip archive of one, or
/// one file of JSON; each sensor with its own clock ticks.
///
/// On iOS `AccelerometerUncalibrated` is in g with Core Motion's sign, the other accelerations in
/// m/s² with that sign. On Android, and on iOS with the setting that the metadata call
/// `standardisation`, all accelerations are in m/s² with the opposite sign. `Metadata.csv` says
/// which; where nothing does, iOS is assumed. `TotalAcceleration`, Android's, has gravity in it.
/// What the phone itself made of its sensors becomes device motion, and the reference beside the
/// raw samples. Source: the app's documentation, `UNITS.md`, `COORDINATES.md`, `CROSSPLATFORM.md`
/// and the section *JSON* of `README.md` in tszheichoi/awesome-sensor-logger, and the recording
/// of an iPhone among the public recordings.
struct SensorLogger: FolderFormat, FileFormat {
  let name = "sensor-logger"
  let summary = "what the app Sensor Logger exports: a folder, its zip archive, or JSON"

  static let elapsed = "seconds_elapsed"
  static let metadata = "Metadata"

  func recognizes(_ folder: RecordingFolder) -> Bool {
    let files = Set(folder.paths)
    return files.contains("AccelerometerUncalibrated.csv")
      || files.isSuperset(of: ["Accelerometer.csv", "Gravity.csv"])
      || files.contains(Self.metadata + ".csv")
        && !files.isDisjoint(with: ["Accelerometer.csv", "TotalAcceleration.csv", "Gyroscope.csv"])
  }

  func read(_ folder: RecordingFolder, options: ReadingOptions) throws -> Recordings {
    try read(SensorLoggerFolder(folder: folder), name: folder.name, options: options)
  }

  func recognizes(_ file: FileContents) -> Bool {
    SensorLoggerJSON.recognizes(file) || file.hasColumns(["time", Self.elapsed])
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    guard SensorLoggerJSON.recognizes(file) else {
      throw RecordingError(
        file: file.name,
        problem: .malformed(
          "this is one table of Sensor Logger's export, and says neither its sensor nor its unit; "
            + "expected the folder or the zip archive that it comes from"))
    }
    do {
      return try read(try SensorLoggerJSON(file), name: file.name, options: options)
    } catch let error as RecordingError {
      throw error
    } catch {
      // Nothing but the text at hand is read.
      throw RecordingError(file: file.name, problem: .malformed("\(error)"))
    }
  }

  private func read(
    _ tables: some SensorLoggerTables, name: String, options: ReadingOptions
  ) throws -> Recordings {
    let metadata = try tables.metadata()
    let platform =
      options.platform ?? metadata["platform"].flatMap {
        ReadingOptions.Platform(rawValue: $0.lowercased())
      } ?? .iOS
    let isStandardised = metadata["standardisation"]?.lowercased() == "true"
    let hasAppleSigns = platform == .iOS && !isStandardised
    let scale = (hasAppleSigns ? 1 : -1) / SensorSample.standardGravity
    var warnings: [RecordingWarning] = []
    var streams = MotionStreams()
    func vectors(_ sensor: String, scale: Double = 1) throws -> [Timed<Vector3<Double>>]? {
      try tables.readings(of: sensor, columns: ["x", "y", "z"], options, &warnings)?.map {
        Timed(time: $0.time, value: Vector3($0.value[0], $0.value[1], $0.value[2]) * scale)
      }
    }
    streams[.acceleration] =
      try vectors("AccelerometerUncalibrated", scale: hasAppleSigns ? 1 : scale)
      ?? vectors("TotalAcceleration", scale: scale) ?? []
    streams[.rotationRate] = try vectors("GyroscopeUncalibrated") ?? []
    streams[.magneticField] =
      try vectors("MagnetometerUncalibrated") ?? vectors("Magnetometer") ?? []
    streams[.unbiasedRotationRate] = try vectors("Gyroscope") ?? []
    streams[.userAcceleration] = try vectors("Accelerometer", scale: scale) ?? []
    streams[.gravity] = try vectors("Gravity", scale: scale) ?? []
    let columns = ["qw", "qx", "qy", "qz"]
    for row in try tables.readings(of: "Orientation", columns: columns, options, &warnings) ?? [] {
      let quaternion = Quaternion(
        x: row.value[1], y: row.value[2], z: row.value[3], w: row.value[0])
      guard let attitude = Attitude(nearlyOfLengthOne: quaternion) else {
        throw RecordingError(
          file: tables.displayName("Orientation"), line: row.line, column: columns[0],
          problem: .notARotation(length: quaternion.length))
      }
      streams.attitude.append(Timed(time: row.time, value: attitude))
    }
    var result = streams.recordings(format: self.name, name: name)
    guard !result.isEmpty else { throw RecordingError(file: name, problem: .noRows) }
    result.warnings = warnings
    return result
  }
}

/// The tables of an export, whatever holds them.
protocol SensorLoggerTables {
  /// What the export says of itself, by the names of the columns.
  func metadata() throws -> [String: String]

  /// The finite numbers in `columns` over time, or `nil` when there is no table of this sensor.
  func readings(
    of sensor: String, columns: [String], _ options: ReadingOptions,
    _ warnings: inout [RecordingWarning]
  ) throws -> [SensorLoggerReading]?

  /// How messages call the table of `sensor`.
  func displayName(_ sensor: String) -> String
}

/// One row of a table.
struct SensorLoggerReading {
  /// In seconds since the recording's start.
  var time: Double
  var value: [Double]
  var line: Int
}
