internal import MotionFusion

/// A log of Android's sensor events: a time and three numbers for each row, of one or more sensors.
///
/// Such logs vary; this reads their common form. The time is in a column `timestamp` or `time`, its
/// unit by the steps (Android's own are nanoseconds since the start). The numbers are
/// `x`, `y`, `z`, or `values[0]` ..., `value0` ..., `v0` .... The sensor is in a column `sensor`,
/// `sensor_type`, `sensorType`, `type` or `name`, by Android's name or number, or else in the
/// file's name. Case is ignored, and rows of other sensors are skipped. Units and signs are
/// Android's: m/s² with +1 g face up at rest, rad/s, µT. Source: Android's documentation of
/// `SensorEvent` and `Sensor`, and loggers in public repositories (`timestamp,accuracy,x,y,z`;
/// `Time,Sensor,X,Y,Z`; `sensor_type,timestamp,x,y,z`).
struct SensorEventCSV: FileFormat {
  let name = "android-sensor-event"
  let summary = "a log of Android's sensor events"

  /// The quantity of a sensor; `isRaw` is before Android's calibration.
  private struct Sensor: Hashable {
    var quantity: MotionQuantity
    var scale: Double
    var isRaw = false
  }

  private static let androidScale = -1 / SensorSample.standardGravity
  /// The sensors by Android's constants `Sensor.TYPE_...` and the letters of
  /// `Sensor.STRING_TYPE_...`.
  private static let sensors: [(number: Int, names: [String], sensor: Sensor)] = [
    (1, ["accelerometer", "accel", "acc"], Sensor(quantity: .acceleration, scale: androidScale)),
    (
      2, ["magneticfield", "magnetometer", "mag", "magneto"],
      Sensor(quantity: .magneticField, scale: 1)
    ),
    (
      4, ["gyroscope", "gyro", "gyr", "angularvelocity"],
      Sensor(quantity: .rotationRate, scale: 1)
    ),
    (9, ["gravity"], Sensor(quantity: .gravity, scale: androidScale)),
    (
      10, ["linearacceleration", "linearaccelerometer"],
      Sensor(quantity: .userAcceleration, scale: androidScale)
    ),
    (
      14, ["magneticfielduncalibrated", "magnetometeruncalibrated"],
      Sensor(quantity: .magneticField, scale: 1, isRaw: true)
    ),
    (
      16, ["gyroscopeuncalibrated"], Sensor(quantity: .rotationRate, scale: 1, isRaw: true)
    ),
    (
      35, ["accelerometeruncalibrated"],
      Sensor(quantity: .acceleration, scale: androidScale, isRaw: true)
    ),
  ]

  /// Android's names of the attitude, device to a frame with *z* up.
  private static let rotationVectors: Set<String> = [
    "TYPE_ROTATION_VECTOR", "android.sensor.rotation_vector", "rotation_vector", "11",
  ]

  /// The columns of a table.
  private struct Layout {
    var time: Int
    var sensor: Int?
    var vector: VectorColumns

    init?(_ header: [String]) {
      let names = header.map { $0.lowercased() }
      func first(_ candidates: [String]) -> Int? {
        candidates.lazy.compactMap { names.firstIndex(of: $0) }.first
      }
      let axes = [
        ["x", "y", "z"], ["values[0]", "values[1]", "values[2]"], ["value0", "value1", "value2"],
        ["v0", "v1", "v2"],
      ].first { $0.count(where: names.contains) >= 2 }
      guard let axes, let time = first(["timestamp", "time"]), let x = first([axes[0]]),
        let y = first([axes[1]]), let z = first([axes[2]])
      else { return nil }
      (self.time, vector) = (time, VectorColumns(x: x, y: y, z: z))
      sensor = first(["sensor", "sensor_type", "sensortype", "type", "name"])
    }
  }

  /// Whether rows are `time TYPE_NAME x y z accuracy`, without a header.
  private func hasNoHeader(_ file: FileContents) -> Bool {
    let fields = file.header
    return fields.count >= 5 && Double(fields[0]) != nil
      && (Self.sensor(named: fields[1]) != nil || fields[1].hasPrefix("TYPE_"))
      && Double(fields[1]) == nil && fields[2...4].allSatisfy { Double($0) != nil }
  }

