internal import Foundation

/// Reads whole files; `-` is standard input.
package enum InputFile {
  /// The bytes of the file at `path`, or of standard input for `-`.
  ///
  /// - Throws: ``FileError/missing(path:)`` or ``FileError/unreadable(path:reason:)``.
  package static func read(_ path: String) throws(FileError) -> [UInt8] {
    let descriptor = try descriptor(of: path)
    defer { close(descriptor) }
    return try readToEnd(descriptor, path: displayName(path))
  }

  /// A new descriptor of the file at `path`, or of standard input for `-`.
  ///
  /// - Throws: As ``read(_:)``.
  static func descriptor(of path: String) throws(FileError) -> Int32 {
    let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else {
      if path != "-", errno == ENOENT || errno == ENOTDIR { throw .missing(path: path) }
      throw .unreadable(path: displayName(path), reason: systemReason(errno))
    }
    return opened
  }

  /// The bytes of the file at `path`, or `nil` when it does not exist.
  static func readIfPresent(_ path: String) throws(FileError) -> [UInt8]? {
    exists(path) ? try read(path) : nil
  }

  /// Whether there is a file at `path`.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether `path` is a folder.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The name of `path` in messages: `standard input` for `-`.
  package static func displayName(_ path: String) -> String {
    path == "-" ? "standard input" : path
  }

  /// The size limit in bytes, so that an endless input such as `/dev/zero` cannot fill the memory.
  static let largestSize = 1 << 31

  /// The error of an input over the limit.
  static func tooLong(_ path: String) -> FileError {
    .unreadable(path: path, reason: "expected at most \(largestSize >> 30) GiB")
  }

  private static func readToEnd(_ descriptor: Int32, path: String) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_size > 0 {
      guard status.st_size <= largestSize else { throw tooLong(path) }
      bytes.reserveCapacity(Int(status.st_size))
    }
    let chunkSize = 1 << 18
    while true {
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, filled in
        count = Foundation.read(descriptor, buffer.baseAddress, chunkSize)
        filled = max(0, count)
      }
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw .unreadable(path: path, reason: systemReason(errno))
      }
      bytes.append(contentsOf: chunk)
      guard bytes.count <= largestSize else { throw tooLong(path) }
    }
  }
}
