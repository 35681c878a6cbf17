internal import Foundation
internal import MotionRecordings

/// The secret in the studio's address.
///
/// It is kept in the folder, readable by the user only, so that an open page reconnects after a
/// restart.
enum AccessToken {
  private static let fileName = ".studio-token"
  private static let length = 32

  /// The token of the folder; a new one if it has none.
  static func load(folder: String) throws(StudioError) -> String {
    let path = "\(folder)/\(fileName)"
    if let bytes = try? InputFile.read(path), bytes.count == length,
      bytes.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    {
      return String(decoding: bytes, as: UTF8.self)
    }
    let token = make()
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw .folder(
        path: folder,
        cause: FileError.cannotCreate(path: folder, reason: error.localizedDescription))
    }
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .folder(
        path: path, cause: FileError.cannotCreate(path: path, reason: systemReason(errno)))
    }
    defer { close(descriptor) }
    let bytes = Array(token.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw .folder(
        path: path, cause: FileError.writeFailed(path: path, reason: systemReason(errno)))
    }
    return token
  }

  /// 128 random bits of the system's generator, in hexadecimal.
  static func make() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(random.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