  func recognizes(_ file: FileContents) -> Bool {
    if hasNoHeader(file) { return true }
    guard !file.hasColumns([SensorLogger.elapsed]), let layout = Layout(file.header) else {
      return false
    }
    return layout.sensor != nil || file.header.contains { $0.lowercased() == "accuracy" }
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    var table = try TableReader(file)
    if hasNoHeader(file) {
      // Rows of other sensors have fewer or more numbers.
      let columns = ["timestamp", "sensor", "x", "y", "z"]
      table = TableReader(headerless: file, columns: columns, separator: file.separator)
      table.allowsRaggedRows = true
    }
    guard let layout = Layout(table.header) else {
      throw RecordingError(
        file: file.name, line: 1, problem: .missingColumns(["timestamp", "x", "y", "z"]))
    }
    let fileSensor = Self.sensor(inFileName: file.name)
    guard layout.sensor != nil || fileSensor != nil else {
      throw RecordingError(
        file: file.name,
        problem: .malformed(
          "expected a column of sensors, or accelerometer, gyroscope, magnetometer, gravity or "
            + "linear_acceleration in the file's name"))
    }
    var attitudes = SampleCollector<Timed<Attitude>>(file: file.name, options: options)
    var collectors: [Sensor: SampleCollector<Timed<Vector3<Double>>>] = [:]
    let unit = try Self.unitsPerSecond(of: table, layout)
    try table.forEachRow { (row) throws(RecordingError) in
      if let place = layout.sensor, Self.rotationVectors.contains(row.text(at: place)) {
        let vector = try row.vector(at: layout.vector, options)
        let time = try row.time(at: layout.time, options) / unit
        // From a unit quaternion whose w is 0 or more.
        let attitude = Attitude(
          quaternion: Quaternion(
            x: vector.x, y: vector.y, z: vector.z,
            w: max(1 - vector.lengthSquared, 0).squareRoot()))
        let point = vector.lengthSquared < 1.01 ? Timed(time: time, value: attitude) : nil
        return try attitudes.add(point, time: time, line: row.line)
      }
      let named = layout.sensor.map { Self.sensor(named: row.text(at: $0)) } ?? fileSensor
      guard let sensor = named else { return }
      let value = try row.vector(at: layout.vector, options)
      let point = Timed(
        time: try row.time(at: layout.time, options) / unit, value: value * sensor.scale)
      try collectors[
        sensor,
        default: SampleCollector(
          file: file.name, options: options, timeColumn: row.header[layout.time])
      ].add(value.isFinite ? point : nil, time: point.time, line: row.line)
    }
    var streams = MotionStreams()
    var warnings: [RecordingWarning] = []
    // Raw sensors come last and replace the calibrated ones.
    for (_, _, sensor) in Self.sensors {
      guard let (found, sensorWarnings) = collectors[sensor]?.finish(incompleteRows: 0) else {
        continue
      }
      streams[sensor.quantity] = found.first?.samples ?? []
      warnings += sensorWarnings
    }
    streams.attitude = attitudes.finish(incompleteRows: 0).0.first?.samples ?? []
    if table.incompleteRows > 0 {
      warnings.append(
        RecordingWarning(file: file.name, kind: .incompleteRows, count: table.incompleteRows))
    }
    var result = streams.recordings(format: name, name: file.name)
    guard !result.isEmpty || streams[.userAcceleration].isEmpty else {
      throw RecordingError(
        file: file.name,
        problem: .malformed(
          "expected the accelerometer or gravity, got acceleration without gravity alone"))
    }
    result.warnings = warnings
    return result
  }

  /// The sensor of Android's name or number, with or without `android.sensor.` or `TYPE_`.
  private static func sensor(named text: String) -> Sensor? {
    if let number = Int(text) { return sensors.first { $0.number == number }?.sensor }
    var name = letters(of: text)
    for prefix in ["androidsensor", "type"] where name.hasPrefix(prefix) {
      name.removeFirst(prefix.count)
    }
    return sensors.first { $0.names.contains(name) }?.sensor
  }

  /// The quantity of the sensor in the name of a file.
  static func quantity(inFileName name: String) -> MotionQuantity? {
    let base = name.split(separator: "/").last ?? ""
    return sensor(inFileName: String(base))?.quantity
  }

  /// The sensor with the longest name that occurs in the name of the file, or otherwise of its
  /// folder.
  private static func sensor(inFileName name: String) -> Sensor? {
    let all = sensors.flatMap { entry in entry.names.map { (name: $0, sensor: entry.sensor) } }
    return name.split(separator: "/").suffix(2).reversed().lazy.compactMap { part in
      let part = letters(of: part)
      return all.filter { part.firstRange(of: $0.name) != nil }
        .max { $0.name.count < $1.name.count }?.sensor
    }.first
  }

  /// The letters and digits of a name, in lower case.
  private static func letters(of name: some StringProtocol) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// The unit of time by the steps of the file's first sensor.
  private static func unitsPerSecond(
    of table: TableReader, _ layout: Layout
  ) throws(RecordingError) -> Double {
    var ahead = table
    var times: [Double] = []
    var first: Sensor?
    for _ in 0..<1000 {
      guard (try? ahead.next()) == true else { break }
      let sensor = layout.sensor.flatMap { Self.sensor(named: ahead.text(at: $0)) }
      if first == nil { first = sensor }
      guard sensor == first, let time = try? ahead.number(at: layout.time) else { continue }
      times.append(time)
    }
    return try table.unitsPerSecond(ofTimes: times)
  }
}
