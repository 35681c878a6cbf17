/// Cuts a stream of bytes into lines.
package struct LineSplitter {
  /// No line of samples is longer, in bytes: what is, is no text.
  package static let longestLine = 1 << 16

  private var bytes: [UInt8] = []
  private var start = 0

  /// Nothing yet.
  package init() {}

  /// Whether what is left is too long for a line.
  package var isOverfull: Bool { bytes.count - start > Self.longestLine }

  /// Takes the next bytes.
  package mutating func append(_ chunk: [UInt8]) {
    bytes.removeFirst(start)
    start = 0
    bytes += chunk
  }

  /// The next whole line, without its line feed.
  package mutating func next() -> [UInt8]? {
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { start = end + 1 }
    return Array(bytes[start..<end])
  }

  /// What stands after the last line feed, which is taken.
  package mutating func rest() -> [UInt8]? {
    defer { (bytes, start) = ([], 0) }
    return start < bytes.count ? Array(bytes[start...]) : nil
  }
}
