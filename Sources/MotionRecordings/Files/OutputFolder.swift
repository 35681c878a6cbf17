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
