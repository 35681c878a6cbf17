internal import Platform

/// The identity of a file on the system: equal for all its names and links.
struct FileIdentity: Hashable, Sendable {
  private var device: UInt64
  private var number: UInt64

  /// The identity of a file by its status.
  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// The identity of the regular file at `path`; `nil` for pipes, devices, folders and missing
  /// files.
  init?(ofFileAt path: String) {
    var status = stat()
    guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    self.init(status)
  }
}

extension OutputFile {
  /// Whether two paths name the same file, which may be missing.
  package static func isSame(_ first: String, _ second: String) -> Bool {
    let paths = [first, second].map { URL(filePath: $0).standardizedFileURL.path }
    if paths[0] == paths[1] { return true }
    guard let identity = FileIdentity(ofFileAt: first) else { return false }
    return identity == FileIdentity(ofFileAt: second)
  }
}

/// The version of a file: it changes when another program writes or replaces the file.
package struct FileStamp: Hashable, Sendable {
  private var identity: FileIdentity
  private var size: Int64
  private var seconds: Int64
  private var nanoseconds: Int64

  /// The version of the file at `path`; `nil` for a missing file.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    identity = FileIdentity(status)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    seconds = Int64(time.tv_sec)
    nanoseconds = Int64(time.tv_nsec)
  }
}

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
