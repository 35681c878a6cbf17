/// Reads the words of a text, separated by white space, and counts lines.
package struct WordScanner {
  /// The name of the file in errors.
  package let file: String
  /// The line of the last word, from 1.
  package private(set) var line = 1

  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8], file: String) throws(RecordingError) {
    guard !bytes.isEmpty else { throw RecordingError(file: file, problem: .empty) }
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
      throw RecordingError(file: file, problem: .notText)
    }
    self.bytes = bytes
    self.file = file
  }

  /// The next word; `nil` at the end.
  package mutating func next() -> String? {
    nextBytes().map { String(decoding: $0, as: UTF8.self) }
  }

  /// The next word.
  ///
  /// - Parameter what: The expected word, for the message at the end of the file.
  package mutating func word(_ what: String) throws(RecordingError) -> String {
    guard let word = next() else { throw error("expected \(what), got the end of the file") }
    return word
  }

  /// Skips a word that must be one of `words`.
  package mutating func expect(_ words: [String]) throws(RecordingError) {
    let expected = words.joined(separator: " or ")
    let found = try word(expected)
    guard words.contains(found) else {
      throw error("expected \(expected), got \(found.quoted(atMost: 40))")
    }
  }

  /// The next word as an integer in `range`.
  package mutating func count(_ what: String, in range: ClosedRange<Int>) throws(RecordingError)
    -> Int
  {
    let found = try word(what)
    guard let count = Int(found), range.contains(count) else {
      throw error("expected \(what), got \(found.quoted(atMost: 40))")
    }
    return count
  }

  /// The next word as a number.
  package mutating func number() throws(RecordingError) -> Double {
    guard let word = nextBytes() else { throw error("expected a number, got the end of the file") }
    guard let number = DecimalNumber.parse(word, decimalMark: UInt8(ascii: ".")) else {
      throw RecordingError(
        file: file, line: line,
        problem: .notANumber(text: String(decoding: word.prefix(40), as: UTF8.self)))
    }
    return number
  }

  /// The rest of the line after the last word, without surrounding blanks.
  package mutating func restOfLine() -> String {
    let rest = bytes[position...].prefix { $0 != UInt8(ascii: "\n") }
    position = rest.endIndex
    let text = rest.drop(while: \.isWhitespace)
    let end = text.lastIndex { !$0.isWhitespace }
    return end.map { String(decoding: text[...$0], as: UTF8.self) } ?? ""
  }

  /// An error at the current line.
  package func error(_ text: String) -> RecordingError {
    RecordingError(file: file, line: line, problem: .malformed(text))
  }

  private mutating func nextBytes() -> ArraySlice<UInt8>? {
    while position < bytes.count, bytes[position].isWhitespace {
      if bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    let word = bytes[position...].prefix { !$0.isWhitespace }
    position = word.endIndex
    return word.isEmpty ? nil : word
  }
}
