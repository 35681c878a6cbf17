/// The separator, the decimal mark and the units of a table, by the numbers of its first rows.
extension TableHead {
  /// Chooses the separator and the decimal mark with which most fields of the rows are numbers, and
  /// separates a header with another separator by that of the rows.
  ///
  /// The separator of the first line is kept among equals, unless it is a blank. Blanks occur
  /// beside other separators, and so they need twice as many numbers.
  mutating func findSeparator(in bytes: inout [UInt8]) {
    let lines = Self.lines(of: bytes)
    guard let first = lines.first else { return }
    separator = Self.separator(of: bytes[first])
    decimalMark = Self.decimalMark(beside: separator)
    guard let start = bytes[first].first(where: { !$0.isBlank }), start != UInt8(ascii: "{"),
      start != UInt8(ascii: "[")
    else { return }
    let rows = lines.dropFirst(lines.count > 1 ? 1 : 0).prefix(16)
    func score(_ separator: UInt8, _ mark: UInt8) -> Double {
      rows.reduce(0) { sum, row in
        let fields = Self.fields(bytes[row], separator: separator)
        let numbers = Double(
          fields.count {
            Self.isNumber($0, decimalMark: mark) || !Self.unit(of: $0, decimalMark: mark).isEmpty
          })
        return fields.count > 1 ? sum + numbers * numbers / Double(fields.count) : sum
      }
    }
    var best = score(separator, decimalMark)
    for (separator, mark): (Unicode.Scalar, Unicode.Scalar) in [
      (",", "."), (";", ","), ("\t", ","), ("|", "."), ("|", ","), (",", ","), (" ", "."),
      (" ", ","),
    ] {
      let found = score(UInt8(ascii: separator), UInt8(ascii: mark))
      let isBlank = self.separator == UInt8(ascii: " ")
      let factor = isBlank == (separator == " ") ? 1 : isBlank ? 0.999 : 2
      guard found > factor * best else { continue }
      best = found
      self.separator = UInt8(ascii: separator)
      decimalMark = UInt8(ascii: mark)
    }
    findGroups(in: lines.dropFirst().map { bytes[$0] })
    isFramed =
      separator == UInt8(ascii: "|") && bytes[first].first { !$0.isBlank } == separator
    if let row = rows.first, !Self.isLikeRow(bytes[first]) {
      separateHeader(first, like: row, in: &bytes)
    }
  }

  /// Decides which mark separates thousands.
  ///
  /// `1,234` may be both numbers. In a column with `12` or `12.5` as well it is the larger one,
  /// unless some number shows that the comma is the decimal mark, as `0,234` and `1,23` do.
  private mutating func findGroups(in rows: [ArraySlice<UInt8>]) {
    let (comma, point) = (UInt8(ascii: ","), UInt8(ascii: "."))
    /// For each mark, the columns and numbers with it before decimals or thousands.
    var (decimals, groups) = ([UInt8: [Int: Int]](), [UInt8: [Int: Int]]())
    var plain: [Int: Int] = [:]
    for row in rows {
      for (column, field) in Self.fields(row, separator: separator).enumerated() {
        let number = field.filter { !$0.isBlank && $0 != UInt8(ascii: "\"") }
        let marks = number.filter { $0 == comma || $0 == point }
        guard number.allSatisfy({ (0x2B...0x39).contains($0) && $0 != UInt8(ascii: "/") }) else {
          continue
        }
        guard let first = marks.first, let last = marks.last else {
          plain[column, default: 0] += 1
          continue
        }
        let isGrouped =
          DecimalNumber.grouped(number[...], decimalMark: first == comma ? point : comma) != nil
        if isGrouped { groups[first, default: [:]][column, default: 0] += 1 }
        if first != last || !isGrouped { decimals[last, default: [:]][column, default: 0] += 1 }
      }
    }
    func separatesThousands(_ mark: UInt8, beside other: UInt8) -> Bool {
      decimals[mark] == nil
        && (groups[mark] ?? [:]).contains { column, count in
          20 * plain[column, default: 0] > count || decimals[other]?[column] != nil
        }
    }
    if separatesThousands(comma, beside: point) { decimalMark = point }
    pointsGroup = decimalMark == comma && separatesThousands(point, beside: comma)
  }

  /// Moves the units of cells such as `0.12 g` to the names: `ax [g]`.
  ///
  /// Columns of several units stay as they are.
  mutating func findUnits(in bytes: inout [UInt8]) {
    let lines = Self.lines(of: bytes)
    guard lines.count > 3 else { return }
    let names = Self.fields(bytes[lines[0]], separator: separator).map {
      String(decoding: $0, as: UTF8.self).trimmed.filter { $0 != "\"" }
    }
    let rows = lines[1...3].map { line in
      Self.fields(bytes[line], separator: separator).map {
        Self.unit(of: $0, decimalMark: decimalMark)
      }
    }
    guard rows.allSatisfy({ $0.count == names.count }) else { return }
    var found = rows[0]
    var named = names
    for column in found.indices where rows.contains(where: { $0[column] != found[column] }) {
      found[column] = []
    }
    guard found.count(where: { !$0.isEmpty }) > 2 else { return }
    for (column, unit) in found.enumerated() where !unit.isEmpty {
      named[column] += " [\(String(decoding: unit, as: UTF8.self))]"
    }
    self.units = found
    setHeader(named.map { Array($0.utf8) }, separator, at: lines[0], in: &bytes)
  }

  /// Rewrites a header line whose names are separated in another way than the row.
  private mutating func separateHeader(
    _ line: Range<Int>, like row: Range<Int>, in bytes: inout [UInt8]
  ) {
    func count(_ line: Range<Int>) -> Int { Self.fields(bytes[line], separator: separator).count }
    let columns = count(row)
    guard abs(count(line) - columns) > 1 else { return }
    for other: Unicode.Scalar in [",", ";", "\t", "|", " "] {
      var names: [[UInt8]] = []
      for name in Self.fields(bytes[line], separator: UInt8(ascii: other)) {
        // A unit after a blank belongs to the name.
        if other == " ", let mark = name.first, "[(".utf8.contains(mark), !names.isEmpty {
          let isBlank = separator == UInt8(ascii: " ")
          names[names.count - 1] += (isBlank ? [] : [UInt8(ascii: " ")]) + name
        } else {
          names.append(Array(name))
        }
      }
      guard names.count == columns else { continue }
      return setHeader(names, separator, at: line, in: &bytes)
    }
  }

  /// The unit after the number in a field; empty for another field.
  private static func unit(of field: ArraySlice<UInt8>, decimalMark: UInt8) -> [UInt8] {
    let text = field.filter { $0 != UInt8(ascii: "\"") }.drop(while: \.isBlank)
    let rest = text.drop { (0x2B...0x39).contains($0) }
    let unit = rest.drop(while: \.isBlank)
    guard let letter = unit.first, letter | 0x20 > 0x60,
      !unit.contains(where: { ",;\t|".utf8.contains($0) }),
      !isNumber(text, decimalMark: decimalMark),
      isNumber(text[..<rest.startIndex], decimalMark: decimalMark)
    else { return [] }
    return Array(unit[...(unit.lastIndex { !$0.isBlank } ?? unit.startIndex)])
  }
}
