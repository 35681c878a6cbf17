/// A file's bytes and header, for the recognition of its format.
///
/// Of a file that is read piece by piece the bytes are those of the first piece, and formats read
/// the rest by a ``TableReader`` or ``LineReader``.
struct FileContents {
  /// The name of the file in errors.
  let name: String
  /// The bytes of the file, or of its first piece, without a byte-order mark.
  let bytes: [UInt8]
  /// What follows ``bytes``; `nil` if they are the whole file.
  let rest: (source: ByteSource, offset: Int)?
  /// The names of the columns in the first line; empty for text that is not a table.
  private(set) var header: [String] = []
  /// The separator of the first line: a comma, a semicolon or a tab.
  private(set) var separator = UInt8(ascii: ",")
  /// The pass over a file that is streamed; `nil` where the samples are collected.
  var pass: SamplePass?

  /// The contents of a whole file.
  ///
  /// - Throws: ``RecordingError`` for bytes that are not text.
  init(_ bytes: [UInt8], name: String) throws(RecordingError) {
    self.name = name
    self.bytes = TextCheck.withoutByteOrderMark(bytes)
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
    bytes = TextCheck.withoutByteOrderMark(piece)
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
    guard header.isEmpty || !header.contains(where: { $0.first?.isLetter ?? false }) else {
      return false
    }
    var table = TableReader(headerless: self, columns: names, separator: separator)
    guard (try? table.next()) == true else { return false }
    return names.indices.allSatisfy { (try? table.number(at: $0)) != nil && !table.isEmpty($0) }
  }
}
