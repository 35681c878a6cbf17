/// Reads a table of separated values (RFC 4180) row by row, with line numbers for errors.
///
/// The separator is the most frequent of comma, semicolon, tab and `|` in the header, or blanks if
/// there is none. With semicolons and tabs, a comma may be the decimal mark. Lines end in LF or
/// CRLF; a byte-order mark and empty lines are skipped. Columns are found by name, in any order.
///
/// A table without a header has its columns from the format, separated by commas or blanks; lines
/// that start with `#` are comments.
///
/// No package is used because the maintained CSV packages return strings without line numbers and
/// pad short rows with empty fields, which hides where a file was cut off.
package struct TableReader {
  /// The name of the file in errors.
  package let file: String
  /// The names of the columns, without surrounding blanks.
  package private(set) var header: [String] = []
  /// The line on which the current row starts, from 1.
  package private(set) var line = 0
  /// The number of incomplete rows at a cut-off end: 0 or 1.
  package private(set) var incompleteRows = 0
  private var texts = Occurrences()
  private var cutRows = Occurrences()
  /// The warnings about these rows and lines of text; empty for none.
  var warnings: [RecordingWarning] {
    var warnings: [RecordingWarning] = []
    if texts.total > 0 {
      warnings.append(
        RecordingWarning(file: file, line: texts.firstLine, kind: .textLines, count: texts.total))
    }
    if cutRows.total > 0 {
      warnings.append(
        RecordingWarning(file: file, line: cutRows.firstLine, kind: .cutRows, count: cutRows.total))
    }
    if incompleteRows > 0 {
      warnings.append(RecordingWarning(file: file, kind: .incompleteRows, count: incompleteRows))
    }
    return warnings
  }

  /// The table, or the part of it from which the current row is read.
  private var bytes: [UInt8]
  /// The rest of a file that is read piece by piece, after ``bytes``; `nil` for a table in memory.
  private var rest: (source: ByteSource, offset: Int)?
  private var position = 0
  private var nextLine = 1
  /// The line of each line of the table in the text that it was made of; `nil` for the same.
  private let lines: [Int]?
  /// A comma, a semicolon, a tab, `|`, or a space for any run of blanks.
  package private(set) var separator = UInt8(ascii: ",")
  private var hasHeader = true
  /// The name in front of each field, as in `ax:1.5`; empty for plain fields.
  private var labels: [[UInt8]] = []
  /// The decimal mark, beside the point.
  private var decimalMark = UInt8(ascii: ".")
  /// As of ``TableHead``.
  private var (pointsGroup, isFramed) = (false, false)
  private var units: [[UInt8]] = []
  /// Whether rows may have more fields than columns, and shorter rows are skipped.
  var allowsRaggedRows = false
  /// For a table of an unknown program, whether a text is the name of a sensor's column.
  ///
  /// Lines of text among the rows, such as a logger's messages or the header again, are left out
  /// and counted, and numbers may have separators of thousands.
  var isSensorName: (@Sendable (String) -> Bool)?
  /// The column whose text says which rows are read; other rows are skipped.
  private var filter: (column: Int, keeps: @Sendable (String) -> Bool)?
  /// A longer row is not kept for a look back.
  private static let longestKeptRow = 4096
  /// The byte ranges of the current row's fields, quotes included.
  private var fields: [Range<Int>] = []

  /// Reads the header of the table in `bytes`.
  ///
  /// - Parameter lines: The lines in errors; `nil` for those of `bytes`.
  /// - Throws: ``RecordingError`` for bytes that are not text, or without a header.
  package init(
    _ bytes: [UInt8], file: String, lines: [Int]? = nil
  ) throws(RecordingError) {
    self.file = file
    self.lines = lines
    self.bytes = TextCheck.withoutByteOrderMark(bytes)
    try TextCheck.check(self.bytes, file: file)
    let firstLine = self.bytes.drop { $0.isBlank || $0.isLineEnd }.prefix { !$0.isLineEnd }
    separator = TableHead.separator(of: firstLine)
    decimalMark = TableHead.decimalMark(beside: separator)
    try readHeader()
  }

  /// Reads the header of the table in `file`.
  init(_ file: FileContents) throws(RecordingError) {
    self.file = file.name
    lines = nil
    bytes = file.bytes
    rest = file.rest
    (separator, decimalMark) = (file.head.separator, file.head.decimalMark)
    (pointsGroup, isFramed) = (file.head.pointsGroup, file.head.isFramed)
    units = file.head.units
    if let names = file.head.labels {
      header = names.map { $0.isEmpty ? "time" : $0 }
      (hasHeader, labels) = (false, names.map { Array($0.utf8) })
    } else {
      try readHeader()
    }
  }

  private mutating func readHeader() throws(RecordingError) {
    guard try readRow() else { throw RecordingError(file: file, problem: .empty) }
    header = fields.indices.map { text(at: $0) }
  }

  /// Reads a table without a header, with these column names.
  ///
  /// - Parameter separator: A comma, or a space for any run of blanks.
  init(headerless file: FileContents, columns: [String], separator: UInt8) {
    self.file = file.name
    lines = nil
    bytes = file.bytes
    rest = file.rest
    self.separator = separator
    decimalMark =
      separator == file.separator
      ? file.head.decimalMark : TableHead.decimalMark(beside: separator)
    (pointsGroup, isFramed) = (file.head.pointsGroup, file.head.isFramed)
    hasHeader = false
    header = columns
    // A format with other columns has no labels.
    let names = file.head.labels ?? []
    labels = names.count == columns.count ? names.map { Array($0.utf8) } : []
    if file.head.hasCommentedHeader {
      for index in file.head.header { bytes[index] = UInt8(ascii: " ") }
    }
  }

  // MARK: - Rows

  /// Continues with `bytes`, which start at line `line`, for a table that arrives line by line.
  mutating func continueReading(_ bytes: [UInt8], line: Int) {
    self.bytes = bytes
    rest = nil
    position = 0
    nextLine = line
  }

  /// Replaces the names of the columns.
  mutating func rename(_ names: [String]) { header = names }

  /// Skips rows with another text in `column` than those that `keeps` takes.
  mutating func keepRows(_ column: Int, where keeps: @escaping @Sendable (String) -> Bool) {
    filter = (column, keeps)
  }

  /// Advances to the next row; `false` at the end.
  ///
  /// A last row that is too short and has no line end was cut off: it is counted in
  /// ``incompleteRows`` and left out.
  mutating func next() throws(RecordingError) -> Bool {
    guard let filter else { return try nextRow() }
    while try nextRow() {
      if filter.keeps(text(at: filter.column)) { return true }
    }
    return false
  }

  /// Reads the fields of a row, without its frame.
  private mutating func readRow() throws(RecordingError) -> Bool {
    guard try readFields() else { return false }
    if isFramed, trimmed(fields[0]).isEmpty {
      fields.removeFirst()
      if let last = fields.last, trimmed(last).isEmpty { fields.removeLast() }
    }
    return !fields.isEmpty
  }

  private mutating func nextRow() throws(RecordingError) -> Bool {
    guard try readRow() else { return false }
    if allowsRaggedRows {
      while fields.count < header.count { guard try readFields() else { return false } }
      return true
    }
    // Comments among the rows; a row may start with a mark too.
    while try isText
      || abs(fields.count - header.count) > 1
        && bytes[trimmed(fields[0])].first == UInt8(ascii: "#")
      || isCutByRestart
    {
      guard try readRow() else { return false }
    }
    // A row may end in a separator that the header lacks, or lack the header's.
    if fields.count == header.count + 1, trimmed(fields[header.count]).isEmpty {
      fields.removeLast()
    }
    if fields.count == header.count - 1, header.last == "", let end = fields.last?.upperBound {
      fields.append(end..<end)
    }
    guard fields.count == header.count else {
      if mayBeCutOff, fields.count < header.count {
        rejectAsCutOff()
        return false
      }
      throw RecordingError(
        file: file, line: line,
        problem: .wrongFieldCount(found: fields.count, expected: header.count))
    }
    if labels.isEmpty { return true }
    return try hasLabels()
  }

  /// Whether the current row is a line of text, which is counted.
  ///
  /// - Throws: ``RecordingError`` for names of other columns than the header's.
  private var isText: Bool {
    mutating get throws(RecordingError) {
      // Most rows start with a digit or a sign.
      guard let isSensorName, !mayBeCutOff, let first = bytes[trimmed(fields[0])].first,
        !(0x2B...0x39).contains(first) || fields.count != header.count
      else { return false }
      guard fields.count == header.count else {
        func isNumber(_ column: Int) -> Bool { (try? number(at: column)).map(\.isNaN) == false }
        let line = bytes[fields[0].lowerBound..<fields[fields.count - 1].upperBound]
        // Rows may end in a separator.
        let isWhole =
          fields.count > header.count && (header.count..<fields.count).allSatisfy(isEmpty)
        let isRow =
          2 * fields.indices.count(where: isNumber) >= fields.count
          || (0x30...0x39).contains(first)
            && (isWhole || !line.contains { (0x61...0x7A).contains($0 | 0x20) })
        if !isRow { texts.count(line: self.line) }
        return !isRow
      }
      let numbers = fields.indices.count(where: isNumberOrTime)
      let names = fields.indices.map(text)
      let isHeader = 2 * zip(names, header).count(where: ==) > names.count
      guard isHeader || numbers == 0 && !fields.indices.contains(where: isEmpty) else {
        return false
      }
      guard isHeader || !hasHeader || !names.contains(where: isSensorName) else {
        throw RecordingError(
          file: file, line: line,
          "expected the names of the first header again, got \(names.quoted()); read the parts "
            + "of the file as one file each")
      }
      texts.count(line: line)
      return true
    }
  }

  /// Whether a restart of the logger cut off the current row, which is counted.
  ///
  /// The header follows, perhaps in the same line and after lines of text, or a time starts again.
  private var isCutByRestart: Bool {
    mutating get {
      guard isSensorName != nil, labels.isEmpty, fields.count != header.count, isStartOfParts else {
        return false
      }
      cutRows.count(line: line)
      return true
    }
  }

  private var isStartOfParts: Bool {
    let last = fields.count - header.count
    if hasHeader, last >= 0,
      fields.indices.suffix(header.count - 1).map(text)[...] == header.dropFirst()
    {
      return text(at: last).hasSuffix(header[0])
    }
    guard last < 0 else { return false }
    var next = self
    var follows: [[Double]] = []
    for _ in 0..<32 where follows.count < 2 {
      guard (try? next.readRow()) == true else { return false }
      if hasHeader, next.fields.indices.map(next.text) == header { return true }
      if (try? next.isText) == true { continue }
      guard next.fields.count == header.count else { return false }
      follows.append(next.fields.indices.map { (try? next.number(at: $0)) ?? .nan })
    }
    // The row before.
    let end = bytes[..<fields[0].lowerBound].lastIndex { !$0.isLineEnd && !$0.isBlank } ?? 0
    let start = bytes[..<end].lastIndex(where: \.isLineEnd).map { $0 + 1 } ?? 0
    let row = TableHead.fields(bytes[start...end], separator: separator)
    guard follows.count == 2, row.count == header.count, let isSensorName else { return false }
    return header.indices.contains { column in
      let text = Array(String(decoding: row[column], as: UTF8.self).trimmed.utf8)
      guard !isSensorName(header[column]),
        let time = DecimalNumber.parse(text[...], decimalMark: decimalMark)
      else { return false }
      let (first, second) = (follows[0][column], follows[1][column])
      return first >= 0 && first < time / 2 && second > first
    }
  }

  /// Checks the names in front of the current row's fields; `false` for a row that is cut off.
  private mutating func hasLabels() throws(RecordingError) -> Bool {
    for (column, label) in labels.enumerated() where !label.isEmpty {
      let field = bytes[fields[column]].drop(while: \.isBlank)
      let end = field.dropFirst(label.count).first { !$0.isBlank }
      guard !field.starts(with: label) || end?.isLabelEnd != true else { continue }
      if mayBeCutOff {
        rejectAsCutOff()
        return false
      }
      let name = String(decoding: label, as: UTF8.self)
      throw error(column, .malformed("expected \(name.quoted()) in front of the number"))
    }
    return true
  }

  /// Whether the current row is the last and has no line end, so that its last field may be cut
  /// off.
  ///
  /// A row without a line end was read to the end of the file.
  var mayBeCutOff: Bool { position == bytes.count && bytes.last?.isLineEnd == false }

  /// Counts the current row as cut off.
  mutating func rejectAsCutOff() { incompleteRows += 1 }

  private mutating func readFields() throws(RecordingError) -> Bool {
    discardReadBytes()
    while try hasMore(), skipsLine {
      while try hasMore(), !bytes[position].isLineEnd { position += 1 }
      if position < bytes.count { try skipLineEnd() }
      discardReadBytes()
    }
    guard position < bytes.count else { return false }
    line = lines?[nextLine - 1] ?? nextLine
    fields.removeAll(keepingCapacity: true)
    if separator == UInt8(ascii: " ") {
      try readBlankSeparatedFields()
      return true
    }
    if readPlainFields() { return true }
    var start = position
    while try hasMore() {
      let byte = bytes[position]
      if byte == separator {
        fields.append(start..<position)
        position += 1
        start = position
      } else if byte.isLineEnd {
        break
      } else if byte == UInt8(ascii: "\""), position == start {
        try skipQuoted()
      } else {
        position += 1
      }
    }
    fields.append(start..<position)
    if position < bytes.count { try skipLineEnd() }
    return true
  }

  /// Reads the fields of a row without quotes whose end is in the piece; `false` for another row.
  private mutating func readPlainFields() -> Bool {
    let (separator, first) = (separator, position)
    var found: [Range<Int>] = []
    swap(&found, &fields)
    let next: Int? = bytes.withUnsafeBufferPointer { bytes in
      var start = first
      var place = first
      while place < bytes.count {
        let byte = bytes[place]
        if byte == separator {
          found.append(start..<place)
          start = place + 1
        } else if byte >= UInt8(ascii: "0") {
          // Most bytes are digits.
        } else if byte.isLineEnd {
          let isLong = byte == UInt8(ascii: "\r")
          guard place + 1 < bytes.count || !isLong else { return nil }
          found.append(start..<place)
          return isLong && bytes[place + 1] == UInt8(ascii: "\n") ? place + 2 : place + 1
        } else if byte == UInt8(ascii: "\"") {
          return nil
        }
        place += 1
      }
      return nil
    }
    if next == nil { found.removeAll(keepingCapacity: true) }
    swap(&found, &fields)
    guard let next else { return false }
    position = next
    nextLine += 1
    return true
  }

  private mutating func readBlankSeparatedFields() throws(RecordingError) {
    while try hasMore(), !bytes[position].isLineEnd {
      let start = position
      while try hasMore(), !bytes[position].isLineEnd, !bytes[position].isBlank { position += 1 }
      if position > start { fields.append(start..<position) }
      while try hasMore(), bytes[position].isBlank { position += 1 }
    }
    if position < bytes.count { try skipLineEnd() }
  }

  /// Whether the line at the current position is empty or a comment.
  private var skipsLine: Bool {
    let byte = bytes[position]
    guard !byte.isBlank else {
      return bytes[position...].first { !$0.isBlank }?.isLineEnd ?? false
    }
    return byte.isLineEnd || !hasHeader && byte == UInt8(ascii: "#")
  }

  private mutating func skipQuoted() throws(RecordingError) {
    position += 1
    while try hasMore() {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\n") { nextLine += 1 }
      position += 1
      guard byte == UInt8(ascii: "\"") else { continue }
      guard try hasMore() else { return }
      if bytes[position] == UInt8(ascii: "\"") {
        position += 1
      } else if bytes[position] == separator || bytes[position].isLineEnd {
        return
      } else {
        break
      }
    }
    throw RecordingError(
      file: file, line: line, column: columnName(fields.count), problem: .badQuotes)
  }

  private mutating func skipLineEnd() throws(RecordingError) {
    let byte = bytes[position]
    position += 1
    nextLine += 1
    if byte == UInt8(ascii: "\r"), try hasMore(), bytes[position] == UInt8(ascii: "\n") {
      position += 1
    }
  }

  // MARK: - Pieces

  /// Whether there is a byte at the position; at the end of a piece the next one is read.
  private mutating func hasMore() throws(RecordingError) -> Bool {
    if position < bytes.count { return true }
    return try readPiece()
  }

  /// Adds the next piece of the file; `false` at its end.
  @inline(never)
  private mutating func readPiece() throws(RecordingError) -> Bool {
    guard let (source, offset) = rest, offset < source.count else { return false }
    // Up to half a piece is before the row.
    guard bytes.count - source.pieceSize / 2 < ByteSource.longestLine else {
      throw RecordingError(
        file: file, line: nextLine,
        "expected a line end within \(ByteSource.longestLine >> 20) MiB")
    }
    let piece = try source.piece(at: offset)
    rest = (source, offset + piece.count)
    bytes += piece
    return true
  }

  /// Forgets the bytes before the last row, if they are over half a piece.
  private mutating func discardReadBytes() {
    guard let rest, position > rest.source.pieceSize / 2 else { return }
    let start = max(fields.first?.lowerBound ?? position, position - Self.longestKeptRow)
    bytes.removeFirst(start)
    position -= start
    fields.removeAll(keepingCapacity: true)
  }

  // MARK: - Fields of the current row

  func bytes(at column: Int) -> ArraySlice<UInt8> { bytes[fields[column]] }

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
    if column < units.count, bytes[field].reversed().starts(with: units[column].reversed()) {
      field = trimmed(field.lowerBound..<field.upperBound - units[column].count)
    }
    let mark = decimalMark
    if pointsGroup, isSensorName != nil,
      let number = DecimalNumber.grouped(bytes[field], decimalMark: mark)
    {
      return number
    }
    let number = bytes.withUnsafeBufferPointer {
      DecimalNumber.parse(UnsafeBufferPointer(rebasing: $0[field]), decimalMark: mark)
    }
    if let number { return number }
    if isSensorName != nil, let number = DecimalNumber.grouped(bytes[field], decimalMark: mark) {
      return number
    }
    // Some rows end in a semicolon.
    guard bytes[field].last == UInt8(ascii: ";"),
      let number = DecimalNumber.parse(bytes[field].dropLast(), decimalMark: decimalMark)
    else { throw error(column, .notANumber(text: text(at: column))) }
    return number
  }

  /// Whether the field in `column` is empty or blank.
  func isEmpty(_ column: Int) -> Bool {
    let field = bytes[trimmed(fields[column])]
    guard let first = field.first else { return true }
    // Most fields start with a digit or a sign.
    return first | 0x20 == UInt8(ascii: "n") && Self.missing.contains(Array(field))
  }

  /// The words of programs for a value that is missing.
  private static let missing = Set(["null", "NULL", "None", "NA", "N/A"].map { Array($0.utf8) })

  /// Whether the field in `column` is a number, a date or a time of day.
  func isNumberOrTime(_ column: Int) -> Bool {
    column < fields.count && !isEmpty(column)
      && ((try? number(at: column)) != nil || ClockTime.seconds(text(at: column)) != nil)
  }

  /// An error about the current row's field in `column`.
  func error(_ column: Int, _ problem: RecordingError.Problem) -> RecordingError {
    RecordingError(file: file, line: line, column: columnName(column), problem: problem)
  }

  private func columnName(_ column: Int) -> String {
    column < header.count ? header[column] : "\(column + 1)"
  }

  @inline(__always)
  private func trimmed(_ field: Range<Int>) -> Range<Int> {
    bytes.withUnsafeBufferPointer { bytes in
      var (lower, upper) = (field.lowerBound, field.upperBound)
      if let first = labels.first, !first.isEmpty || field.lowerBound > fields[0].lowerBound,
        let end = bytes[field].firstIndex(where: \.isLabelEnd)
      {
        lower = end + 1
      }
      while lower < upper, bytes[lower].isBlank { lower += 1 }
      while lower < upper, bytes[upper - 1].isBlank { upper -= 1 }
      return lower..<upper
    }
  }
}

// MARK: - Columns

extension TableReader {
  /// The index of the column called `name`, or `nil`.
  package func column(named name: String) -> Int? { header.firstIndex(of: name) }

  /// The indices of the columns called `names`.
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
  /// Calls `body` at each of the remaining rows.
  ///
  /// A last row without a line end that `body` throws for was cut off: it is counted in
  /// ``incompleteRows`` and not an error.
  package mutating func forEachRow(
    _ body: (borrowing TableReader) throws(RecordingError) -> Void
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

  func finiteNumber(at column: Int) throws(RecordingError) -> Double {
    let value = try number(at: column)
    guard value.isFinite else { throw error(column, .notFinite(text: text(at: column))) }
    return value
  }
}

/// The number of cases of a fault, with the line of the first.
struct Occurrences {
  private(set) var total = 0
  private(set) var firstLine: Int?

  mutating func count(line: Int) {
    total += 1
    if firstLine == nil { firstLine = line }
  }

  /// Adds cases that follow these.
  mutating func add(_ other: Occurrences) {
    total += other.total
    if firstLine == nil { firstLine = other.firstLine }
  }
}
