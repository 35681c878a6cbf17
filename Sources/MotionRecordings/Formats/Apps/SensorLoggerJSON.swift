internal import Platform

/// Sensor Logger's export as one array of flat JSON objects.
///
/// Each object is a row of the table named by `sensor`, with the numbers as strings.
struct SensorLoggerJSON {
  private let file: String
  private var tables: [String: [JSONObjects.Object]] = [:]
  /// The table of the last object, and of an incomplete object at the end.
  private var lastSensor = ""
  private let isCutOff: Bool

  static func recognizes(_ file: FileContents) -> Bool {
    let start = file.bytes.prefix(1000)
    return start.first { !$0.isWhitespace } == UInt8(ascii: "[")
      && String(decoding: start, as: UTF8.self).firstRange(of: "\"sensor\"") != nil
  }

  init(_ file: FileContents) throws(RecordingError) {
    self.file = file.name
    let objects = try JSONObjects(file.bytes[...], file: file.name)
    isCutOff = objects.isCutOff
    for object in objects.objects {
      guard let sensor = object.fields["sensor"], sensor.isText else {
        throw RecordingError(
          file: file.name, line: object.line, "expected a JSON object with a string \"sensor\"")
      }
      lastSensor = sensor.field
      tables[sensor.field, default: []].append(object)
    }
  }

  /// The table of a sensor; `nil` if there is none.
  func table(_ sensor: String) throws(RecordingError) -> TableReader? {
    guard let rows = tables[sensor] else { return nil }
    let names = Set(rows.flatMap(\.fields.keys)).sorted()
    var writer = TableWriter(names)
    for row in rows {
      for name in names { writer.add(row.fields[name]?.field ?? "") }
      writer.endRow()
    }
    // A last row without fields and line end is incomplete.
    let end = isCutOff && sensor == lastSensor ? "-" : ""
    return try TableReader(
      Array((writer.text + end).utf8), file: file, lines: [1] + rows.map(\.line) + [1])
  }
}
