internal import GestureRecognition
internal import MotionRecordings
internal import Platform
internal import StudioEngine

/// The folder of a studio: two studios would overwrite each other's text.
final class StudioFolder: Sendable {
  private let lock: Int32

  /// Takes the folder until this object is released.
  ///
  /// - Throws: ``StudioError/folder(path:cause:)`` while another studio has it.
  init(_ path: String) throws(StudioError) {
    lock = open("\(path)/.studio-lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno == EWOULDBLOCK ? "another studio uses this folder" : systemReason(errno)
      close(lock)
      throw .folder(path: path, cause: FileError.unreadable(path: path, reason: reason))
    }
  }

  deinit { close(lock) }

  /// Creates the folder, which only this user can read.
  ///
  /// - Throws: ``StudioError/folder(path:cause:)`` for a folder that every user may write to:
  ///   others could replace the examples and the models.
  static func make(_ path: String) throws(StudioError) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .folder(
        path: path, cause: FileError.cannotCreate(path: path, reason: systemReason(errno)))
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o002 == 0 else {
      throw .folder(
        path: path,
        cause: FileError.unreadable(
          path: path, reason: "expected a folder that other users cannot write to (chmod o-w)"))
    }
  }
}

extension StudioMemory {
  private static let fileName = "studio.json"

  /// The state stored in the folder; the default state if it is missing or damaged.
  init(folder: String) {
    self.init()
    guard let path = try? InputFile.regular("\(folder)/\(Self.fileName)"),
      let json = (try? InputFile.read(path)).flatMap({ JSON($0) }),
      let memory = try? StudioMemory(parts: json)
    else { return }
    self = memory
  }

  /// Writes the file.
  func save(in folder: String) throws(FileError) {
    try OutputFile.write(parts.bytes, to: "\(folder)/\(Self.fileName)")
  }
}
