internal import Platform

/// The files of a folder, of a zip archive of one, or in memory, by their paths in it.
struct RecordingFolder {
  /// The name of the folder in errors.
  let name: String
  /// The sorted paths of the files, with slashes.
  let paths: [String]
  private let contents: (String) throws -> [UInt8]?

  /// The folder at `path`, with up to two levels of subfolders; hidden files are left out.
  ///
  /// - Throws: ``FileError/unreadable(path:reason:)``.
  init(path: String) throws(FileError) {
    name = path
    contents = { InputFile.exists("\(path)/\($0)") ? try InputFile.read("\(path)/\($0)") : nil }
    paths = try Self.files(in: path, levels: 2).filter { !Self.isHidden($0) }.sorted()
  }

  /// The folder in a zip archive.
  ///
  /// A folder around all files is removed from the paths; hidden files are left out.
  init(archive bytes: [UInt8], name: String) throws(RecordingError) {
    self.name = name
    let archive = try ZipArchive(bytes, name: name)
    let all = archive.entries.filter { !Self.isHidden($0.path) }
    let outer =
      all.first?.path.split(separator: "/", omittingEmptySubsequences: false).first
      .map { $0 + "/" } ?? ""
    let length = all.allSatisfy { $0.path.hasPrefix(outer) } ? outer.count : 0
    let entries = Dictionary(
      all.map { (String($0.path.dropFirst(length)), $0) }, uniquingKeysWith: { first, _ in first })
    contents = { try entries[$0].map(archive.contents) }
    paths = entries.keys.sorted()
  }

  /// A folder in memory.
  init(name: String, files: [(path: String, bytes: [UInt8])]) {
    self.name = name
    contents = { path in files.first { $0.path == path }?.bytes }
    paths = files.map(\.path)
  }

  /// Whether a file is hidden, or the metadata of one that macOS packed.
  private static func isHidden(_ path: String) -> Bool {
    path.hasPrefix("__MACOSX/") || path.split(separator: "/").last?.first == "."
  }

  /// The bytes of the file at `path`, or `nil` when it does not exist.
  ///
  /// - Throws: ``FileError`` or ``RecordingError``.
  func read(_ path: String) throws -> [UInt8]? { try contents(path) }

  /// The name of the file at `path` in errors.
  func displayName(_ path: String) -> String { "\(name)/\(path)" }

  private static func files(in folder: String, levels: Int) throws(FileError) -> [String] {
    guard access(folder, R_OK | X_OK) == 0 else {
      throw FileError.unreadable(path: folder, reason: systemReason(errno))
    }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      // `localizedDescription` would link all of Foundation.
      throw FileError.unreadable(path: folder, reason: "\(error)")
    }
    var files: [String] = []
    for name in names {
      let path = "\(folder)/\(name)"
      guard InputFile.isFolder(path) else {
        files.append(name)
        continue
      }
      // Ignore a subfolder that cannot be read.
      let inside = levels > 0 ? (try? Self.files(in: path, levels: levels - 1)) ?? [] : []
      files += inside.map { "\(name)/\($0)" }
    }
    return files
  }
}

extension OutputFile {
  /// The first of `inputs` that writing to `output` would replace; `nil` for none.
  ///
  /// A link to an input counts as the input. In a folder, only files that a reader supports count.
  package static func replacedInput(by output: String, among inputs: [String]) -> String? {
    guard let identity = FileIdentity(ofFileAt: output) else { return nil }
    return inputs.first { input in
      guard InputFile.isFolder(input), input != "-" else {
        return FileIdentity(ofFileAt: input) == identity
      }
      guard let folder = try? RecordingFolder(path: input) else { return false }
      return folder.paths.contains { file in
        [".csv", ".json", ".txt"].contains(where: file.hasSuffix)
          && FileIdentity(ofFileAt: folder.displayName(file)) == identity
      }
    }
  }
}
