internal import Foundation

/// The files of a folder, or of a zip archive of one, by their paths in it.
struct RecordingFolder {
  /// The folder, as errors name it.
  let name: String
  /// The paths of its files, sorted, slashes between folders.
  let paths: [String]
  /// The archive, and its files by their paths in the folder that was zipped; of files of one path
  /// the first.
  private let archive: (files: ZipArchive, entries: [String: ZipArchive.Entry])?

  /// The folder at `path`, two levels of folders inside it included.
  ///
  /// - Throws: ``FileError/unreadable(path:reason:)``.
  init(path: String) throws(FileError) {
    name = path
    archive = nil
    paths = try Self.files(in: path, levels: 2).sorted()
  }

  /// The folder in a zip archive.
  ///
  /// A folder around all files, and what macOS adds beside them, are left out.
  init(archive bytes: [UInt8], name: String) throws(RecordingError) {
    self.name = name
    let archive = try ZipArchive(bytes, name: name)
    let all = archive.entries.filter { entry in
      !entry.path.hasPrefix("__MACOSX/") && entry.path.split(separator: "/").last?.first != "."
    }
    let outer =
      all.first?.path.split(separator: "/", omittingEmptySubsequences: false).first
      .map { $0 + "/" } ?? ""
    let length = all.allSatisfy { $0.path.hasPrefix(outer) } ? outer.count : 0
    let entries = Dictionary(
      all.map { (String($0.path.dropFirst(length)), $0) }, uniquingKeysWith: { first, _ in first })
    self.archive = (archive, entries)
    paths = entries.keys.sorted()
  }

  /// The bytes of the file at `path`, or `nil` when there is none.
  ///
  /// - Throws: ``FileError`` or ``RecordingError``.
  func read(_ path: String) throws -> [UInt8]? {
    guard let archive else { return try InputFile.readIfPresent("\(name)/\(path)") }
    return try archive.entries[path].map(archive.files.contents)
  }

  /// How messages call the file at `path`.
  func displayName(_ path: String) -> String { "\(name)/\(path)" }

  private static func files(in folder: String, levels: Int) throws(FileError) -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw FileError.unreadable(path: folder, reason: error.localizedDescription)
    }
    var files: [String] = []
    for name in names {
      let path = "\(folder)/\(name)"
      guard InputFile.isFolder(path) else {
        files.append(name)
        continue
      }
      // A folder in it that cannot be read belongs to no recording, or is missed when it does.
      let inside = levels > 0 ? (try? Self.files(in: path, levels: levels - 1)) ?? [] : []
      files += inside.map { "\(name)/\($0)" }
    }
    return files
  }
}
