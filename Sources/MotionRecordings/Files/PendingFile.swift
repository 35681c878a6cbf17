internal import Foundation

/// A file that is written piece by piece: other programs see the old or the new contents, never a
/// part.
///
/// A regular file is written under a temporary name in the same folder, which ``finish()`` renames;
/// without it the temporary is removed. A symbolic link is kept and its target replaced. Standard
/// output, pipes and devices are written to directly. Short pieces are collected, so that a line
/// may be written at a time.
package final class PendingFile {
  /// The length in bytes from which on bytes are passed on: enough that a system call costs
  /// nothing.
  private static let pieceLength = 1 << 18

  private let path: String
  /// What is not passed on yet.
  private var pending: [UInt8] = []
  /// Whether nothing is passed on before ``finish()``.
  private let isHeld: Bool
  private let descriptor: Int32
  /// Whether the descriptor is closed at the end.
  private let isOwned: Bool
  /// The temporary, which is locked as long as it is kept here.
  private let partial: PartialFile?
  /// The names of the temporary and of the file that it becomes, until it has.
  private var renaming: (from: String, to: String)?
  /// The permissions of the file that is replaced.
  private var permissions: mode_t?

  /// Opens the file at `path`, or standard output for `-`.
  ///
  /// - Parameter isHeld: Whether nothing is written before ``finish()``, so that standard output
  ///   stays empty after an error too; all is in memory until then.
  /// - Throws: ``FileError/cannotCreate(path:reason:)``.
  package init(_ path: String, isHeld: Bool = false) throws(FileError) {
    self.isHeld = isHeld
    guard path != "-" else {
      self.path = "standard output"
      (descriptor, isOwned) = (STDOUT_FILENO, false)
      partial = nil
      return
    }
    self.path = path
    var existing = stat()
    let exists = stat(path, &existing) == 0
    guard !exists || existing.st_mode & S_IFMT == S_IFREG else {
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
      isOwned = true
      partial = nil
      guard descriptor >= 0 else {
        throw .cannotCreate(path: path, reason: systemReason(errno))
      }
      return
    }
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    let temporary = try PartialFile(of: target, name: path)
    renaming = (temporary.path, target)
    (descriptor, isOwned) = (temporary.descriptor, false)
    partial = consume temporary
    if exists { permissions = existing.st_mode & 0o7777 }
  }

  deinit {
    if isOwned, descriptor >= 0 { close(descriptor) }
    if let renaming { unlink(renaming.from) }
  }

  /// Appends `bytes`.
  ///
  /// - Throws: ``FileError/writeFailed(path:reason:)``.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    guard isHeld || bytes.count < Self.pieceLength else {
      try flush()
      return try pass(bytes)
    }
    pending += bytes
    try flushIfLong()
  }

  /// Appends `text` as UTF-8.
  ///
  /// - Throws: ``FileError/writeFailed(path:reason:)``.
  package func write(_ text: String) throws(FileError) {
    pending += text.utf8
    try flushIfLong()
  }

  private func flushIfLong() throws(FileError) {
    if !isHeld, pending.count >= Self.pieceLength { try flush() }
  }

  private func flush() throws(FileError) {
    try pass(pending)
    pending.removeAll(keepingCapacity: true)
  }

  /// Passes `bytes` on to the file.
  private func pass(_ bytes: [UInt8]) throws(FileError) {
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

  /// Ends the file, so that it replaces an earlier one of its name.
  ///
  /// - Throws: ``FileError/cannotCreate(path:reason:)`` or ``FileError/writeFailed(path:reason:)``.
  package func finish() throws(FileError) {
    try flush()
    guard let (from, to) = renaming else { return }
    if let permissions { fchmod(descriptor, permissions) }
    // Without fsync, a crash could leave an empty file under the new name.
    guard fsync(descriptor) == 0 else {
      throw .writeFailed(path: path, reason: systemReason(errno))
    }
    guard rename(from, to) == 0 else {
      throw .cannotCreate(path: path, reason: systemReason(errno))
    }
    renaming = nil
  }
}
