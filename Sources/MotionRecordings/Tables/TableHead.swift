internal import Platform

/// The lines of a table before its first row: a preamble, and the line of column names.
///
/// A preamble is comment lines (`#`, `@`, `%` or `//`), or lines of metadata before a line that
/// names the columns of a sensor. The last comment line names the columns if a row with as many
/// fields follows it.
struct TableHead {
  /// The lines before the header, without their comment marks.
  private(set) var preamble: [String] = []
  /// Whether the column names are in a comment line.
  private(set) var hasCommentedHeader = false
  /// The names in front of the numbers of each row, as in `ax:1.5,ay:2`; `nil` for other rows, and
  /// empty for a time in front of them.
  private(set) var labels: [String]?
  /// The range of the header's line.
  private(set) var header = 0..<0
  /// The separator of the rows: a comma, a semicolon, a tab, `|`, or a space for any run of blanks.
  var separator = UInt8(ascii: ",")
  /// The decimal mark of the rows, beside the point.
  var decimalMark = UInt8(ascii: ".")
  /// Whether points separate thousands: `1.234` beside `12,5`.
  var pointsGroup = false
  /// Whether lines start with a separator, as in Markdown: `| 0.1 | 0.2 |`.
  var isFramed = false
  /// The unit after the numbers of each column, as in `0.12 g`; empty for plain numbers.
  var units: [[UInt8]] = []

  static let longest = 65_536
  private static let mostLines = 128
  /// The lines of text between the header and the first row, such as `Calibrating...`.
  private static let mostTexts = 8

  /// The head of the table in `bytes`, with a blanked preamble, which keeps the line numbers.
  init(blanking bytes: inout [UInt8]) {
    if findLabels(in: &bytes) { return }
    // The lines of a frame, such as `|---|--:|` or `+----+----+`.
    for line in Self.lines(of: bytes)
    where bytes[line].allSatisfy({ "-+|:= ".utf8.contains($0) })
      && bytes[line].firstRange(of: Array("---".utf8)) != nil
    {
      for index in line { bytes[index] = UInt8(ascii: " ") }
    }
    findHeader(in: &bytes)
    findSeparator(in: &bytes)
    findUnits(in: &bytes)
  }

  private mutating func findHeader(in bytes: inout [UInt8]) {
    var lines = Self.lines(of: bytes)
    // A spreadsheet's line with the separator.
    if let first = lines.first, bytes[first].drop(while: { $0 == 0x22 }).starts(with: "sep=".utf8) {
      blank(lines[..<1], in: &bytes)
      lines.removeFirst()
    }
    guard let first = lines.first else { return }
    if joinsNames(lines, in: &bytes) { return }
    let mark = Self.commentMark(of: bytes[first])
    guard mark > 0 else {
      blankMetadata(lines, in: &bytes)
      return
    }
    let end = lines.firstIndex { Self.commentMark(of: bytes[$0]) == 0 } ?? lines.endIndex
    guard end < lines.endIndex else { return }
    let last = lines[end - 1]
    let names = bytes[last].dropFirst(Self.commentMark(of: bytes[last]))
    let row = bytes[lines[end]]
    // Of rows with texts, only a mark on the names themselves shows it: `%time,seq,frame`.
    hasCommentedHeader =
      !Self.nameKinds(lines[..<end], over: lines[end...], in: bytes)
      && Self.fieldCount(names) == Self.fieldCount(row)
      && (Self.isRow(row) || names.first?.isBlank == false && Self.isLikeRow(row))
    blank(hasCommentedHeader ? lines[..<(end - 1)] : lines[..<end], in: &bytes)
    header = hasCommentedHeader ? last : lines[end]
    // `# time ax` names `time`; `#timestamp [ns]` is the name in some formats.
    if hasCommentedHeader,
      bytes[last.lowerBound + mark].isBlank || bytes[last.lowerBound] == UInt8(ascii: "%")
    {
      for index in last.lowerBound..<last.lowerBound + mark { bytes[index] = UInt8(ascii: " ") }
    }
  }

