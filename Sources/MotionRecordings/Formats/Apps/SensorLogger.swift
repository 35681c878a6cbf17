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
    let tables = ["Accelerometer.csv", "Gyroscope.csv"]
    let own =
      files.isSuperset(of: tables)
      && tables.allSatisfy { folder.table($0)?.hasColumns(["time", Self.elapsed]) ?? false }
    return own || files.contains("AccelerometerUncalibrated.csv")
      || files.isSuperset(of: ["Accelerometer.csv", "Gravity.csv"])
      || files.contains(Self.metadata + ".csv")
        && !files.isDisjoint(with: ["Accelerometer.csv", "TotalAcceleration.csv", "Gyroscope.csv"])
  }

  func read(_ folder: RecordingFolder, options: ReadingOptions) throws -> Recordings {
    try read(name: folder.name, options: options) { sensor in
      let path = sensor + ".csv"
      return try folder.read(path).map { try TableReader($0, file: folder.displayName(path)) }
    }
  }

  func recognizes(_ file: FileContents) -> Bool {
    SensorLoggerJSON.recognizes(file) || Self.isWristMotion(file)
      || file.hasColumns(["time", Self.elapsed, "x", "y", "z"])
  }

  /// The table `WristMotion.csv` of an Apple Watch, in Core Motion's units and signs.
  private static let wristMotion = MotionTable(
    .column(elapsed),
    [
      .init(.unbiasedRotationRate, "rotationRate#"), .init(.gravity, "gravity#"),
      .init(.userAcceleration, "acceleration#"),
    ], attitude: .init(["W", "X", "Y", "Z"].map { "quaternion" + $0 }))

  private static func isWristMotion(_ file: FileContents) -> Bool {
    file.hasColumns([elapsed] + wristMotion.groups[0].sources.flatMap(\.columns))
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    if Self.isWristMotion(file) {
      return try Self.wristMotion.recordings(
        in: TableReader(file), format: name, options: options)
    }
    guard SensorLoggerJSON.recognizes(file) else {
      throw RecordingError(
        file: file.name,
        "one table of Sensor Logger's export states neither its sensor nor its unit; "
          + "expected the folder or the zip archive of the export")
    }
    do {
      let objects = try SensorLoggerJSON(file)
      return try read(name: file.name, options: options, table: objects.table)
    } catch let error as RecordingError {
      throw error
    } catch {
      throw RecordingError(file: file.name, "\(error)")
    }
  }

  /// The recording in the tables of an export.
  ///
  /// - Parameter table: The table of a sensor; `nil` if the export has none.
  private func read(
    name: String, options: ReadingOptions, table: (String) throws -> TableReader?
  ) throws -> Recordings {
    var metadata = try table(Self.metadata)
    if try metadata?.next() != true { metadata = nil }
    func metadatum(_ name: String) -> String? {
      guard let metadata else { return nil }
      return metadata.column(named: name).map { metadata.text(at: $0).lowercased() }
    }
    let stated = metadatum("platform").flatMap(ReadingOptions.Platform.init)
    let convention = SensorLoggerConvention(
      platform: options.platform ?? stated ?? .iOS,
      isStandardised: ["true", "1"].contains(metadatum("standardisation")))
    // The convention has decided the signs.
    var options = options
    options.platform = nil
    var streams = MotionStreams()
    var quantities: Set<MotionQuantity> = []
    for sensor in SensorLoggerSensor.allCases where !quantities.contains(sensor.quantity) {
      guard let table = try table(sensor.rawValue) else { continue }
      quantities.insert(sensor.quantity)
      var layout = MotionTable(
        .column(Self.elapsed),
        [.init(sensor.quantity, "@", scale: convention.scale(of: sensor))])
      layout.groups[0].requiresAll = true
      streams.merge(try layout.read(table, options: options))
    }
    if let table = try table("Orientation") {
      // Until the phone knows its attitude, it writes zeros.
      let layout = MotionTable(
        .column(Self.elapsed), [], attitude: .init(["qw", "qx", "qy", "qz"]))
      streams.merge(try layout.read(table, options: options))
    }
    var result = streams.recordings(format: self.name, name: name)
    guard !result.isEmpty else { throw RecordingError(file: name, problem: .noRows) }
    if streams[.acceleration].isEmpty, streams[.gravity].isEmpty,
      !streams[.userAcceleration].isEmpty
    {
      result.warnings.append(
        RecordingWarning(
          file: name,
          kind: .assumption(
            "the accelerometer is not used: Accelerometer.csv is without gravity, which does not "
              + "determine the attitude; record Gravity or the uncalibrated accelerometer as well"))
      )
    }
    return result
  }
}

