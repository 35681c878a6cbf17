/// Checks that the bytes of a file, which come piece by piece, are text and not blank.
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
    // Of a character that the piece cuts, up to three bytes wait for the next piece.
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