  /// Whether each field of the rows has its name, as in `ax:1.5,ay:2` or `ax = 1.5; ay = 2`.
  ///
  /// Lines before the first of three rows with the same names are made blank. A time may be in
  /// front of the names.
  private mutating func findLabels(in bytes: inout [UInt8]) -> Bool {
    let lines = Self.lines(of: bytes)
    guard lines.contains(where: { bytes[$0].count(where: \.isLabelEnd) > 2 }) else { return false }
    for separator: Unicode.Scalar in [",", ";", "\t", "|", " "] {
      let separator = UInt8(ascii: separator)
      let mark = Self.decimalMark(beside: separator)
      let names = lines.map { line -> [String] in
        let all = Self.fields(bytes[line], separator: separator)
        let isTime = all.first?.first { !$0.isBlank }.map { (0x30...0x39).contains($0) } ?? false
        let fields = all.dropFirst(isTime ? 1 : 0).map { field in
          field.split(maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isLabelEnd)
        }
        guard fields.allSatisfy({ $0.count == 2 && Self.isNumber($0[1], decimalMark: mark) }) else {
          return []
        }
        return (isTime ? [""] : [])
          + fields.map { String(decoding: $0[0], as: UTF8.self).trimmed }
      }
      guard let start = names.indices.dropLast(2).first(where: { names[$0].count > 2 }),
        names[start...start + 2].allSatisfy({ $0 == names[start] }),
        Set(names[start]).count == names[start].count,
        names[start].dropFirst().allSatisfy({ $0.first?.isLetter ?? false }),
        names[start][0].first?.isLetter ?? (names[start].count > 3)
      else { continue }
      blank(lines[..<start], in: &bytes)
      (labels, header) = (names[start], lines[start])
      (self.separator, decimalMark) = (separator, mark)
      return true
    }
    return false
  }

  /// Whether the names are in two to four lines, such as the names over their units; they are then
  /// joined in the first.
  private mutating func joinsNames(_ lines: [Range<Int>], in bytes: inout [UInt8]) -> Bool {
    let separator = Self.separator(of: bytes[lines[0]])
    func fields(_ line: Range<Int>) -> [ArraySlice<UInt8>] {
      Self.fields(bytes[line], separator: separator)
    }
    let count = fields(lines[0]).count
    let texts = lines.prefix(4).prefix { line in
      let fields = fields(line)
      return fields.count == count
        && !fields.contains { Self.isNumber($0, decimalMark: UInt8(ascii: ",")) }
    }
    guard separator != UInt8(ascii: " "), count > 3, texts.count > 1, texts.count < lines.count
    else { return false }
    // Rows may end in a separator.
    let row = fields(lines[texts.count])
    guard row.count == count || row.count == count + 1 && row.last?.allSatisfy(\.isBlank) == true,
      Self.isLikeRow(bytes[lines[texts.count]]),
      !Self.nameKinds(texts, over: lines[texts.count...], in: bytes)
    else { return false }
    var names: [String] = []
    for line in texts {
      let next = fields(line).map { String(decoding: $0, as: UTF8.self).trimmed }
      if names.isEmpty {
        names = next
        continue
      }
      // A line of one word, such as `CAL`, names nothing, and the names may be repeated.
      if texts.count > 2 && Set(next).count == 1 || next == names { continue }
      // The first line may be the sensors, each over its columns: `left,left`, `acc_x,acc_y`.
      let areNames = (1..<count).contains { (index: Int) -> Bool in
        names[index] == names[index - 1] && next[index] != next[index - 1]
      }
      names = zip(names, next).map { name, word in
        word.isEmpty ? name : name + (areNames ? " \(word)" : " [\(word)]")
      }
    }
    for index in texts.dropFirst().joined() { bytes[index] = UInt8(ascii: " ") }
    setHeader(names.map { Array($0.utf8) }, separator, at: lines[0], in: &bytes)
    return true
  }

  /// Replaces the line of the header by these names.
  mutating func setHeader(
    _ names: [[UInt8]], _ separator: UInt8, at line: Range<Int>, in bytes: inout [UInt8]
  ) {
    let text = Array(names.joined(separator: [separator]))
    bytes.replaceSubrange(line, with: text)
    header = line.lowerBound..<line.lowerBound + text.count
  }

  /// Whether several of these lines name the fields of a kind of rows, which starts them:
  /// `# GYRO,t,gx` over `GYRO,0.5,1` (``TaggedRows``).
  private static func nameKinds(
    _ heads: ArraySlice<Range<Int>>, over rows: ArraySlice<Range<Int>>, in bytes: [UInt8]
  ) -> Bool {
    func kind(_ line: Range<Int>) -> Substring {
      let text = bytes[line].dropFirst(commentMark(of: bytes[line]))
      let field = fields(text, separator: separator(of: text)).first ?? []
      return String(decoding: field, as: UTF8.self).split(separator: " ").last ?? ""
    }
    let kinds = Set(rows.map(kind).filter { $0.first?.isLetter ?? false })
    return kinds.intersection(heads.map(kind)).count > 1
  }

