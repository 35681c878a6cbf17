/// Reads recordings of all supported formats, recognised by their headers.
public struct RecordingReader: Sendable {
  /// Damaged samples, the recording platform and corrections.
  public var options: ReadingOptions

  /// A reader with these options.
  public init(options: ReadingOptions = ReadingOptions()) { self.options = options }

  /// The names and one-line summaries of the formats.
  public static var formats: [(name: String, summary: String)] {
    RecordingFormats.all.map { ($0.name, $0.summary) }
  }

  /// The recordings in the file or folder at `path`; `-` is standard input.
  ///
  /// A folder, or a zip archive of one, is either one recording of a folder format, or a data set
  /// whose `.csv` files are read in the order of their names.
  ///
  /// - Parameters:
  ///   - path: A file, a folder, or `-` for standard input.
  ///   - format: The format's name; `nil` recognises it by the header.
  /// - Throws: ``FileError`` or ``RecordingError``.
  public func read(_ path: String, format: String? = nil) throws -> Recordings {
    if path != "-", InputFile.isFolder(path) {
      return try read(RecordingFolder(path: path), format: format)
    }
    return try read(file: InputFile.read(path), name: InputFile.displayName(path), format: format)
  }

  /// The recordings in the bytes of one file or zip archive; errors name it `name`.
  ///
  /// - Throws: ``RecordingError``.
  package func read(file bytes: [UInt8], name: String, format: String? = nil) throws -> Recordings {
    guard !ZipArchive.recognizes(bytes) else {
      return try read(RecordingFolder(archive: bytes, name: name), format: format)
    }
    return try read(bytes, name: name, format: format)
  }

  /// The recordings in the bytes of one file.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file, not of a zip archive.
  ///   - name: The name of the file in errors.
  ///   - format: The format's name; `nil` recognises it by the header.
  /// - Throws: ``RecordingError``.
  public func read(
    _ bytes: [UInt8], name: String, format: String? = nil
  ) throws(RecordingError) -> Recordings {
    guard !ZipArchive.recognizes(bytes) else {
      throw RecordingError(
        file: name, problem: .malformed("expected one file, got a zip archive; read it by its path")
      )
    }
    guard !bytes.starts(with: [0x1F, 0x8B]) else {
      throw RecordingError(
        file: name,
        problem: .malformed("expected a plain file or a zip archive, got gzip; unpack it first"))
    }
    let file = try FileContents(bytes, name: name)
    let chosen: any FileFormat
    if let columns = options.columns {
      return try checked(columns.read(file, options: options), name: name)
    } else if let format {
      guard let named = try RecordingFormats.named(format, file: name) as? any FileFormat else {
        throw RecordingError(
          file: name,
          problem: .malformed("expected a folder for the format '\(format)', got a file"))
      }
      chosen = named
    } else {
      chosen = try RecordingFormats.format(of: file)
    }
    let recordings = try chosen.read(file, options: options)
    guard !recordings.isEmpty else { throw RecordingError(file: name, problem: .noRows) }
    return try checked(recordings, name: name)
  }

  /// The corrected recordings with the warnings of the consistency checks.
  private func checked(
    _ recordings: Recordings, name: String
  ) throws(RecordingError) -> Recordings {
    var recordings = try recordings.corrected(by: options.correction, name: name)
    recordings.warnings += ConsistencyCheck.warnings(about: recordings)
    return recordings
  }

  private func read(_ folder: RecordingFolder, format: String?) throws -> Recordings {
    if let format {
      let named = try RecordingFormats.named(format, file: folder.name)
      // Of a format for both folders and files, a folder of files is a data set.
      if let named = named as? any FolderFormat,
        named.recognizes(folder) || !(named is any FileFormat)
      {
        return try checked(named.read(folder, options: options), name: folder.name)
      }
    } else {
      for case let candidate as any FolderFormat in RecordingFormats.all
      where candidate.recognizes(folder) {
        return try checked(candidate.read(folder, options: options), name: folder.name)
      }
    }
    var all: Recordings?
    for path in folder.paths where path.hasSuffix(".csv") && !path.contains("/" as Character) {
      guard let bytes = try folder.read(path) else { continue }
      let recordings = try read(bytes, name: folder.displayName(path), format: format)
      if all == nil { all = Recordings(format: recordings.format) }
      all?.append(recordings)
    }
    guard let all else {
      throw RecordingError(
        file: folder.name,
        problem: .malformed("expected at least one .csv file in this folder"))
    }
    return all
  }
}
