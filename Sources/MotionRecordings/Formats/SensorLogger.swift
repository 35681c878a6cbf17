internal import DeviceMotion

/// The folder that the app Sensor Logger exports: a table a sensor, each with its own clock ticks.
///
/// On iOS `AccelerometerUncalibrated` is in g with Core Motion's sign, everything else in m/s²; on
/// Android all accelerations are in m/s² with the opposite sign. `Metadata.csv` says which. What
/// the phone itself made of its sensors becomes device motion, and the reference beside the raw
/// samples.
struct SensorLogger: FolderFormat {
  let name = "sensor-logger"
  let summary = "the folder that the app Sensor Logger exports"

  private static let time = "seconds_elapsed"

  func recognizes(fileNames: Set<String>) -> Bool {
    fileNames.contains("AccelerometerUncalibrated.csv")
      || fileNames.isSuperset(of: ["Accelerometer.csv", "Gravity.csv"])
  }

  func read(folder path: String, options: ReadingOptions) throws -> Recordings {
    let isAndroid = try platform(path) == "android"
    var result = Recordings(format: name)
    let folder = Folder(path: path, options: options)
    let raw = try rawSamples(in: folder, isAndroid: isAndroid, warnings: &result.warnings)
    if !raw.isEmpty { result.sensorSamples = [LabeledRecording(name: path, samples: raw)] }
    let motion = try deviceMotion(in: folder, isAndroid: isAndroid, warnings: &result.warnings)
    if !motion.isEmpty {
      result.deviceMotion = [LabeledRecording(name: path, samples: motion)]
      let poses = motion.map { ReferencePose(timestamp: $0.timestamp, attitude: $0.attitude) }
      result.references = [LabeledRecording(name: path, samples: poses)]
    }
    guard !result.isEmpty else { throw RecordingError(file: path, problem: .noRows) }
    return result
  }

  /// The platform that `Metadata.csv` names, in lower case; iOS where there is no such file.
  private func platform(_ path: String) throws -> String {
    let file = path + "/Metadata.csv"
    guard let bytes = try InputFile.readIfPresent(file) else { return "ios" }
    var table = try TableReader(bytes, file: file)
    guard let column = table.column(named: "platform"), try table.next() else { return "ios" }
    return table.text(at: column).lowercased()
  }

  /// The samples of the uncalibrated sensors, one a moment: those of one moment are merged.
  private func rawSamples(
    in folder: Folder, isAndroid: Bool, warnings: inout [RecordingWarning]
  ) throws -> [SensorSample] {
    let accelerometer = try folder.vectors("AccelerometerUncalibrated", &warnings)
    let gyroscope =
      try folder.vectors("GyroscopeUncalibrated", &warnings)
      ?? folder.vectors("Gyroscope", &warnings)
    let magnetometer =
      try folder.vectors("MagnetometerUncalibrated", &warnings)
      ?? folder.vectors("Magnetometer", &warnings)
    let scale = isAndroid ? -1 / Physics.standardGravity : 1
    var samples: [SensorSample] = []
    for point in accelerometer ?? [] {
      samples.append(SensorSample(timestamp: point.time, acceleration: point.value * scale))
    }
    for point in gyroscope ?? [] {
      samples.append(SensorSample(timestamp: point.time, rotationRate: point.value))
    }
    for point in magnetometer ?? [] {
      samples.append(SensorSample(timestamp: point.time, magneticField: point.value))
    }
    // The index keeps the order of equal moments, which `sort` alone does not promise.
    let order = samples.indices.sorted {
      (samples[$0].timestamp, $0) < (samples[$1].timestamp, $1)
    }
    var merged: [SensorSample] = []
    for sample in order.map({ samples[$0] }) {
      if let last = merged.indices.last, merged[last].timestamp == sample.timestamp {
        merged[last].rotationRate = sample.rotationRate ?? merged[last].rotationRate
        merged[last].acceleration = sample.acceleration ?? merged[last].acceleration
        merged[last].magneticField = sample.magneticField ?? merged[last].magneticField
      } else {
        merged.append(sample)
      }
    }
    return merged
  }

  /// What the phone made of its sensors, at the moments that all three tables have.
  private func deviceMotion(
    in folder: Folder, isAndroid: Bool, warnings: inout [RecordingWarning]
  ) throws -> [DeviceMotion] {
    guard let attitudes = try folder.attitudes("Orientation", &warnings),
      let rates = try folder.vectors("Gyroscope", &warnings),
      let accelerations = try folder.vectors("Accelerometer", &warnings)
    else { return [] }
    let scale = (isAndroid ? -1 : 1) / Physics.standardGravity
    let rateAt = Dictionary(rates.map { ($0.time, $0.value) }) { first, _ in first }
    let accelerationAt = Dictionary(accelerations.map { ($0.time, $0.value) }) { first, _ in first }
    return attitudes.compactMap { point in
      guard let rate = rateAt[point.time], let acceleration = accelerationAt[point.time] else {
        return nil
      }
      return DeviceMotion(
        timestamp: point.time, attitude: point.value, rotationRate: rate,
        userAcceleration: acceleration * scale)
    }
  }

  /// The tables of one folder.
  private struct Folder {
    struct Point<Value> {
      var time: Double
      var value: Value
    }

    let path: String
    let options: ReadingOptions

    /// The columns x, y, z over time, or `nil` when there is no such file.
    func vectors(
      _ sensor: String, _ warnings: inout [RecordingWarning]
    ) throws -> [Point<Vector3<Double>>]? {
      try points(sensor, columns: ["x", "y", "z"], &warnings) {
        (row, columns) throws(RecordingError) in
        let vector = Vector3(
          try row.value(at: columns[0], options), try row.value(at: columns[1], options),
          try row.value(at: columns[2], options))
        return vector.isFinite ? vector : nil
      }
    }

    /// The attitudes over time, or `nil` when there is no such file.
    func attitudes(
      _ sensor: String, _ warnings: inout [RecordingWarning]
    ) throws -> [Point<Attitude>]? {
      try points(sensor, columns: ["qw", "qx", "qy", "qz"], &warnings) {
        (row, columns) throws(RecordingError) in
        let attitude = try row.attitude(at: columns, options)
        return attitude.quaternion.isFinite ? attitude : nil
      }
    }

    private func points<Value>(
      _ sensor: String, columns names: [String], _ warnings: inout [RecordingWarning],
      value: (TableReader, [Int]) throws(RecordingError) -> Value?
    ) throws -> [Point<Value>]? {
      let file = "\(path)/\(sensor).csv"
      guard let bytes = try InputFile.readIfPresent(file) else { return nil }
      var table = try TableReader(bytes, file: file)
      let time = try table.columns([SensorLogger.time])[0]
      let columns = try table.columns(names)
      var collector = SampleCollector<Point<Value>>(file: file, options: options)
      try table.forEachRow { (row) throws(RecordingError) in
        let seconds = try row.value(at: time, options)
        let value = try value(row, columns)
        try collector.add(
          value.map { Point(time: seconds, value: $0) }, time: seconds, recording: "",
          line: row.line, timeColumn: SensorLogger.time
        ) { LabeledRecording(name: file, samples: []) }
      }
      let (recordings, found) = collector.finish(incompleteRows: table.incompleteRows)
      warnings += found
      return recordings.first?.samples ?? []
    }
  }
}
