internal import Foundation
internal import MotionRecordings
internal import MotionSources

/// The lines of a descriptor, as they arrive.
enum InputLines {
  /// The longest wait for input, in milliseconds: signals do not interrupt a read.
  static let longestWait: Int32 = 100

  /// Passes each line to `take`, until the end, `false` from `take`, or `true` from `isStopped`.
  ///
  /// - Parameter wait: Called before each wait for input; returns the longest one in milliseconds.
  /// - Returns: The bytes after the last line feed at the end; `nil` if stopped.
  static func read(
    _ descriptor: Int32, name: String, isStopped: () -> Bool,
    wait: () throws -> Int32 = { longestWait }, take: ([UInt8]) throws -> Bool
  ) throws -> [UInt8]? {
    var lines = LineSplitter()
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while !isStopped() {
      let milliseconds = try wait()
      guard !isStopped() else { return nil }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, min(milliseconds, longestWait)) > 0 else { continue }
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
