internal import Foundation

/// Writes whole files: other programs see the old or the new contents, never a part.
package enum OutputFile {
  /// Writes `bytes` to the file at `path`, or to standard output for `-`.
  ///
  /// See ``PendingFile`` for how.
  ///
  /// - Throws: ``FileError/cannotCreate(path:reason:)`` or ``FileError/writeFailed(path:reason:)``.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let file = try PendingFile(path)
    try file.write(bytes)
    try file.finish()
  }

  /// Writes `text` as UTF-8, like ``write(_:to:)-([UInt8],_)``.
  ///
  /// - Throws: As ``write(_:to:)-([UInt8],_)``.
  package static func write(_ text: String, to path: String) throws(FileError) {
    try write(Array(text.utf8), to: path)
  }

  /// Removes the file at `path`; a missing one is no error.
  ///
  /// - Throws: ``FileError/writeFailed(path:reason:)``.
  package static func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw .writeFailed(path: path, reason: systemReason(errno))
    }
  }
}
