internal import Foundation

/// A lock against other programs that change the same file.
package enum FileLock {
  /// Runs `body` while no other user of this lock changes a file in the folder of `path`.
  ///
  /// The lock is one of the system on the folder (`flock`), so that no lock file remains, also
  /// after a crash. Waits until it is free.
  ///
  /// - Throws: ``FileError/cannotCreate(path:reason:)`` without a lock, and what `body` throws.
  package static func withLock<Result>(on path: String, _ body: () throws -> Result) throws
    -> Result
  {
    let folder = URL(filePath: path).resolvingSymlinksInPath().deletingLastPathComponent().path
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileError.cannotCreate(path: path, reason: systemReason(errno))
    }
    // Closing releases the lock.
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        throw FileError.cannotCreate(path: path, reason: systemReason(errno))
      }
    }
    return try body()
  }
}
