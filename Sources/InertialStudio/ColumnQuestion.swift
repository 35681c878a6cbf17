internal import GestureRecognition
internal import MotionRecordings
internal import Platform
internal import StudioEngine

/// The question for the columns of a table in no known format, as fields for pickers.
enum ColumnQuestion {
  /// What the page asks for: the name for a person, what its columns are, and the units to choose
  /// from.
  private static let quantities: [String: (name: String, parts: [String], units: [String])] = {
    let axes = ["x", "y", "z"]
    return [
      "time": ("Time", [""], ["s", "ms", "us", "ns"]),
      "gyro": ("Angular rate", axes, ["rad/s", "deg/s"]),
      "accel": ("Acceleration", axes, ["g", "mg", "m/s2"]),
      "useraccel": ("Acceleration without gravity", axes, ["g", "mg", "m/s2"]),
      "gravity": ("Gravity", axes, ["g", "mg", "m/s2"]),
      "mag": ("Magnetic field", axes, ["uT", "nT", "gauss", "a.u."]),
      "attitude": ("Attitude", ["w"] + axes, []),
    ]
  }()

  /// An entry of the proposed map; `nil` for what the page does not ask for.
  ///
  /// - Parameter columns: The `id` of each column, or what the map has instead.
  private static func entry(
    _ quantity: String, _ columns: [String] = [], unit: String? = nil
  ) -> JSON? {
    guard let (name, parts, units) = quantities[quantity] else { return nil }
    return [
      "quantity": JSON(quantity), "name": JSON(name), "parts": JSON(parts) { JSON($0) },
      "columns": JSON(columns) { JSON($0) }, "unit": unit.map { JSON($0) },
      "units": JSON(units) { JSON($0) },
    ]
  }

  /// The failure of reading a file, with a question if columns would answer it.
  static func failure(
    _ error: RecordingError, of bytes: [UInt8], name: String
  ) -> RequestFailure {
    let text = "\(error)"
    guard let option = text.firstRange(of: "--columns") else { return .unprocessable(text) }
    // The reason without the option of the tool.
    let before = text[..<option.lowerBound]
    let reason = before[..<(before.lastIndex(of: ";") ?? before.endIndex)]
    guard let table = TableLine.widest(of: bytes) else { return .unprocessable(String(reason)) }
    let proposed = error.proposal.map { entries($0, table.columns.map(\.name)) } ?? []
    return RequestFailure(
      status: 422, reason: text,
      question: [
        "file": JSON(name), "reason": JSON(String(reason)),
        "columns": JSON(table.columns) {
          ["id": JSON($0.id), "name": JSON($0.name), "value": JSON($0.value)]
        },
        "proposal": .list(
          proposed.isEmpty ? ["time", "gyro", "accel"].compactMap { entry($0) } : proposed),
      ])
  }

  /// The entries of a proposed map, with the names of the header as numbers.
  private static func entries(_ map: String, _ names: [String]) -> [JSON] {
    map.matches(of: /([a-z]+)=((?:'[^']*'|[^,\['])*)(?:\[([^\]]*)\])?/).compactMap { match in
      let columns = match.2.matches(of: /'([^']*)'|([^ ']+)/).map { part in
        let name = String(part.1 ?? part.2 ?? "")
        return names.firstIndex(of: name).map { "#\($0 + 1)" } ?? name
      }
      let unit = match.3.map(String.init)
      return entry(String(match.1), columns, unit: unit == "UNIT" ? nil : unit)
    }
  }
}

/// The line with the most fields near the start of a table.
struct TableLine {
  var fields: Int
  /// Each as a column map names it, `#1` for the first one, with its name in the header and its
  /// first value.
  var columns: [(id: String, name: String, value: String)]

  /// The bytes at the start of a table that are looked at: a line of thousands of columns is long.
  private static let start = 1 << 20

  /// The widest line near the start of `bytes` and the one after it; `nil` for text that is not a
  /// table, such as JSON.
  static func widest(of bytes: [UInt8]) -> TableLine? {
    guard let first = bytes.first(where: { $0 > 0x20 }), first != UInt8(ascii: "{"),
      first != UInt8(ascii: "[")
    else { return nil }
    let lines = bytes.prefix(start).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    var best: (fields: Int, place: Int, separator: UInt8) = (0, 0, 0)
    for (place, line) in lines.enumerated() {
      for separator in ",;\t ".utf8 {
        let fields =
          separator == 0x20
          ? line.split(separator: separator).count : 1 + line.count { $0 == separator }
        // A name may have blanks.
        guard fields > best.fields, separator != 0x20 || best.separator == 0 || best.fields < 2
        else { continue }
        best = (fields, place, separator)
      }
    }
    guard best.fields > 1 else { return nil }
    func fields(_ place: Int) -> [String] {
      guard lines.indices.contains(place) else { return [] }
      return lines[place].split(
        separator: best.separator, omittingEmptySubsequences: best.separator == 0x20
      ).prefix(64).map { String(decoding: $0, as: UTF8.self).trimmed }
    }
    let (names, values) = (fields(best.place), fields(best.place + 1))
    let areNumbers = names.allSatisfy { Double($0) != nil }
    return TableLine(
      fields: best.fields,
      columns: names.enumerated().map { index, name in
        (
          "#\(index + 1)", areNumbers ? "" : String(name.prefix(40)),
          areNumbers ? name : index < values.count ? String(values[index].prefix(16)) : ""
        )
      })
  }
}
