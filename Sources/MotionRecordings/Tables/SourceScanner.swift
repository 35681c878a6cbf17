/// Reads literals of Python or Swift source: texts in quotes, numbers and brackets.
struct SourceScanner {
  /// The name of the file in errors.
  let file: String
  /// The line of the position, from 1.
  private(set) var line = 1

  private let bytes: [UInt8]
  private var position = 0

  /// A place to return to.
  struct Place {
    fileprivate var position: Int
    fileprivate var line: Int
  }

  init(_ bytes: [UInt8], file: String) throws(RecordingError) {
    guard !bytes.isEmpty else { throw RecordingError(file: file, problem: .empty) }
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
      throw RecordingError(file: file, problem: .notText)
    }
    self.bytes = bytes
    self.file = file
  }

  /// The current place.
  var place: Place { Place(position: position, line: line) }

  /// Returns to a place.
  mutating func go(to place: Place) {
    position = place.position
    line = place.line
  }

  /// The byte at the position, white space and comments skipped; `nil` at the end.
  mutating func peek() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "#") || (byte == UInt8(ascii: "/") && isNext(UInt8(ascii: "/"))) {
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
      } else if byte.isWhitespace {
        advance()
      } else {
        return byte
      }
    }
    return nil
  }

  /// Skips this byte, if it is next after white space and comments.
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    advance()
    return true
  }

  /// Skips one byte.
  mutating func advance() {
    guard position < bytes.count else { return }
    if bytes[position] == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  /// Takes a text in single or double quotes that ends on its line; `nil` if none is next.
  mutating func text() -> String? {
    guard let quote = peek(), quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
      return nil
    }
    let rest = bytes[(position + 1)...]
    guard let end = rest.firstIndex(where: { $0 == quote || $0 == UInt8(ascii: "\n") }),
      bytes[end] == quote
    else { return nil }
    position = end + 1
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// Takes an identifier; `nil` if none is next.
  mutating func identifier() -> String? {
    guard let first = peek(), first.isIdentifier, !(0x30...0x39).contains(first) else { return nil }
    let name = bytes[position...].prefix(while: \.isIdentifier)
    position = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  /// Takes a list of numbers in brackets.
  mutating func numbers() throws(RecordingError) -> [Double] {
    guard take(UInt8(ascii: "[")) else { throw expected("a list of numbers in brackets") }
    var numbers: [Double] = []
    while !take(UInt8(ascii: "]")) {
      guard peek() != nil else { throw expected("']'") }
      let word = bytes[position...].prefix { $0.isNumberPart }
      guard let number = DecimalNumber.parse(word, decimalMark: UInt8(ascii: ".")) else {
        throw expected("a number such as -0.25")
      }
      position = word.endIndex
      numbers.append(number)
      guard take(UInt8(ascii: ",")) || peek() == UInt8(ascii: "]") else { throw expected("','") }
    }
    return numbers
  }

  /// An error at the position.
  func error(_ text: String) -> RecordingError {
    RecordingError(file: file, line: line, problem: .malformed(text))
  }

  private func expected(_ what: String) -> RecordingError {
    let rest = bytes[position...].prefix { !$0.isLineEnd }.prefix(20)
    let found =
      rest.isEmpty ? "the end of the line" : String(decoding: rest, as: UTF8.self).quoted()
    return error("expected \(what), got \(found)")
  }

  private func isNext(_ byte: UInt8) -> Bool {
    position + 1 < bytes.count && bytes[position + 1] == byte
  }
}

extension UInt8 {
  fileprivate var isIdentifier: Bool {
    self == UInt8(ascii: "_") || (0x30...0x39).contains(self) || (0x41...0x5A).contains(self)
      || (0x61...0x7A).contains(self)
  }

  fileprivate var isNumberPart: Bool {
    isIdentifier || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
      || self == UInt8(ascii: ".")
  }
}
