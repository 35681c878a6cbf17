/// Splits a stream of bytes into lines.
package struct LineSplitter {
  /// The longest line in bytes; more is no text.
  package static let longestLine = 1 << 16

  private var bytes: [UInt8] = []
  private var start = 0

  /// A splitter without bytes.
  package init() {}

  /// Whether the remaining bytes exceed the longest line.
  package var isOverfull: Bool { bytes.count - start > Self.longestLine }

  /// Takes the next bytes.
  package mutating func append(_ chunk: [UInt8]) {
    bytes.removeFirst(start)
    start = 0
    bytes += chunk
  }

  /// Removes and returns the next complete line, without its line feed.
  package mutating func next() -> [UInt8]? {
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { start = end + 1 }
    return Array(bytes[start..<end])
  }

  /// Removes and returns the bytes after the last line feed.
  package mutating func rest() -> [UInt8]? {
    defer { (bytes, start) = ([], 0) }
    return start < bytes.count ? Array(bytes[start...]) : nil
  }
}
