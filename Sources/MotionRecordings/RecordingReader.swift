internal import Foundation

/// Reads recordings of every format known here, telling formats apart by their headers.
public struct RecordingReader: Sendable {
  /// How damaged recordings are treated.
  public var options: ReadingOptions

  /// A reader with these options.
  public init(options: ReadingOptions = ReadingOptions()) { self.options = options }

  /// The names and one-line summaries of the formats, in the order of the documentation.
  public static var formats: [(name: String, summary: String)] {
    RecordingFormats.all.map { ($0.name, $0.summary) }
  }

  /// The recordings in the file or folder at `path`; `-` is standard input.
  ///
  /// A folder is either one recording of a format that takes a folder, or a data set whose `.csv`
  /// files are read in the order of their names.
  ///
  /// - Parameters:
  ///   - path: A file, a folder, or `-` for standard input.
  ///   - format: The format's name; `nil` tells it by the header.
  /// - Throws: ``FileError`` or ``RecordingError``.
  public func read(_ path: String, format: String? = nil) throws -> Recordings {
    if path != "-", InputFile.isFolder(path) { return try readFolder(path, format: format) }
    let bytes = try InputFile.read(path)
    return try read(bytes, name: InputFile.displayName(path), format: format)
  }

  /// The recordings in `bytes`, which messages call `name`.
  public func read(
    _ bytes: [UInt8], name: String, format: String? = nil
  ) throws(RecordingError) -> Recordings {
    let file = try FileContents(bytes, name: name)
    let chosen: any FileFormat
    if let format {
      guard let named = try RecordingFormats.named(format, file: name) as? any FileFormat else {
        throw RecordingError(
          file: name, problem: .malformed("the format '\(format)' is a folder, not a file"))
      }
      chosen = named
    } else {
      chosen = try RecordingFormats.format(of: file)
    }
    let recordings = try chosen.read(file, options: options)
    guard !recordings.isEmpty else { throw RecordingError(file: name, problem: .noRows) }
    return recordings
  }

  private func readFolder(_ path: String, format: String?) throws -> Recordings {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw FileError.unreadable(path: path, reason: error.localizedDescription)
    }
    let fileNames = Set(names)
    if let format {
      if let named = try RecordingFormats.named(format, file: path) as? any FolderFormat {
        return try named.read(folder: path, options: options)
      }
    } else {
      for case let candidate as any FolderFormat in RecordingFormats.all
      where candidate.recognizes(fileNames: fileNames) {
        return try candidate.read(folder: path, options: options)
      }
    }
    var all: Recordings?
    for name in names where name.hasSuffix(".csv") {
      let recordings = try read(path + "/" + name, format: format)
      if all == nil { all = Recordings(format: recordings.format) }
      all?.append(recordings)
    }
    guard let all else {
      throw RecordingError(
        file: path, problem: .malformed("no .csv file is in this folder; expected at least one"))
    }
    return all
  }
}
