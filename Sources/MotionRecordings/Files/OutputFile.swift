internal import Foundation

/// Writes whole files: other programs see the old or the new contents, never a part.
package enum OutputFile {
  /// Writes `bytes` to the file at `path`, or to standard output for `-`.
  ///
  /// A regular file is written under a temporary name in the same folder and then renamed. A
  /// symbolic link is kept and its target replaced. Pipes and devices are written to directly.
  ///
  /// - Throws: ``FileError/cannotCreate(path:reason:)`` or ``FileError/writeFailed(path:reason:)``.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    if path == "-" {
      try writeAll(bytes, to: STDOUT_FILENO, path: "standard output")
      return
    }
    var existing = stat()
    let exists = stat(path, &existing) == 0
    if exists, existing.st_mode & S_IFMT != S_IFREG {
      try writeInPlace(bytes, to: path)
    } else {
      try replace(path, with: bytes, permissions: exists ? existing.st_mode & 0o7777 : nil)
    }
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

  private static func writeInPlace(_ bytes: [UInt8], to path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .cannotCreate(path: path, reason: systemReason(errno))
    }
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor, path: path)
  }

  private static func replace(
    _ path: String, with bytes: [UInt8], permissions: mode_t?
  ) throws(FileError) {
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    let temporary = try PartialFile(of: target, name: path)
    do throws(FileError) {
      try writeAll(bytes, to: temporary.descriptor, path: path)
      if let permissions { fchmod(temporary.descriptor, permissions) }
      // Without fsync, a crash could leave an empty file under the new name.
      guard fsync(temporary.descriptor) == 0 else {
        throw .writeFailed(path: path, reason: systemReason(errno))
      }
      guard rename(temporary.path, target) == 0 else {
        throw .cannotCreate(path: path, reason: systemReason(errno))
      }
    } catch {
      unlink(temporary.path)
      throw error
    }
  }

  private static func writeAll(
    _ bytes: [UInt8], to descriptor: Int32, path: String
  ) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Foundation.write(
          descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .writeFailed(path: path, reason: systemReason(errno))
      }
      written += count
    }
  }
}
