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
