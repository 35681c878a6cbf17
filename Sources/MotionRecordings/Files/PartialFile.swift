internal import Foundation

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
