internal import Foundation
internal import MotionRecordings
internal import MotionSources

/// The lines of a descriptor, as they arrive.
enum InputLines {
  /// Passes each line to `take`, until the end, `false` from `take`, or `true` from `isStopped`.
  ///
  /// - Returns: The bytes after the last line feed at the end; `nil` if stopped.
  static func read(
    _ descriptor: Int32, name: String, isStopped: () -> Bool, take: ([UInt8]) throws -> Bool
  ) throws -> [UInt8]? {
    var lines = LineSplitter()
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while !isStopped() {
      // Signals do not interrupt a read: poll with a timeout of 0.1 s.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 100) > 0 else { continue }
      let count = Foundation.read(descriptor, &chunk, chunk.count)
      if count < 0, errno != EINTR {
        throw FileError.unreadable(path: name, reason: String(cString: strerror(errno)))
      }
      if count == 0 { return lines.rest() ?? [] }
      lines.append(Array(chunk.prefix(max(0, count))))
      while let line = lines.next() {
        guard try take(line), !isStopped() else { return nil }
      }
      if lines.isOverfull {
        throw ToolError(
          .badData,
          "\(name): over \(LineSplitter.longestLine) bytes without a line feed; expected samples")
      }
    }
    return nil
  }
}
