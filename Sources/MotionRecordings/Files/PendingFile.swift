internal import Foundation

/// A file that is written piece by piece: other programs see the old or the new contents, never a
/// part.
///
/// A regular file is written under a temporary name in the same folder, which ``finish()`` renames;
/// without it the temporary is removed. A symbolic link is kept and its target replaced. Standard
/// output, pipes and devices are written to directly.
package final class PendingFile {
  /// The length in bytes at which a writer may pass on what it has: enough that a system call costs
  /// nothing.
  package static let pieceLength = 1 << 18

  private let path: String
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
  /// - Throws: ``FileError/cannotCreate(path:reason:)``.
  package init(_ path: String) throws(FileError) {
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

  /// Appends `text` as UTF-8.
  ///
  /// - Throws: ``FileError/writeFailed(path:reason:)``.
  package func write(_ text: String) throws(FileError) { try write(Array(text.utf8)) }

  /// Ends the file, so that it replaces an earlier one of its name.
  ///
  /// - Throws: ``FileError/cannotCreate(path:reason:)`` or ``FileError/writeFailed(path:reason:)``.
  package func finish() throws(FileError) {
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
