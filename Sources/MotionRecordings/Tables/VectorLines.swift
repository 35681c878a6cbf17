/// Lines with one vector each, as Adafruit's examples print them to a serial monitor, as a table.
///
/// `Accel X: 0.1 \tY: 0.2 \tZ: 9.8 m/s^2` over `Gyro X: 0.0 \tY: 0.1 \tZ: 0.0 rad/s`, or
/// `acc: 0.1 0.2 9.8` over `gyr: 0.0 0.1 0.0`, perhaps after a time: a round of such lines becomes
/// a row in the place of its last one. Others stay as they are.
enum VectorLines {
  private struct Vector {
    var name = ""
    var numbers: [Substring] = []
    var unit = ""
    /// The time at the start of the line, and the name of its column; `nil` for none.
    var time: (name: String, text: Substring)?

    /// `nil` for another line.
    init?(_ line: ArraySlice<UInt8>) {
      guard (1...8).contains(line.count(where: \.isLabelEnd)) else { return nil }
      var text = Substring(String(decoding: line, as: UTF8.self).trimmed)
      takeTime(from: &text)
      let parts = text.split(omittingEmptySubsequences: false) { ":=".contains($0) }
        .map { String($0).trimmed }
      let isSeparator: (Character) -> Bool = { " \t,;|".contains($0) }
      if parts.count == 4,
        zip(parts, "XYZ").allSatisfy({ $0.last?.uppercased() == String($1) })
      {
        numbers = parts[1...].map { part in part.prefix { "+-.0123456789".contains($0) } }
        let rests = zip(parts[1...], numbers).map { String($0.dropFirst($1.count)) }
        let name = String(parts[0].dropLast()).trimmed
        (self.name, unit) = (name, rests[2].trimmed)
        // `accX: 0.1 accY: 0.2` has the name before each axis.
        guard
          rests[..<2].allSatisfy({
            ["", name].contains(String($0.dropLast()).filter { !isSeparator($0) })
          })
        else { return nil }
      } else if parts.count == 2 {
        let words = parts[1].split(whereSeparator: isSeparator)
        guard (3...4).contains(words.count) else { return nil }
        (name, numbers, unit) = (parts[0], Array(words[..<3]), words.dropFirst(3).joined())
      }
      guard numbers.count == 3, numbers.allSatisfy({ Double($0) != nil }), !name.isEmpty else {
        return nil
      }
    }

    /// Takes a time off the start: `[0.120] `, `t=120 `, `120ms: ` or `10:20:30.120 -> `.
    private mutating func takeTime(from text: inout Substring) {
      var rest = text
      let name = rest.prefix { $0.isLetter || $0 == "_" }
      if !name.isEmpty {
        rest = rest.dropFirst(name.count)
        guard let mark = rest.first, ":=".contains(mark) else { return }
        rest = rest.dropFirst()
      }
      rest = rest.drop { "[( ".contains($0) }
      var time = rest.prefix { "0123456789.:".contains($0) }
      while time.last == ":" { time.removeLast() }
      guard Double(time) != nil || ClockTime.seconds(String(time)) != nil else { return }
      rest = rest.dropFirst(time.count)
      let unit = rest.prefix(while: \.isLetter)
      rest = rest.dropFirst(unit.count).drop { "]):;,->| \t".contains($0) }
      guard rest.first?.isLetter == true,
        ["", "s", "ms", "us", "ns"].contains(unit)
      else { return }
      let column = name.isEmpty ? "time" : String(name)
      self.time = (unit.isEmpty ? column : "\(column) [\(unit)]", time)
      text = rest
    }
  }

  /// The vectors of the first round, if there are several and the first one comes again.
  private static func round(in text: [UInt8]) -> [Vector]? {
    var round: [Vector] = []
    for line in text.prefix(4096).split(whereSeparator: \.isLineEnd) {
      guard let vector = Vector(line) else { continue }
      if vector.name == round.first?.name { return round.count > 1 ? round : nil }
      round.append(vector)
    }
    return nil
  }

  /// Whether a file with these first bytes has such lines.
  static func start(_ text: [UInt8]) -> Bool { round(in: text) != nil }

  /// The text with a table in the place of these lines; `nil` for another text.
  static func table(_ text: [UInt8]) -> [UInt8]? {
    guard let round = round(in: text) else { return nil }
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var places: [Int] = []
    var row: [String: [Substring]] = [:]
    var time: Substring?
    var hasHeader = false
    func endRow() {
      guard let place = places.last else { return }
      for place in places { lines[place] = [] }
      if !hasHeader {
        let times = round.prefix(1).compactMap { $0.time?.name }
        let names =
          times
          + round.flatMap { vector in
            ["X", "Y", "Z"].map {
              "\(vector.name) \($0)" + (vector.unit.isEmpty ? "" : " [\(vector.unit)]")
            }
          }
        lines[places[0]] = Array(names.joined(separator: ",").utf8)[...]
        hasHeader = true
      }
      let readings = round.map { row[$0.name] ?? ["", "", ""] }.joined()
      let fields = (time.map { [$0] } ?? []) + readings
      lines[place] = Array(fields.joined(separator: ",").utf8)[...]
      (places, row) = ([], [:])
    }
    for index in lines.indices {
      // Another unit is none of the table.
      guard let vector = Vector(lines[index].filter { $0 != UInt8(ascii: "\r") }[...]),
        round.contains(where: {
          $0.name == vector.name && $0.unit == vector.unit && $0.time?.name == vector.time?.name
        })
      else { continue }
      if row[vector.name] != nil || vector.name == round[0].name { endRow() }
      row[vector.name] = vector.numbers
      time = vector.time?.text
      places.append(index)
    }
    endRow()
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}
