internal import MotionFusion

/// A file's bytes and header, for the recognition of its format.
///
/// For a file that is read piece by piece, these are the bytes of the first piece. Formats read the
/// rest with a ``TableReader`` or ``LineReader``.
struct FileContents {
  /// The name of the file in errors.
  let name: String
  /// The bytes of the file, or of its first piece, without a byte-order mark; a preamble is blank.
  let bytes: [UInt8]
  /// The preamble, and the place of the header.
  let head: TableHead
  /// The rest of the file after ``bytes``; `nil` if they are the whole file.
  let rest: (source: ByteSource, offset: Int)?
  /// The names of the columns in the first line; empty for text that is not a table.
  private(set) var header: [String] = []
  /// The separator of the first line: a comma, a semicolon, a tab, or a space for blanks.
  private(set) var separator = UInt8(ascii: ",")
  /// The pass over a file that is streamed; `nil` if the samples are collected.
  var pass: SamplePass?

  /// The contents of a whole file.
  ///
  /// - Throws: ``RecordingError`` for bytes that are not text.
  init(_ bytes: [UInt8], name: String) throws(RecordingError) {
    self.name = name
    var text = TextCheck.withoutByteOrderMark(bytes)
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
    head = TableHead(blanking: &text)
    bytes = text
    rest = piece.count < source.count ? (source, piece.count) : nil
    try readHeader()
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
    do throws(RecordingError) {
      let table = try TableReader(self)
      (header, separator) = (table.header, table.separator)
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
        file: name,
        problem: .malformed("expected the file \(path.quoted()) of --columns, which cannot be read")
      )
    }
    return try FileContents(bytes, name: path)
  }

  /// The name without folders and extension, which is the user in some data sets.
  var baseName: String {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return last }
    return String(last[..<dot])
  }

  /// Whether the header has all of `names`.
  func hasColumns(_ names: [String]) -> Bool { names.allSatisfy(header.contains) }

  /// Whether the file has no header: its first line with data has exactly `columns` numbers.
  func isHeaderless(columns: Int, separator: UInt8) -> Bool {
    let names = (0..<columns).map(String.init)
    guard
      header.isEmpty || head.hasCommentedHeader
        || !header.contains(where: { $0.first?.isLetter ?? false })
    else {
      return false
    }
    var table = TableReader(headerless: self, columns: names, separator: separator)
    guard (try? table.next()) == true else { return false }
    return names.indices.allSatisfy { (try? table.number(at: $0)) != nil && !table.isEmpty($0) }
  }
}

/// One pass over a file of raw samples whose samples are handed over instead of collected.
final class SamplePass {
  /// Takes each sample that is kept, in order.
  let receive: (SensorSample) throws(RecordingError) -> Void

  init(receive: @escaping (SensorSample) throws(RecordingError) -> Void) { self.receive = receive }
}

/// Reads the lines of a file, which may be read piece by piece.
struct LineReader {
  /// The number of the last line, from 1.
  private(set) var line = 0
  /// Whether the last line has no line feed, so that it may be cut off.
  private(set) var isCutOff = false

  private let file: String
  private var bytes: [UInt8]
  private var rest: (source: ByteSource, offset: Int)?
  private var position = 0

  init(_ file: FileContents) {
    self.file = file.name
    bytes = file.bytes
    rest = file.rest
  }

  /// The next line without its line feed; `nil` at the end.
  mutating func next() throws(RecordingError) -> ArraySlice<UInt8>? {
    var searched = position
    while true {
      if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        line += 1
        return bytes[position..<end]
      }
      searched = bytes.count
      guard let (source, offset) = rest, offset < source.count else { break }
      bytes.removeFirst(position)
      searched -= position
      position = 0
      guard bytes.count < ByteSource.longestLine else {
        throw ByteSource.lineTooLong(file: file, line: line + 1)
      }
      let piece = try source.piece(at: offset)
      rest = (source, offset + piece.count)
      bytes += piece
    }
    guard position < bytes.count else { return nil }
    defer { position = bytes.count }
    line += 1
    isCutOff = true
    return bytes[position...]
  }
}

/// Checks piece by piece that the bytes of a file are text and not blank.
struct TextCheck {
  /// The bytes that some programs write before UTF-8 text.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private var hasText = false
  private var isText = true
  /// The begin of a character at the end of the last piece.
  private var begun: [UInt8] = []

  /// The text without a byte-order mark at its start.
  static func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes
  }

  /// Adds the next piece, without a byte-order mark.
  mutating func add(_ piece: [UInt8]) {
    if !hasText { hasText = piece.contains { !$0.isBlank && !$0.isLineEnd } }
    guard isText else { return }
    var bytes = piece
    if !begun.isEmpty { bytes = begun + piece }
    // Up to three bytes of a character that the piece cuts wait for the next piece.
    let last = bytes.suffix(3).lastIndex { $0 >= 0xC0 } ?? bytes.endIndex
    let length = last < bytes.endIndex ? Self.length(of: bytes[last]) : 0
    let isCut = last + length > bytes.endIndex
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

  /// The number of bytes of the character that begins with `byte`.
  private static func length(of byte: UInt8) -> Int {
    byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
  }
}
