/// Reads a table of separated values (RFC 4180) row by row, and knows where it is.
///
/// Separators are commas, semicolons or tabs, whichever the header has most of; with semicolons and
/// tabs a comma may be the decimal mark. Lines end in LF or CRLF; a byte-order mark and empty lines
/// are skipped. Columns are found by name, so that their order does not matter.
///
/// A table may also come without a header, its columns named by the format, separated by commas or
/// by blanks; then lines that begin with `#` are comments.
///
/// It is our own because the well-kept CSV packages hand out strings without their line and fill
/// short rows up with empty fields, which hides where a file was cut off.
package struct TableReader {
  /// The file, as errors name it.
  package let file: String
  /// The names of the columns, without surrounding blanks.
  package private(set) var header: [String] = []
  /// The line on which the current row starts, from 1.
  package private(set) var line = 0
  /// How many rows a cut-off end made incomplete: 0 or 1.
  package private(set) var incompleteRows = 0

  private var bytes: [UInt8]
  private var position = 0
  private var nextLine = 1
  private var separator = UInt8(ascii: ",")
  private var hasHeader = true
  private var decimalMark: UInt8 {
    separator == UInt8(ascii: ";") || separator == UInt8(ascii: "\t")
      ? UInt8(ascii: ",") : UInt8(ascii: ".")
  }
  /// Where the current row's fields lie, quotes included.
  private var fields: [Range<Int>] = []

  /// Reads the header of the table in `bytes`.
  package init(_ bytes: [UInt8], file: String) throws(RecordingError) {
    self.file = file
    self.bytes = bytes
    try skipToText()
    let firstLine = bytes[position...].drop { Self.endsLine($0) }.prefix { !Self.endsLine($0) }
    var most = 0
    for candidate in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")] {
      let count = firstLine.count { $0 == candidate }
      if count > most { (most, separator) = (count, candidate) }
    }
    guard try readFields() else { throw RecordingError(file: file, problem: .empty) }
    header = fields.indices.map { text(at: $0) }
  }

  /// Reads a table without a header whose columns are called `columns`.
  ///
  /// - Parameter separator: A comma, or a space, which stands for any run of blanks.
  init(
    headerless bytes: [UInt8], file: String, columns: [String], separator: UInt8
  ) throws(RecordingError) {
    self.file = file
    self.bytes = bytes
    self.separator = separator
    hasHeader = false
    header = columns
    try skipToText()
  }

  private mutating func skipToText() throws(RecordingError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    guard bytes[position...].contains(where: { !Self.isBlank($0) && !Self.endsLine($0) }) else {
      throw RecordingError(file: file, problem: .empty)
    }
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
      throw RecordingError(file: file, problem: .notText)
    }
  }

  // MARK: - Rows

  /// Goes on with `bytes`, which begin at line `line`: for a table that comes line by line.
  mutating func goOn(with bytes: [UInt8], line: Int) {
    self.bytes = bytes
    position = 0
    nextLine = line
  }

  /// Goes to the next row; `false` at the end.
  ///
  /// A last row that is too short and has no line end was cut off: it counts in
  /// ``incompleteRows`` and ends the table.
  mutating func next() throws(RecordingError) -> Bool {
    guard try readFields() else { return false }
    guard fields.count == header.count else {
      if mayBeCutOff, fields.count < header.count {
        rejectAsCutOff()
        return false
      }
      throw RecordingError(
        file: file, line: line,
        problem: .wrongFieldCount(found: fields.count, expected: header.count))
    }
    return true
  }

  /// Whether the current row is the last and has no line end, so that its last field may be cut.
  var mayBeCutOff: Bool { position == bytes.count && !isEndedByNewline }

  /// Leaves the current row out as cut off.
  mutating func rejectAsCutOff() { incompleteRows += 1 }

  private var isEndedByNewline: Bool { bytes.last.map(Self.endsLine) ?? true }

  private mutating func readFields() throws(RecordingError) -> Bool {
    while position < bytes.count, skipsLine { skipLine() }
    guard position < bytes.count else { return false }
    line = nextLine
    fields.removeAll(keepingCapacity: true)
    if separator == UInt8(ascii: " ") {
      readBlankSeparatedFields()
      return true
    }
    var start = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == separator {
        fields.append(start..<position)
        position += 1
        start = position
      } else if Self.endsLine(byte) {
        break
      } else if byte == UInt8(ascii: "\""), position == start {
        try skipQuoted()
      } else {
        position += 1
      }
    }
    fields.append(start..<position)
    if position < bytes.count { skipLineEnd() }
    return true
  }

  private mutating func readBlankSeparatedFields() {
    while position < bytes.count, !Self.endsLine(bytes[position]) {
      let start = position
      while position < bytes.count, !Self.endsLine(bytes[position]),
        !Self.isBlank(bytes[position])
      {
        position += 1
      }
      if position > start { fields.append(start..<position) }
      while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
    }
    if position < bytes.count { skipLineEnd() }
  }

  /// Whether nothing of the line that starts here belongs to the table.
  private var skipsLine: Bool {
    Self.endsLine(bytes[position]) || !hasHeader && bytes[position] == UInt8(ascii: "#")
  }

  private mutating func skipLine() {
    while position < bytes.count, !Self.endsLine(bytes[position]) { position += 1 }
    if position < bytes.count { skipLineEnd() }
  }

  private mutating func skipQuoted() throws(RecordingError) {
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\n") { nextLine += 1 }
      position += 1
      guard byte == UInt8(ascii: "\"") else { continue }
      guard position < bytes.count else { return }
      if bytes[position] == UInt8(ascii: "\"") {
        position += 1
      } else if bytes[position] == separator || Self.endsLine(bytes[position]) {
        return
      } else {
        break
      }
    }
    throw RecordingError(
      file: file, line: line, column: columnName(fields.count), problem: .badQuotes)
  }

  private mutating func skipLineEnd() {
    if bytes[position] == UInt8(ascii: "\r"), position + 1 < bytes.count,
      bytes[position + 1] == UInt8(ascii: "\n")
    {
      position += 1
    }
    position += 1
    nextLine += 1
  }

  // MARK: - Fields of the current row

  /// The field in `column`, without surrounding blanks and quotes.
  package func text(at column: Int) -> String {
    let field = trimmed(fields[column])
    guard bytes[field].first == UInt8(ascii: "\""), field.count >= 2 else {
      return String(decoding: bytes[field], as: UTF8.self)
    }
    let inside = bytes[field].dropFirst().dropLast()
    var unquoted: [UInt8] = []
    var previousIsQuote = false
    for byte in inside {
      let isQuote = byte == UInt8(ascii: "\"")
      if !(isQuote && previousIsQuote) { unquoted.append(byte) }
      previousIsQuote = isQuote && !previousIsQuote
    }
    return String(decoding: unquoted, as: UTF8.self)
  }

  /// The number in `column`, which may be NaN or infinite; an empty field is NaN.
  package func number(at column: Int) throws(RecordingError) -> Double {
    var field = trimmed(fields[column])
    if field.count >= 2, bytes[field.lowerBound] == UInt8(ascii: "\"") {
      field = trimmed(field.lowerBound + 1..<field.upperBound - 1)
    }
    if field.isEmpty { return .nan }
    guard let number = DecimalNumber.parse(bytes[field], decimalMark: decimalMark) else {
      throw error(column, .notANumber(text: text(at: column)))
    }
    return number
  }

  /// Whether the field in `column` holds nothing but blanks.
  func isEmpty(_ column: Int) -> Bool { trimmed(fields[column]).isEmpty }

  /// An error about the current row's field in `column`.
  func error(_ column: Int, _ problem: RecordingError.Problem) -> RecordingError {
    RecordingError(file: file, line: line, column: columnName(column), problem: problem)
  }

  private func columnName(_ column: Int) -> String {
    column < header.count ? header[column] : "\(column + 1)"
  }

  private func trimmed(_ field: Range<Int>) -> Range<Int> {
    var (lower, upper) = (field.lowerBound, field.upperBound)
    while lower < upper, Self.isBlank(bytes[lower]) { lower += 1 }
    while lower < upper, Self.isBlank(bytes[upper - 1]) { upper -= 1 }
    return lower..<upper
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func endsLine(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}

// MARK: - Columns

extension TableReader {
  /// Where the column called `name` stands, or `nil`.
  package func column(named name: String) -> Int? { header.firstIndex(of: name) }

  /// Where the columns called `names` stand.
  func columns(_ names: [String]) throws(RecordingError) -> [Int] {
    let missing = names.filter { !header.contains($0) }
    guard missing.isEmpty else {
      throw RecordingError(file: file, line: 1, problem: .missingColumns(missing))
    }
    return names.compactMap { column(named: $0) }
  }
}

// MARK: - All rows

extension TableReader {
  /// Reads all rows that are left, the reader standing on each in turn.
  ///
  /// An error in a last row without a line end means that the row was cut off: it counts in
  /// ``incompleteRows`` instead.
  package mutating func forEachRow(
    _ body: (TableReader) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    while try next() {
      do throws(RecordingError) {
        try body(self)
      } catch {
        guard mayBeCutOff else { throw error }
        rejectAsCutOff()
      }
    }
  }

  /// The finite number in `column`.
  func finiteNumber(at column: Int) throws(RecordingError) -> Double {
    let value = try number(at: column)
    guard value.isFinite else { throw error(column, .notFinite(text: text(at: column))) }
    return value
  }
}
