internal import MotionFusion

/// A file's bytes and header, for the recognition of its format.
///
/// For a file that is read piece by piece, these are the bytes of the first piece; a
/// ``TableReader`` reads the rest.
struct FileContents {
  /// The name of the file in errors.
  let name: String
  /// The bytes of the file, or of its first piece, without a byte-order mark; a preamble is blank.
  let bytes: [UInt8]
  /// The preamble, and the place of the header.
  let head: TableHead
  /// The rest of the file after ``bytes``; `nil` if they are the whole file.
  private(set) var rest: (source: ByteSource, offset: Int)?
  /// The names of the columns in the first line; empty for text that is not a table.
  private(set) var header: [String] = []
  /// The separator of the rows: a comma, a semicolon, a tab, `|`, or a space for blanks.
  var separator: UInt8 { head.separator }
  /// The pass over a file that is streamed; `nil` if the samples are collected.
  var pass: SamplePass?

  /// The contents of a whole file.
  ///
  /// - Throws: ``RecordingError`` for bytes that are not text.
  init(_ bytes: [UInt8], name: String) throws(RecordingError) {
    self.name = name
    var text = TextCheck.utf8(bytes)
    head = TableHead(blanking: &text)
    self.bytes = text
    rest = nil
    try check()
    try readHeader()
  }

  /// The contents of a file that is read piece by piece; ``check()`` checks its bytes.
  ///
  /// - Throws: ``RecordingError`` if the file cannot be read.
  init(_ source: ByteSource, name: String) throws(RecordingError) {
    self.name = name
    let piece = try source.piece(at: 0)
    var text = TextCheck.withoutByteOrderMark(piece)
    var head = TableHead(blanking: &text)
    if piece.count < min(TableHead.longest, source.count) {
      var start = piece
      while start.count < TableHead.longest, let next = try? source.piece(at: start.count),
        !next.isEmpty
      {
        start += next
      }
      let whole = TableHead(blanking: &start)
      (head.separator, head.decimalMark) = (whole.separator, whole.decimalMark)
      head.pointsGroup = whole.pointsGroup
    }
    self.head = head
    bytes = text
    rest = piece.count < source.count ? (source, piece.count) : nil
    try readHeader()
  }

  var firstPiece: FileContents {
    var file = self
    file.rest = nil
    file.pass = nil
    return file
  }

  /// Checks that all bytes are text.
  ///
  /// - Throws: ``RecordingError``.
  func check() throws(RecordingError) {
    var text = TextCheck()
    text.add(bytes)
    if let rest {
      var offset = rest.offset
      while offset < rest.source.count {
        let piece = try rest.source.piece(at: offset)
        text.add(piece)
        offset += piece.count
      }
    }
    try text.finish(file: name)
  }

  private mutating func readHeader() throws(RecordingError) {
    // A JSON array of objects is no table.
    if bytes.lazy.filter({ !$0.isWhitespace }).prefix(2).elementsEqual("[{".utf8) { return }
    do throws(RecordingError) {
      header = try TableReader(self).header
    } catch {
      guard error.problem == .badQuotes else { throw error }
    }
  }

  /// The contents of the file `other` in the same folder.
  func sibling(_ other: String) throws(RecordingError) -> FileContents {
    let folder = name.lastIndex(of: "/").map { name[...$0] } ?? ""
    let path = other.hasPrefix("/") ? other : folder + other
    guard let bytes = try? InputFile.read(path) else {
      throw RecordingError(
        file: name, "expected the file \(path.quoted()) of --columns, which cannot be read")
    }
    return try FileContents(bytes, name: path)
  }

  /// The name without folders and extension, which is the user in some data sets.
  var baseName: String {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return last }
    return String(last[..<dot])
  }

  func hasColumns(_ names: [String]) -> Bool { names.allSatisfy(header.contains) }

  /// The rows of a file without a header, whose first line with data has one number for each of
  /// these columns; `nil` for another file.
  func headerless(_ columns: [String], separator: UInt8) -> TableReader? {
    guard
      header.isEmpty || head.hasCommentedHeader
        || !header.contains(where: { $0.first?.isLetter ?? false })
    else { return nil }
    let table = TableReader(headerless: self, columns: columns, separator: separator)
    guard let first = table.atNextRow,
      columns.indices.allSatisfy({ (try? first.number(at: $0)) != nil && !first.isEmpty($0) })
    else { return nil }
    return table
  }
}

/// A file of numbers that is no text, which the Python package reads, or a model.
struct OtherContainer {
  private let name: String
  private let advice: String

