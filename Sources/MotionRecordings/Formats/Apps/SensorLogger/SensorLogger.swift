internal import MotionFusion

/// The export of the app Sensor Logger: a folder or zip archive of tables, or one JSON file.
///
/// Each sensor has its own table and times.
///
/// The platform and its setting `standardisation` determine the unit and the sign of accelerations
/// (``SensorLoggerConvention``). `Metadata.csv` states them; the default is iOS.
/// `TotalAcceleration`, Android's, includes gravity. The phone's own attitude, whose heading is not
/// stated, becomes device motion and the reference of the raw samples. Source: the section *JSON*
/// of `README.md` in tszheichoi/awesome-sensor-logger, and the recording of an iPhone among the
/// public recordings.
struct SensorLogger: FolderFormat, FileFormat {
  let name = "sensor-logger"
  let summary = "the export of the app Sensor Logger: a folder, its zip archive, or JSON"

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
          "one table of Sensor Logger's export states neither its sensor nor its unit; "
            + "expected the folder or the zip archive of the export"))
    }
    do {
      return try read(try SensorLoggerJSON(file), name: file.name, options: options)
    } catch let error as RecordingError {
      throw error
    } catch {
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
    let convention = SensorLoggerConvention(
      platform: platform,
      isStandardised: metadata["standardisation"]?.lowercased() == "true")
    var warnings: [RecordingWarning] = []
    var streams = MotionStreams()
    func vectors(_ sensor: SensorLoggerSensor) throws -> [Timed<Vector3<Double>>]? {
      let scale = convention.scale(of: sensor)
      return try tables.readings(
        of: sensor.rawValue, columns: ["x", "y", "z"], options, &warnings
      )?.map {
        Timed(time: $0.time, value: Vector3($0.value[0], $0.value[1], $0.value[2]) * scale)
      }
    }
    func first(_ sensors: [SensorLoggerSensor]) throws -> [Timed<Vector3<Double>>] {
      for sensor in sensors {
        if let readings = try vectors(sensor) { return readings }
      }
      return []
    }
    streams[.acceleration] = try first(SensorLoggerSensor.accelerations)
    streams[.rotationRate] = try vectors(.gyroscopeUncalibrated) ?? []
    streams[.magneticField] = try first(SensorLoggerSensor.magneticFields)
    streams[.unbiasedRotationRate] = try vectors(.gyroscope) ?? []
    streams[.userAcceleration] = try vectors(.accelerometer) ?? []
    streams[.gravity] = try vectors(.gravity) ?? []
    let columns = ["qw", "qx", "qy", "qz"]
    // Until the phone knows its attitude, it writes zeros.
    var leading: (line: Int, count: Int)?
    for row in try tables.readings(of: "Orientation", columns: columns, options, &warnings) ?? [] {
      if streams.attitude.isEmpty, row.value.allSatisfy({ $0 == 0 }) {
        leading = (leading?.line ?? row.line, (leading?.count ?? 0) + 1)
        continue
      }
      let quaternion = Quaternion(
        x: row.value[1], y: row.value[2], z: row.value[3], w: row.value[0])
      guard let attitude = Attitude(nearlyOfLengthOne: quaternion) else {
        throw RecordingError(
          file: tables.displayName("Orientation"), line: row.line, column: columns[0],
          problem: .notARotation(length: quaternion.length))
      }
      streams.attitude.append(Timed(time: row.time, value: attitude))
    }
    if let leading {
      warnings.append(
        RecordingWarning(
          file: tables.displayName("Orientation"), line: leading.line, kind: .unknownAttitudes,
          count: leading.count))
    }
    var result = streams.recordings(format: self.name, name: name)
    guard !result.isEmpty else { throw RecordingError(file: name, problem: .noRows) }
    result.warnings = warnings
    return result
  }
}
