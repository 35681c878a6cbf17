internal import Platform

/// Writes files atomically: other programs see the old or the new contents, never a part.
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
  /// - Throws: The errors of ``write(_:to:)-([UInt8],_)``.
  package static func write(_ text: String, to path: String) throws(FileError) {
    try write(Array(text.utf8), to: path)
  }

  /// Writes all bytes to an open file, and returns the system's message if it fails.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> String? {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return systemReason(errno) }
      rest = rest.dropFirst(count)
    }
    return nil
  }

  /// Removes the file at `path`; a missing file is not an error.
  ///
  /// - Throws: ``FileError/writeFailed(path:reason:)``.
  package static func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw .writeFailed(path: path, reason: systemReason(errno))
    }
  }
}

/// Writes folders atomically: other programs see all files or none.
enum OutputFolder {
  /// Writes `files` into a new folder at `path`.
  ///
  /// The folder is written under a temporary name in the same folder and then renamed. An existing
  /// empty folder is replaced; one with files is an error.
  ///
  /// - Throws: ``FileError/cannotCreate(path:reason:)`` or ``FileError/writeFailed(path:reason:)``.
  static func write(
    _ files: [(path: String, text: String)], to path: String
  ) throws(FileError) {
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    let temporary = try PartialFile(of: target, isFolder: true, name: path)
    do throws(FileError) {
      for file in files { try OutputFile.write(file.text, to: "\(temporary.path)/\(file.path)") }
      guard rename(temporary.path, target) == 0 else {
        throw .cannotCreate(path: path, reason: systemReason(errno))
      }
    } catch {
      for file in files { unlink("\(temporary.path)/\(file.path)") }
      rmdir(temporary.path)
      throw error
    }
  }
}

/// A file that is written piece by piece: other programs see the old or the new contents, never a
/// part.
///
/// A regular file is written under a temporary name in the same folder, which ``finish()`` renames;
/// without it the temporary is removed. A symbolic link is kept and its target replaced. Standard
/// output, pipes and devices are written to directly. Short pieces are collected, so that a line
/// may be written at a time.
package final class PendingFile {
  /// The number of buffered bytes that are written at once: large enough to make the cost of a
  /// system call negligible.
  private static let pieceLength = 1 << 18

  private let path: String
  /// The bytes that are not yet written.
  private var pending: [UInt8] = []
  /// Whether nothing is written before ``finish()``.
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
  /// - Parameter isHeld: Whether nothing is written before ``finish()``. Standard output then stays
  ///   empty after an error, and all text is in memory until then.
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

  private func pass(_ bytes: [UInt8]) throws(FileError) {
    if let reason = OutputFile.write(bytes[...], to: descriptor) {
      throw .writeFailed(path: path, reason: reason)
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

/// The temporary file or folder beside a target, locked while its writer lives.
///
/// A writer that is killed leaves its temporary behind without a lock; the next writer of the same
/// target removes it.
struct PartialFile: ~Copyable {
  /// The temporary's path: `TARGET.SUFFIX.partial`.
  let path: String
  /// The open temporary.
  let descriptor: Int32

  private static let ending = ".partial"

  /// Creates the temporary of `target`.
  ///
  /// - Throws: ``FileError/cannotCreate(path:reason:)``, which names `name`.
  init(of target: String, isFolder: Bool = false, name: String) throws(FileError) {
    Self.removeAbandoned(of: target)
    while true {
      let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
      let path = "\(target).\(suffix)\(Self.ending)"
      if isFolder, mkdir(path, 0o777) != 0 {
        throw .cannotCreate(path: name, reason: systemReason(errno))
      }
      let descriptor = open(
        path,
        isFolder ? O_RDONLY | O_DIRECTORY | O_CLOEXEC : O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
        0o666)
      guard descriptor >= 0 else {
        throw .cannotCreate(path: name, reason: systemReason(errno))
      }
      while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
      var status = stat()
      // Removed as abandoned before the lock: try again.
      guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else {
        close(descriptor)
        continue
      }
      self.path = path
      self.descriptor = descriptor
      return
    }
  }

  deinit { close(descriptor) }

  /// Removes the temporaries of `target` whose writers are gone.
  private static func removeAbandoned(of target: String) {
    let url = URL(filePath: target)
    let folder = url.deletingLastPathComponent().path
    let prefix = url.lastPathComponent + "."
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(ending) {
      let suffix = name.dropFirst(prefix.count).dropLast(ending.count)
      guard !suffix.isEmpty, UInt64(suffix, radix: 36) != nil else { continue }
      let path = "\(folder)/\(name)"
      let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        try? FileManager.default.removeItem(atPath: path)
      }
      close(descriptor)
    }
  }
}