  static let workbook = OtherContainer(name: "an Excel workbook", advice: python("excel"))

  /// The advice for a container that the Python package reads with this extra.
  private static func python(_ extra: String) -> String {
    "save it as CSV, or read it in Python: pip install inertial[\(extra)], then inertial.read(path)"
  }

  /// The container that starts with these bytes; `nil` for another file.
  static func container(_ bytes: [UInt8]) -> OtherContainer? {
    let kinds: [(start: [UInt8], name: String, advice: String)] = [
      (Array("inertial model\n".utf8), "a model", "pass it to 'inertial recognize' by --model"),
      ([0xD0, 0xCF, 0x11, 0xE0], "an Excel workbook of old form", "save it as .xlsx or CSV"),
      (Array("PAR1".utf8), "a Parquet file", python("table")),
      (Array("ARROW1".utf8), "an Arrow file", python("table")),
      (Array("MATLAB".utf8), "a MAT file", python("matlab")),
      ([0x89] + Array("HDF".utf8), "an HDF5 file", python("matlab")),
      (Array("#ROSBAG".utf8), "a ROS bag", python("ros")),
      ([0x89] + Array("MCAP".utf8), "an MCAP file", python("ros")),
      (Array("SQLite format 3".utf8), "an SQLite file", python("ros")),
    ]
    return kinds.first { bytes.starts(with: $0.start) }.map {
      Self(name: $0.name, advice: $0.advice)
    }
  }

  /// The error that names the way to read it.
  func error(file: String) -> RecordingError {
    RecordingError(file: file, "expected a table as text, got \(name); \(advice)")
  }
}

/// Takes each sample that is kept of a file of raw samples, in order, instead of collecting them.
typealias SamplePass = (SensorSample) throws(RecordingError) -> Void

/// Checks piece by piece that the bytes of a file are text and not blank.
struct TextCheck {
  /// The bytes that some programs write before UTF-8 text.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private var hasText = false
  private var isText = true
  /// The begin of a character at the end of the last piece.
  private var begun: [UInt8] = []