  /// Makes lines of metadata blank that stand before the names of a sensor's columns.
  private mutating func blankMetadata(_ all: [Range<Int>], in bytes: inout [UInt8]) {
    var lines = all
    // The names of a vector's columns end in x, y and z, before a unit in brackets.
    func isHeader(_ line: Range<Int>) -> Bool {
      let names = Self.fields(bytes[line], separator: Self.separator(of: bytes[line]))
        .map { String(decoding: $0, as: UTF8.self).trimmed }
      let ends = names.compactMap { name in
        name.prefix { !"[(".contains($0) }.last { !$0.isWhitespace }?.lowercased()
      }
      // Or the axis is a word before a unit: `accel_x_mg`.
      let words = names.flatMap { name in
        name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
      }
      // Or three words differ in it: `ax_g`, `ay_g`, `az_g`.
      let stems = ["x", "y", "z"].map { axis in
        Set(words.filter { $0.hasSuffix(axis) }.map { String($0.dropLast()) })
      }
      if [ends, words].contains(where: { Set($0).isSuperset(of: ["x", "y", "z"]) })
        || !stems[0].intersection(stems[1]).isDisjoint(with: stems[2])
      {
        return true
      }
      // Or there are indices: `gyroADC[0]`, `Accel Channel 2`.
      return Set(words).isSuperset(of: ["0", "1", "2"]) && !Self.isLikeRow(bytes[line])
    }
    // A serial monitor may start within a row, before the logger restarts.
    if lines.count > 2, Self.isRow(bytes[lines[0]]), isHeader(lines[1]),
      Self.fieldCount(bytes[lines[0]]) < Self.fieldCount(bytes[lines[1]])
    {
      blank(lines[..<1], in: &bytes)
      lines.removeFirst()
      header = lines[0]
    }
    guard !Self.isRow(bytes[lines[0]]), !isHeader(lines[0]), bytes[lines[0]].first != 0x7B else {
      return
    }
    if let place = lines.prefix(24).firstIndex(where: isHeader), place > 0,
      lines[(place + 1)...].prefix(Self.mostTexts).contains(where: { Self.isLikeRow(bytes[$0]) }),
      !lines[1..<place].contains(where: { Self.isRow(bytes[$0]) })
    {
      blank(lines[..<place], in: &bytes)
      header = lines[place]
      return
    }
    // Rows without a header, after lines with fewer fields.
    let counts = lines.map { Self.fieldCount(bytes[$0]) }
    func startsRows(_ place: Int) -> Bool {
      counts[place] > 3
        && (place..<place + 3).allSatisfy { (index: Int) -> Bool in
          counts[index] == counts[place] && Self.isLikeRow(bytes[lines[index]])
        }
    }
    // A single number may be the count of the rows.
    let least = Self.isNumber(bytes[lines[0]], decimalMark: UInt8(ascii: ".")) ? 1 : 2
    guard lines.count > 4, let place = (least..<lines.count - 2).first(where: startsRows),
      counts[..<place].allSatisfy({ $0 < counts[place] })
    else { return }
    blank(lines[..<place], in: &bytes)
    header = lines[place]
  }

  private mutating func blank(_ lines: ArraySlice<Range<Int>>, in bytes: inout [UInt8]) {
    for line in lines {
      let text = bytes[line].dropFirst(Self.commentMark(of: bytes[line]))
      preamble.append(String(decoding: text, as: UTF8.self).trimmed)
      for index in line { bytes[index] = UInt8(ascii: " ") }
    }
  }

  // MARK: - Metadata

  /// The rows per second that the preamble states, such as `Update Rate: 100.0Hz`, `at 30 Hz` or
  /// `Sampling Rate:200ms`.
  var rate: Double? {
    for line in preamble {
      for part in line.lowercased().split(separator: ",") {
        guard let name = part.firstRange(of: "rate") else { continue }
        let rest = part[name.upperBound...].drop { !$0.isNumber }
        let digits = rest.prefix { $0.isNumber || $0 == "." }
        guard let number = Double(digits), number > 0 else { continue }
        let unit = rest.dropFirst(digits.count).drop { $0 == " " }
        return unit.hasPrefix("ms") ? 1000 / number : number
      }
    }
    for line in preamble {
      let words = line.split(separator: " ")
      for (word, next) in zip(words, words.dropFirst()) where next.hasPrefix("Hz") {
        let digits = word.drop { !$0.isNumber }
        if let number = Double(digits), number > 0 { return number }
      }
    }
    return nil
  }

