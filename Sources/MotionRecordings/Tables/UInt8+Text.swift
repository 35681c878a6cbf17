extension UInt8 {
  /// Whether the byte is a space or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// Whether the byte is a line feed or a carriage return.
  var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  /// Whether the byte is ASCII white space.
  package var isWhitespace: Bool { self == UInt8(ascii: " ") || (0x09...0x0D).contains(self) }
}