  static func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes
  }

  /// The text of a whole file as UTF-8, without a byte-order mark.
  ///
  /// UTF-16 is known by its mark, or by the zeros in its first characters. Text in neither encoding
  /// and without control characters is ``LegacyText``.
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if let isBigEndian = isBigEndian(bytes) {
      let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
      }
      return withoutByteOrderMark(Array(String(decoding: units, as: UTF16.self).utf8))
    }
    let plain = withoutChecksums(withoutByteOrderMark(bytes))
    let text = separatingTimes(plain) ?? VectorLines.table(plain) ?? plain
    guard text.contains(where: { $0 >= 0x80 }), !text.contains(where: isControl), !isText(text)
    else { return text }
    return LegacyText.utf8(text) ?? text
  }

  /// Whether UTF-16 is big-endian; `nil` for another encoding.
  private static func isBigEndian(_ bytes: [UInt8]) -> Bool? {
    if bytes.starts(with: [0xFE, 0xFF]) { return true }
    if bytes.starts(with: [0xFF, 0xFE]) { return false }
    let pairs = bytes.prefix(32)
    guard pairs.count >= 8 else { return nil }
    let zeros = pairs.indices.filter { pairs[$0] == 0 }
    guard zeros.count == pairs.count / 2 else { return nil }
    if zeros.allSatisfy({ $0 % 2 == 0 }) { return true }
    return zeros.allSatisfy { $0 % 2 == 1 } ? false : nil
  }

  /// Checks that the bytes of a whole file are text, and not blank.
  ///
  /// - Throws: As ``finish(file:)``.
  static func check(_ bytes: [UInt8], file: String) throws(RecordingError) {
    var text = TextCheck()
    text.add(bytes)
    try text.finish(file: file)
  }

  /// Whether the first piece of a file begins text that ``utf8(_:)`` leaves as it is.
  static func isAsRead(_ piece: [UInt8]) -> Bool {
    var text = TextCheck()
    text.add(piece)
    return text.isText && TableHead.lines(of: piece).allSatisfy { stamp(in: piece[$0]) == nil }
      && checksum(in: piece.prefix { !$0.isLineEnd }) == nil
      && !VectorLines.start(piece)
  }

  /// The text with blanks for the checksums of sentences such as `$VNYMR,1,2*5A`.
  private static func withoutChecksums(_ text: [UInt8]) -> [UInt8] {
    guard checksum(in: text.prefix { !$0.isLineEnd }) != nil else { return text }
    var result = text
    for line in text.split(whereSeparator: \.isLineEnd) {
      for index in checksum(in: line) ?? 0..<0 { result[index] = UInt8(ascii: " ") }
    }
    return result
  }

  /// The place of the checksum at the end of a sentence.
  private static func checksum(in line: ArraySlice<UInt8>) -> Range<Int>? {
    guard line.first == UInt8(ascii: "$"), line.count > 4,
      line[line.endIndex - 3] == UInt8(ascii: "*")
    else { return nil }
    return line.endIndex - 3..<line.endIndex
  }

  /// The text with a separator after the times of a serial monitor, `10:20:30.120 -> 0.1,0.2`, or
  /// of ESP-IDF's log, `I (310) IMU: ax=0.1 ay=0.2`; `nil` for another text.
  private static func separatingTimes(_ text: [UInt8]) -> [UInt8]? {
    let first = TableHead.lines(of: text).lazy.compactMap { stamp(in: text[$0]) }.first
    guard let first else { return nil }
    var result = text
    for line in text.split(whereSeparator: \.isLineEnd) {
      guard let (time, rest) = stamp(in: line) else { continue }
      for index in line.indices where !time.contains(index) && !rest.indices.contains(index) {
        result[index] = UInt8(ascii: " ")
      }
      result[rest.startIndex - 1] = TableHead.separator(of: rest)
    }
    if let table = VectorLines.table(result) { return table }
    // The names came with the first time.
    if !TableHead.isLikeRow(first.rest), !first.rest.contains(UInt8(ascii: "=")) {
      result.replaceSubrange(first.time, with: "time".utf8)
    }
    return result
  }

  /// The time in front of a line of a log, and the rest of the line.
  private static func stamp(
    in line: ArraySlice<UInt8>
  ) -> (time: Range<Int>, rest: ArraySlice<UInt8>)? {
    func isTime(_ range: Range<Int>) -> Bool {
      let text = String(decoding: line[range], as: UTF8.self).trimmed
      return ClockTime.seconds(text) != nil
    }
    if let end = line.prefix(20).firstIndex(of: UInt8(ascii: ">")), end > line.startIndex,
      line[end - 1] == UInt8(ascii: "-"), isTime(line.startIndex..<end - 1)
    {
      return (line.startIndex..<end - 1, line[(end + 1)...])
    }
    // The level is a letter, perhaps after the escape sequence of a colour, which another one ends.
    var text = line
    if text.first == 0x1B {
      text = text.drop { $0 != UInt8(ascii: "m") }.dropFirst()
      text = text[..<(text.lastIndex(of: 0x1B) ?? text.endIndex)]
    }
    guard let level = text.first, "EWIDV".utf8.contains(level),
      text.dropFirst().starts(with: " (".utf8),
      let end = text.firstIndex(of: UInt8(ascii: ")")),
      text[(text.startIndex + 3)..<end].allSatisfy({ (0x30...0x39).contains($0) })
        || isTime(text.startIndex + 3..<end),
      let colon = text[end...].firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return (text.startIndex + 3..<end, text[(colon + 1)...])
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && !byte.isBlank && !byte.isLineEnd
  }

  /// Adds the next piece, without a byte-order mark.
  mutating func add(_ piece: [UInt8]) {
    if !hasText { hasText = piece.contains { !$0.isBlank && !$0.isLineEnd } }
    guard isText else { return }
    var bytes = piece
    if !begun.isEmpty { bytes = begun + piece }
    // Up to three bytes of a character that the piece cuts wait for the next piece.
    let last = bytes.suffix(3).lastIndex { $0 >= 0xC0 } ?? bytes.endIndex
    let first = last < bytes.endIndex ? bytes[last] : 0
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    let isCut = last < bytes.endIndex && last + length > bytes.endIndex
    begun = isCut ? Array(bytes[last...]) : []
    isText = Self.isText(isCut ? Array(bytes[..<last]) : bytes)
  }

  /// Ends the file.
  ///
  /// - Throws: ``RecordingError`` for blank bytes, and for bytes that are not UTF-8 or have a zero.
  func finish(file: String) throws(RecordingError) {
    guard hasText else { throw RecordingError(file: file, problem: .empty) }
    guard isText, begun.isEmpty else { throw RecordingError(file: file, problem: .notText) }
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    // The usual case, one operation a byte: the first bit is set for 0 and for what is not ASCII.
    var firstBits: UInt8 = 0
    bytes.withUnsafeBufferPointer { for byte in $0 { firstBits |= byte | (byte &- 1) } }
    return firstBits < 0x80
      || !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
  }
}
