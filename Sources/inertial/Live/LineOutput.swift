internal import Foundation
internal import MotionRecordings

/// Standard output line by line, without buffering.
struct LineOutput {
  /// Ignores SIGPIPE: a closed output is reported by ``print(_:)`` instead.
  init() { signal(SIGPIPE, SIG_IGN) }

  /// Writes the line at once.
  ///
  /// - Returns: `false` when the output is closed.
  func print(_ line: String) throws(FileError) -> Bool {
    let bytes = Array((line + "\n").utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        write(STDOUT_FILENO, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      guard count < 0 else {
        written += count
        continue
      }
      if errno == EPIPE { return false }
      guard errno == EINTR else {
        throw .writeFailed(path: "standard output", reason: systemReason(errno))
      }
    }
    return true
  }
}
