internal import Foundation

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
