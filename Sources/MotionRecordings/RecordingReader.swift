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
  /// A folder, or a zip archive of one, is either one recording of a format that takes a folder, or
  /// a data set whose `.csv` files are read in the order of their names.
  ///
  /// - Parameters:
  ///   - path: A file, a folder, or `-` for standard input.
  ///   - format: The format's name; `nil` tells it by the header.
  /// - Throws: ``FileError`` or ``RecordingError``.
  public func read(_ path: String, format: String? = nil) throws -> Recordings {
    if path != "-", InputFile.isFolder(path) {
      return try read(RecordingFolder(path: path), format: format)
    }
    return try read(file: InputFile.read(path), name: InputFile.displayName(path), format: format)
  }

  /// The recordings in the contents of one file, which messages call `name`, an archive included.
  ///
  /// - Throws: ``RecordingError``.
  package func read(file bytes: [UInt8], name: String, format: String? = nil) throws -> Recordings {
    guard !ZipArchive.recognizes(bytes) else {
      return try read(RecordingFolder(archive: bytes, name: name), format: format)
    }
    return try read(bytes, name: name, format: format)
  }

  /// The recordings in `bytes`, which messages call `name`.
  ///
  /// - Parameters:
  ///   - bytes: The contents of one file that is no archive.
  ///   - name: How messages call it.
  ///   - format: The format's name; `nil` tells it by the header.
  /// - Throws: ``RecordingError`` when no format is recognised, or its rules are broken.
  public func read(
    _ bytes: [UInt8], name: String, format: String? = nil
  ) throws(RecordingError) -> Recordings {
    guard !ZipArchive.recognizes(bytes) else {
      throw RecordingError(
        file: name, problem: .malformed("this is a zip archive; read it by its path"))
    }
    guard !bytes.starts(with: [0x1F, 0x8B]) else {
      throw RecordingError(
        file: name,
        problem: .malformed("this is packed by gzip; expected it unpacked, or a zip archive"))
    }
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
    return checked(recordings)
  }

  /// The same recordings, with a warning for each unit or sign that their numbers contradict.
  private func checked(_ recordings: Recordings) -> Recordings {
    var recordings = recordings
    recordings.warnings += ConsistencyCheck.warnings(about: recordings)
    return recordings
  }

  private func read(_ folder: RecordingFolder, format: String?) throws -> Recordings {
    if let format {
      let named = try RecordingFormats.named(format, file: folder.name)
      // A format may be a folder or a file; a folder of its files is a data set.
      if let named = named as? any FolderFormat,
        named.recognizes(folder) || !(named is any FileFormat)
      {
        return checked(try named.read(folder, options: options))
      }
    } else {
      for case let candidate as any FolderFormat in RecordingFormats.all
      where candidate.recognizes(folder) {
        return checked(try candidate.read(folder, options: options))
      }
    }
    var all: Recordings?
    for path in folder.paths where path.hasSuffix(".csv") && !path.contains("/") {
      guard let bytes = try folder.read(path) else { continue }
      let recordings = try read(bytes, name: folder.displayName(path), format: format)
      if all == nil { all = Recordings(format: recordings.format) }
      all?.append(recordings)
    }
    guard let all else {
      throw RecordingError(
        file: folder.name,
        problem: .malformed("no .csv file is in this folder; expected at least one"))
    }
    return all
  }
}