  /// The number after `name` and a comma or a colon in the preamble.
  func number(_ name: String) -> Double? {
    for line in preamble where line.hasPrefix(name) {
      let rest = line.dropFirst(name.count)
      guard let mark = rest.first, ",:".contains(mark) else { continue }
      return Double(String(rest.dropFirst()).trimmed)
    }
    return nil
  }

  // MARK: - Lines

  static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    let end = min(bytes.count, longest)
    while start < end, lines.count < mostLines {
      let stop = bytes[start..<end].firstIndex(where: \.isLineEnd) ?? end
      if bytes[start..<stop].contains(where: { !$0.isBlank }) { lines.append(start..<stop) }
      start = stop + 1
    }
    return lines
  }

  /// The length of the mark of a comment line; 0 for another line.
  private static func commentMark(of line: ArraySlice<UInt8>) -> Int {
    if line.starts(with: "//".utf8) { return 2 }
    return line.first.map { "#@%".utf8.contains($0) } == true ? 1 : 0
  }

  private static func fieldCount(_ line: ArraySlice<UInt8>) -> Int {
    fields(line, separator: separator(of: line)).count
  }

  /// The fields of a line between separators outside of quotes; a space is any run of blanks.
  static func fields(
    _ line: ArraySlice<UInt8>, separator: UInt8
  ) -> [ArraySlice<UInt8>] {
    let isBlank = separator == UInt8(ascii: " ")
    var isQuoted = false
    return line.split(omittingEmptySubsequences: isBlank) { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return !isQuoted && (isBlank ? byte.isBlank : byte == separator)
    }
  }

  /// The separator of a line: a comma, a semicolon, a tab, `|`, or a space for any run of blanks.
  ///
  /// A semicolon or tab separates numbers with decimal commas.
  static func separator(of line: ArraySlice<UInt8>) -> UInt8 {
    func count(_ character: Unicode.Scalar) -> Int {
      line.count { $0 == UInt8(ascii: character) }
    }
    for candidate in [UInt8(ascii: ";"), UInt8(ascii: "\t")] {
      let fields = line.split(separator: candidate)
      if fields.count > 2, fields.allSatisfy({ isNumber($0, decimalMark: UInt8(ascii: ",")) }) {
        return candidate
      }
    }
    var most = (count: 0, separator: UInt8(ascii: ","))
    for candidate: Unicode.Scalar in [",", ";", "\t", "|"] where count(candidate) > most.count {
      most = (count(candidate), UInt8(ascii: candidate))
    }
    return most.count == 0 && line.split(whereSeparator: \.isBlank).count > 2
      ? UInt8(ascii: " ") : most.separator
  }

  /// Whether all fields of a line are numbers.
  static func isRow(_ line: ArraySlice<UInt8>) -> Bool {
    let separator = separator(of: line)
    let fields = fields(line, separator: separator).filter { !$0.allSatisfy(\.isBlank) }
    return fields.count > 1
      && fields.allSatisfy { isNumber($0, decimalMark: decimalMark(beside: separator)) }
  }

  /// Whether over half of the fields of a line are numbers.
  static func isLikeRow(_ line: ArraySlice<UInt8>) -> Bool {
    let fields = fields(line, separator: separator(of: line))
      .filter { !$0.allSatisfy(\.isBlank) }
    return 2 * fields.count { isNumber($0, decimalMark: UInt8(ascii: ",")) } > fields.count
  }

  /// The decimal mark, beside the point, that a separator allows.
  static func decimalMark(beside separator: UInt8) -> UInt8 {
    separator == UInt8(ascii: ";") || separator == UInt8(ascii: "\t")
      ? UInt8(ascii: ",") : UInt8(ascii: ".")
  }

  /// Whether a field, perhaps in quotes, is a number.
  static func isNumber(_ field: ArraySlice<UInt8>, decimalMark: UInt8) -> Bool {
    let isAround: (UInt8) -> Bool = { $0.isBlank || $0 == UInt8(ascii: "\"") }
    let start = field.firstIndex { !isAround($0) } ?? field.endIndex
    let end = (field.lastIndex { !isAround($0) } ?? field.startIndex - 1) + 1
    guard start < end else { return false }
    return DecimalNumber.parse(field[start..<end], decimalMark: decimalMark) != nil
      || DecimalNumber.grouped(field[start..<end], decimalMark: nil) != nil
  }
}
