internal import MotionFusion

/// A log of Android's sensor events: a time and three numbers for each row, of one or more sensors.
///
/// Such logs vary; this reads their common form. The time is in a column `timestamp` or `time`, its
/// unit by the steps (Android's own are nanoseconds since the start). The numbers are
/// `x`, `y`, `z`, or `values[0]` ..., `value0` ..., `v0` .... The sensor is in a column `sensor`,
/// `sensor_type`, `sensorType`, `type` or `name`, by Android's name or number, or else in the
/// file's name. Google's data sets of smartphones have `MessageType`, `elapsedRealtimeNanos` and
/// `MeasurementX`, .... Case is ignored, and rows of other sensors are skipped. Units and signs are
/// Android's: m/s² with +1 g face up at rest, rad/s, µT. Source: Android's documentation of
/// `SensorEvent` and `Sensor`, and loggers in public repositories (`timestamp,accuracy,x,y,z`;
/// `Time,Sensor,X,Y,Z`; `sensor_type,timestamp,x,y,z`).
enum SensorEventCSV {
  static let format = TableFormat(
    name: "android-sensor-event", summary: "a log of Android's sensor events",
    headerless: { file in
      guard let columns = headerlessColumns(file) else { return nil }
      // Rows of other sensors have fewer or more numbers.
      var table = TableReader(headerless: file, columns: columns, separator: file.separator)
      table.allowsRaggedRows = true
      return table
    },
    matches: { file, _ in
      guard !file.hasColumns([SensorLogger.elapsed]), let columns = columns(of: file) else {
        return false
      }
      return columns.sensor != nil || file.header.contains { $0.lowercased() == "accuracy" }
    },
    refusal: { file in
      layout(of: file) != nil
        ? nil
        : "a column of sensors, or accelerometer, gyroscope, magnetometer, gravity or "
          + "linear_acceleration in the file's name, with the columns timestamp, x, y and z"
    },
    layout: { layout(of: $0) ?? MotionTable(.column("timestamp"), []) })

  /// The quantity of a sensor; `isRaw` is before Android's calibration.
  private struct Sensor: Hashable {
    var quantity: MotionQuantity
    var isRaw = false
  }

  /// The sensors by Android's constants `Sensor.TYPE_...` and the letters of
  /// `Sensor.STRING_TYPE_...`.
  private static let sensors: [(number: Int, names: [String], sensor: Sensor)] = [
    (1, ["accelerometer", "accel", "acc"], Sensor(quantity: .acceleration)),
    (2, ["magneticfield", "magnetometer", "mag", "magneto"], Sensor(quantity: .magneticField)),
    (4, ["gyroscope", "gyro", "gyr", "angularvelocity"], Sensor(quantity: .rotationRate)),
    (9, ["gravity"], Sensor(quantity: .gravity)),
    (10, ["linearacceleration", "linearaccelerometer"], Sensor(quantity: .userAcceleration)),
    (
      14, ["magneticfielduncalibrated", "magnetometeruncalibrated", "uncalmag"],
      Sensor(quantity: .magneticField, isRaw: true)
    ),
    (16, ["gyroscopeuncalibrated", "uncalgyro"], Sensor(quantity: .rotationRate, isRaw: true)),
    (
      35, ["accelerometeruncalibrated", "uncalaccel"],
      Sensor(quantity: .acceleration, isRaw: true)
    ),
  ]

  /// Android's names of the attitude, device to a frame with *z* up.
  private static let rotationVectors: Set<String> = [
    "TYPE_ROTATION_VECTOR", "android.sensor.rotation_vector", "rotation_vector", "11",
  ]

  private static func columns(
    of file: FileContents
  ) -> (time: String, sensor: String?, vector: [String])? {
    let header = headerlessColumns(file) ?? file.header
    func first(_ candidates: [String]) -> String? {
      candidates.lazy.compactMap { name in header.first { $0.lowercased() == name } }.first
    }
    let axes = [
      ["x", "y", "z"], ["values[0]", "values[1]", "values[2]"], ["value0", "value1", "value2"],
      ["v0", "v1", "v2"], ["measurementx", "measurementy", "measurementz"],
    ].lazy.map { $0.compactMap { first([$0]) } }.first { $0.count == 3 }
    guard let axes, let time = first(["timestamp", "time", "elapsedrealtimenanos"])
    else { return nil }
    let sensor = first(["sensor", "sensor_type", "sensortype", "type", "name", "messagetype"])
    return (time, sensor, axes)
  }

  /// Each sensor is a group of rows; `nil` if neither a column nor the file's name says which.
  private static func layout(of file: FileContents) -> MotionTable? {
    guard let columns = columns(of: file) else { return nil }
    func group(_ sensor: Sensor) -> MotionTable.Group {
      let sign = sensor.quantity.androidSign
      let scale = sign < 0 ? sign / SensorSample.standardGravity : sign
      var group = MotionTable.Group(
        .column(columns.time, unitsPerSecond: nil),
        [.init(sensor.quantity, columns.vector, scale: scale)])
      group.requiresAll = true
      group.rank = sensor.isRaw ? 1 : 0
      return group
    }
    guard let column = columns.sensor else {
      return sensor(inFileName: file.name).map { MotionTable(group($0)) }
    }
    var table = MotionTable()
    table.groups = sensors.map { group($0.sensor) }
    var attitude = MotionTable.Group(
      .column(columns.time, unitsPerSecond: nil), [],
      attitude: .init(columns.vector, .rotationVector))
    attitude.requiresAll = true
    table.groups.append(attitude)
    table.rows = .init(column: column) { name in
      rotationVectors.contains(name)
        ? sensors.count
        : sensor(named: name).flatMap { sensor in
          sensors.firstIndex { $0.sensor == sensor }
        }
    }
    return table
  }

  /// The columns of rows without a header: `time TYPE_NAME x y z accuracy`, or with other times or
  /// a counter of rows before the sensor; `nil` for another file.
  private static func headerlessColumns(_ file: FileContents) -> [String]? {
    let fields = file.header
    guard let place = fields.prefix(4).firstIndex(where: { Double($0) == nil }), place > 0,
      fields.count > place + 3,
      sensor(named: fields[place]) != nil || fields[place].hasPrefix("TYPE_"),
      fields[place + 1...place + 3].allSatisfy({ Double($0) != nil })
    else { return nil }
    let first = TableHead.lines(of: file.bytes).prefix(3).compactMap { line in
      TableHead.fields(file.bytes[line], separator: file.separator).first
        .flatMap { Double(String(decoding: $0, as: UTF8.self).trimmed) }
    }
    let countsRows = place > 1 && zip(first.dropFirst(), first).allSatisfy { $0 - $1 == 1 }
    let times = (0..<place).map { $0 == (countsRows ? 1 : 0) ? "timestamp" : "time \($0)" }
    return times + ["sensor", "x", "y", "z"]
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
}