/// Writes the export of the app's iOS version, without its `standardisation`.
extension SensorLogger {
  var writer: FormatWriter? { .folder(files) }

  private func files(
    _ recordings: Recordings
  ) throws(RecordingError) -> [(path: String, text: String)] {
    let (raw, motions) = (recordings.sensorSamples, recordings.deviceMotion)
    _ = try only(
      raw.count > motions.count ? raw.map(\.name) : motions.map(\.name),
      orHaving: recordings.contentDescription)
    let samples = recordings.sensorSamples.first?.samples ?? []
    let motion = recordings.deviceMotion.first?.samples ?? []
    let g = SensorSample.standardGravity
    var tables: [(sensor: String, text: String)] = []
    func add(_ sensor: String, _ columns: [String], _ rows: [Timed<[Double]>]) {
      guard !rows.isEmpty else { return }
      tables.append((sensor, table(columns, rows)))
    }
    func addVectors(_ sensor: String, _ points: [Timed<Vector3<Double>>]) {
      // The app's order of axes.
      add(
        sensor, ["z", "y", "x"],
        points.map { Timed(time: $0.time, value: [$0.value.z, $0.value.y, $0.value.x]) })
    }
    addVectors("AccelerometerUncalibrated", samples.readings(\.acceleration))
    addVectors("GyroscopeUncalibrated", samples.readings(\.rotationRate))
    addVectors("MagnetometerUncalibrated", samples.readings(\.magneticField))
    addVectors(
      "Accelerometer", motion.map { Timed(time: $0.timestamp, value: $0.userAcceleration * g) })
    addVectors("Gravity", motion.map { Timed(time: $0.timestamp, value: $0.gravity * g) })
    addVectors("Gyroscope", motion.map { Timed(time: $0.timestamp, value: $0.rotationRate) })
    add(
      "Orientation", ["yaw", "qx", "qz", "roll", "qw", "qy", "pitch"],
      motion.map { motion in
        let (attitude, q) = (motion.attitude, motion.attitude.quaternion)
        return Timed(
          time: motion.timestamp,
          value: [attitude.yaw, q.x, q.z, attitude.roll, q.w, q.y, attitude.pitch])
      })
    let sensors = tables.map(\.sensor).joined(separator: "|")
    let metadata =
      "version,device name,platform,sensors,standardisation\n3,unknown,ios,\(sensors),false\n"
    return [(Self.metadata + ".csv", metadata)] + tables.map { ($0.sensor + ".csv", $0.text) }
  }

  private func table(_ columns: [String], _ rows: [Timed<[Double]>]) -> String {
    var writer = TableWriter(["time", Self.elapsed] + columns)
    for row in rows {
      // Nanoseconds, empty when out of range; readers use the elapsed seconds.
      writer.add(Int(exactly: (row.time * 1e9).rounded()))
      writer.add(row.time)
      for number in row.value { writer.add(number) }
      writer.endRow()
    }
    return writer.text
  }
}

/// A sensor of the app Sensor Logger, named as its table.
package enum SensorLoggerSensor: String, CaseIterable, Sendable {
  // Of the sensors of one quantity, the first recorded one is read.
  case accelerometerUncalibrated = "AccelerometerUncalibrated"
  case totalAcceleration = "TotalAcceleration"
  case gyroscopeUncalibrated = "GyroscopeUncalibrated"
  case magnetometerUncalibrated = "MagnetometerUncalibrated"
  case magnetometer = "Magnetometer"
  case gyroscope = "Gyroscope"
  /// The user acceleration, without gravity.
  case accelerometer = "Accelerometer"
  case gravity = "Gravity"

  var quantity: MotionQuantity {
    switch self {
    case .accelerometerUncalibrated, .totalAcceleration: .acceleration
    case .gyroscopeUncalibrated: .rotationRate
    case .magnetometerUncalibrated, .magnetometer: .magneticField
    case .gyroscope: .unbiasedRotationRate
    case .accelerometer: .userAcceleration
    case .gravity: .gravity
    }
  }

  /// The sources of the acceleration with gravity; the first recorded one is used.
  package static let accelerations: [Self] = [.accelerometerUncalibrated, .totalAcceleration]
  /// The sources of the angular rate; the first recorded one is used.
  package static let rotationRates: [Self] = [.gyroscopeUncalibrated, .gyroscope]
  /// The sources of the magnetic field; the first recorded one is used.
  package static let magneticFields: [Self] = [.magnetometerUncalibrated, .magnetometer]

  private static let pushed = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })

  /// The sensor of a pushed reading, whose name is in lower case.
  package init?(pushedName name: String) {
    guard let sensor = Self.pushed[name] ?? Self.pushed[name.lowercased()] else { return nil }
    self = sensor
  }
}

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
