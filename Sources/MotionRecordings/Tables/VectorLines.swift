/// Lines with one vector each, as Adafruit's examples print them to a serial monitor, as a table.
///
/// `Accel X: 0.1 \tY: 0.2 \tZ: 9.8 m/s^2` over `Gyro X: 0.0 \tY: 0.1 \tZ: 0.0 rad/s`: a round of
/// such lines becomes a row in the place of its last one. Others stay as they are.
enum VectorLines {
  private struct Vector {
    var name: String
    var numbers: [Substring]
    var unit: String

    /// `nil` for another line.
    init?(_ line: ArraySlice<UInt8>) {
      guard line.count(where: \.isLabelEnd) == 3 else { return nil }
      let parts = line.split(whereSeparator: \.isLabelEnd)
        .map { String(decoding: $0, as: UTF8.self).trimmed }
      guard parts.count == 4, zip(parts, "XYZ").allSatisfy({ $0.last?.uppercased() == String($1) })
      else { return nil }
      numbers = parts[1...].map { part in part.prefix { "+-.0123456789".contains($0) } }
      let rests = zip(parts[1...], numbers).map { String($0.dropFirst($1.count)) }
      name = String(parts[0].dropLast()).trimmed
      unit = rests[2].trimmed
      guard numbers.allSatisfy({ Double($0) != nil }), !name.isEmpty,
        rests[..<2].allSatisfy({ $0.dropLast().allSatisfy { " \t,;".contains($0) } })
      else { return nil }
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
    var hasHeader = false
    func endRow() {
      guard let place = places.last else { return }
      for place in places { lines[place] = [] }
      if !hasHeader {
        let names = round.flatMap { vector in
          ["X", "Y", "Z"].map {
            "\(vector.name) \($0)" + (vector.unit.isEmpty ? "" : " [\(vector.unit)]")
          }
        }
        lines[places[0]] = Array(names.joined(separator: ",").utf8)[...]
        hasHeader = true
      }
      let fields = round.flatMap { row[$0.name] ?? ["", "", ""] }
      lines[place] = Array(fields.joined(separator: ",").utf8)[...]
      (places, row) = ([], [:])
    }
    for index in lines.indices {
      // Another unit is none of the table.
      guard let vector = Vector(lines[index].filter { $0 != UInt8(ascii: "\r") }[...]),
        round.contains(where: { $0.name == vector.name && $0.unit == vector.unit })
      else { continue }
      if row[vector.name] != nil || vector.name == round[0].name { endRow() }
      row[vector.name] = vector.numbers
      places.append(index)
    }
    endRow()
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}
