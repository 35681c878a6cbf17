internal import Platform

/// The JSON objects of an array, or of lines, as rows of a table.
///
/// They are split here and parsed one at a time, so that errors have line numbers and a truncated
/// file keeps its complete objects. Members of members have names with dots: `accel.x`, `gyro.0`.
struct JSONObjects {
  struct Object {
    var line: Int
    var fields: [String: JSONValue]
  }

  private(set) var objects: [Object] = []
  /// Whether the last object or the array has no end.
  private(set) var isCutOff = false

  /// The objects in an array, which may be a member of an object, or in lines.
  ///
  /// - Throws: ``RecordingError`` for text that is neither.
  init(_ bytes: ArraySlice<UInt8>, file: String) throws(RecordingError) {
    var line = 1
    var depth = 0
    var (start, startLine) = (bytes.startIndex, 1)
    var isInString = false
    var isEscaped = false
    var isWhole = bytes.first { !$0.isWhitespace } == UInt8(ascii: "{")
    // Python writes NaN, which is no JSON.
    var numbersMissing: [Int] = []
    scan: for (index, byte) in zip(bytes.indices, bytes) {
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
      case UInt8(ascii: "N") where bytes[index...].starts(with: "NaN".utf8) && depth > 0:
        numbersMissing.append(index)
      case UInt8(ascii: "{"):
        if depth == 0 { (start, startLine) = (index, line) }
        depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        guard depth <= 0 else { continue }
        guard depth == 0 else {
          throw RecordingError(
            file: file, line: line, "expected an array of objects, got a } without its {")
        }
        var text = Data(bytes[start...index])
        for place in numbersMissing {
          text.replaceSubrange((place - start)..<(place - start + 3), with: "\"\" ".utf8)
        }
        numbersMissing.removeAll()
        guard let fields = try? JSONDecoder().decode(JSONFields.self, from: text) else {
          throw RecordingError(file: file, line: startLine, "expected a JSON object")
        }
        objects.append(Object(line: startLine, fields: fields.values))
      case UInt8(ascii: "]") where depth == 0:
        isWhole = true
        break scan
      default: break
      }
    }
    isCutOff = !isWhole || depth > 0
  }

  /// The objects of a file as a table, with the line of each row; `nil` for another file.
  static func table(
    _ bytes: [UInt8], file: String
  ) throws(RecordingError) -> (text: [UInt8], lines: [Int])? {
    let text = TextCheck.withoutByteOrderMark(bytes)
    guard start(text) else { return nil }
    if let acquisition = DataAcquisition(text) { return acquisition.table }
    var rows = text[...]
    if rows.first(where: { !$0.isWhitespace }) == UInt8(ascii: "{"), !areLines(rows) {
      // The array is a member of one object.
      let array = rows.indices.first { index in
        rows[index] == UInt8(ascii: "[")
          && rows[(index + 1)...].first { !$0.isWhitespace } == UInt8(ascii: "{")
      }
      guard let array else { return nil }
      rows = rows[array...]
    }
    let skipped = text[..<rows.startIndex].count { $0 == UInt8(ascii: "\n") }
    let found = try JSONObjects(rows, file: file)
    let names = Set(found.objects.flatMap(\.fields.keys)).sorted()
    guard names.count > 1 else { return nil }
    var writer = TableWriter(names)
    for object in found.objects {
      for name in names { writer.add(object.fields[name]?.field ?? "") }
      writer.endRow()
    }
    // A last row without fields and line end is incomplete.
    return (
      Array((writer.text + (found.isCutOff ? "-" : "")).utf8),
      [1] + found.objects.map { $0.line + skipped } + [1]
    )
  }

  /// Whether a file with these first bytes may be JSON objects.
  static func start(_ bytes: [UInt8]) -> Bool {
    let text = TextCheck.withoutByteOrderMark(Array(bytes.prefix(1000)))
    let marks = text.filter { !$0.isWhitespace }.prefix(2)
    return marks.first == UInt8(ascii: "{") || marks.elementsEqual("[{".utf8)
  }

  /// Whether the first line is an object, and another one follows.
  private static func areLines(_ text: ArraySlice<UInt8>) -> Bool {
    let lines = text.drop(while: \.isWhitespace)
    let first = lines.prefix { !$0.isLineEnd }
    let next = lines[first.endIndex...].first { !$0.isWhitespace }
    return next == UInt8(ascii: "{")
      && (try? JSONDecoder().decode(JSONFields.self, from: Data(first))) != nil
  }
}

/// A value in an object.
///
/// Decoded instead of read by `JSONSerialization`, which links all of Foundation.
struct JSONValue: Decodable {
  /// The field of a table; empty for `null`.
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
      field = number.asWritten
    }
  }
}

/// The members of an object and of its members.
private struct JSONFields: Decodable {
  private(set) var values: [String: JSONValue] = [:]

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    for key in members.allKeys { try add(members.superDecoder(forKey: key), key.stringValue) }
  }

  private mutating func add(_ decoder: any Decoder, _ name: String) throws {
    if let members = try? decoder.container(keyedBy: Key.self) {
      for key in members.allKeys {
        try add(members.superDecoder(forKey: key), "\(name).\(key.stringValue)")
      }
    } else if var list = try? decoder.unkeyedContainer() {
      while !list.isAtEnd {
        let index = list.currentIndex
        try add(list.superDecoder(), "\(name).\(index)")
      }
    } else {
      values[name] = try JSONValue(from: decoder)
    }
  }
}

/// A sample of Edge Impulse's data acquisition format: the names of sensors, and rows at a constant
/// interval.
///
/// Source: the format's description in Edge Impulse's documentation.
private struct DataAcquisition: Decodable {
  struct Payload: Decodable {
    struct Sensor: Decodable {
      var name: String
      var units: String
    }

    var intervalMs: Double
    var sensors: [Sensor]
    var values: [[Double]]
  }

  var payload: Payload

  /// `nil` for another file.
  init?(_ text: [UInt8]) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    guard text.prefix(TableHead.longest).firstRange(of: Array("\"interval_ms\"".utf8)) != nil,
      let found = try? decoder.decode(Self.self, from: Data(text))
    else { return nil }
    self = found
  }

  var table: (text: [UInt8], lines: [Int]) {
    var writer = TableWriter(["time [ms]"] + payload.sensors.map { "\($0.name) [\($0.units)]" })
    for (index, row) in payload.values.enumerated() {
      writer.add(Double(index) * payload.intervalMs)
      for value in row { writer.add(value) }
      writer.endRow()
    }
    // The rows have no lines of their own.
    return (Array(writer.text.utf8), [Int](repeating: 1, count: payload.values.count + 2))
  }
}
