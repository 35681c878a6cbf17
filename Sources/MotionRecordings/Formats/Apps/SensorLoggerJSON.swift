internal import MotionFusion
internal import Platform

/// Sensor Logger's export as one array of flat JSON objects.
///
/// Each object is a row of the table named by `sensor`, with the numbers as strings. The objects
/// are split here and parsed one at a time, so that errors have line numbers and a truncated file
/// keeps its complete objects.
struct SensorLoggerJSON {
  private struct Row {
    var line: Int
    var fields: [String: JSONValue]
  }

  private let file: String
  private var tables: [String: [Row]] = [:]
  /// The table of the last object, and of an incomplete object at the end.
  private var lastSensor = ""
  private var isCutOff = false

  static func recognizes(_ file: FileContents) -> Bool {
    let start = file.bytes.prefix(1000)
    return start.first { !$0.isWhitespace } == UInt8(ascii: "[")
      && String(decoding: start, as: UTF8.self).firstRange(of: "\"sensor\"") != nil
  }

  init(_ file: FileContents) throws(RecordingError) {
    self.file = file.name
    var line = 1
    var depth = 0
    var start = 0
    var startLine = 1
    var isInString = false
    var isEscaped = false
    var isWhole = false
    for (index, byte) in file.bytes.enumerated() {
      if byte == UInt8(ascii: "\n") { line += 1 }
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"):
        if depth == 0 { (start, startLine) = (index, line) }
        depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        guard depth <= 0 else { continue }
        guard depth == 0 else {
          throw RecordingError(
            file: self.file, line: line, "expected an array of objects, got a } without its {")
        }
        try add(file.bytes[start...index], line: startLine)
      case UInt8(ascii: "]") where depth == 0: isWhole = true
      default: break
      }
    }
    isCutOff = !isWhole
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, line: Int) throws(RecordingError) {
    guard let fields = try? JSONDecoder().decode([String: JSONValue].self, from: Data(bytes)),
      let sensor = fields["sensor"], sensor.isText
    else {
      throw RecordingError(
        file: file, line: line, "expected a JSON object with a string \"sensor\"")
    }
    lastSensor = sensor.field
    tables[sensor.field, default: []].append(Row(line: line, fields: fields))
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

/// A value in an object of Sensor Logger.
///
/// Decoded instead of read by `JSONSerialization`, which links all of Foundation.
private struct JSONValue: Decodable {
  /// The field of a table; empty for `null`, an array or an object.
  var field = ""
  var isText = false

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      field = text.replacing("\n", with: " ").replacing("\r", with: " ")
      isText = true
    } else if let flag = try? container.decode(Bool.self) {
      field = flag ? "1" : "0"
    } else if let number = try? container.decode(Double.self) {
      field = "\(number)"
    }
  }
}
