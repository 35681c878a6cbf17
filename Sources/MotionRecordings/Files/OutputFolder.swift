internal import Foundation

/// Writes whole folders: other programs see all files or none.
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
    let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
    let temporary = "\(target).\(suffix).partial"
    guard mkdir(temporary, 0o777) == 0 else {
      throw .cannotCreate(path: path, reason: systemReason(errno))
    }
    do throws(FileError) {
      for file in files { try OutputFile.write(file.text, to: "\(temporary)/\(file.path)") }
      guard rename(temporary, target) == 0 else {
        throw .cannotCreate(path: path, reason: systemReason(errno))
      }
    } catch {
      for file in files { unlink("\(temporary)/\(file.path)") }
      rmdir(temporary)
      throw error
    }
  }
}
