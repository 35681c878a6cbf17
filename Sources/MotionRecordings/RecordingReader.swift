internal import MotionFusion
public import SensorDiagnostics

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
  /// whose `.csv` files are read in the order of their names. Of a data set, tables of other
  /// quantities are left out with a warning.
  ///
  /// - Parameters:
  ///   - path: A file, a folder, or `-` for standard input.
  ///   - format: The format's name; `nil` recognises it by the header.
  /// - Throws: ``FileError`` or ``RecordingError``.
  public func read(_ path: String, format: String? = nil) throws -> Recordings {
    if path != "-", InputFile.isFolder(path) {
      return try read(RecordingFolder(path: path), format: format)
        .selected(by: options, in: path)
    }
    return try read(file: InputFile.read(path), name: InputFile.displayName(path), format: format)
  }

  /// Opens the recordings in the file or folder at `path`; `-` is standard input.
  ///
  /// A file over 1 MiB with one recording of raw samples, and nothing else, is checked in a first
  /// pass, and its samples are read again in each pass over them. Memory does not depend on its
  /// length. All other files and folders are read as by ``read(_:format:)``. Samples and warnings
  /// do not differ from those of a file in memory. If a file has several errors, `open` and `read`
  /// may report different ones.
  ///
  /// - Parameters:
  ///   - path: A file, a folder, or `-` for standard input, which is copied to a temporary file.
  ///   - format: The format's name; `nil` recognises it by the header.
  /// - Throws: ``FileError`` or ``RecordingError``.
  public func open(_ path: String, format: String? = nil) throws -> StreamedRecordings {
    try open(path, format: format, pieceSize: ByteSource.usualPieceSize)
  }

  /// Opens recordings, and streams files over `pieceSize` bytes.
  ///
  /// - Parameters:
  ///   - name: The name of the file in errors and warnings; `nil` for that of its path.
  ///   - checksLater: Whether a streamed file, if its columns describe it, is checked in the first
  ///     whole pass over its samples, which saves one: ``StreamedRecordings/others`` then has the
  ///     warnings, and an error occurs, only after that pass.
  package func open(
    _ path: String, name: String? = nil, format: String? = nil, checksLater: Bool = false,
    pieceSize: Int = ByteSource.usualPieceSize
  ) throws -> StreamedRecordings {
    if path != "-", InputFile.isFolder(path) {
      return StreamedRecordings(try read(path, format: format))
    }
    let source = try ByteSource(path, pieceSize: pieceSize)
    let name = name ?? InputFile.displayName(path)
    @Sendable func whole() throws -> Recordings {
      try read(file: source.whole(), name: name, format: format)
    }
    if source.count > pieceSize, let file = try streamedFile(source, name: name, format: format) {
      do {
        let recordings = try streamed(
          file, checksLater: checksLater && options.recording == nil, whole: whole)
        _ = try recordings.others.selected(by: options, in: name)
        return recordings
      } catch let error as RecordingError where error.isClockRestart {}
    }
    return StreamedRecordings(try whole())
  }

  /// The file of `source`, if its format can stream it.
  private func streamedFile(
    _ source: ByteSource, name: String, format: String?
  ) throws(RecordingError) -> StreamedFile? {
    // Text in other encodings is decoded as a whole, and so are JSON objects.
    guard let head = try? source.piece(at: 0), !ZipArchive.recognizes(head), !Self.isGzip(head),
      TextCheck.isAsRead(head), let contents = try? FileContents(source, name: name),
      SensorSampleLines().recognizes(contents) || !JSONObjects.start(head),
      let chosen = try? chosenFormat(of: contents, named: format), chosen.streams(contents),
      (try? contents.check()) != nil
    else { return nil }
    return StreamedFile(
      contents: contents, options: options,
      reader: try chosen.reader(of: contents, options: options))
  }

  /// The columns of the options, the format with this name, or the one that the file has.
  private func chosenFormat(
    of file: FileContents, named format: String?
  ) throws(RecordingError) -> any FileFormat {
    if let columns = options.columns { return columns }
    guard let format else { return try RecordingFormats.format(of: file) }
    guard let named = try RecordingFormats.named(format, file: file.name) as? any FileFormat else {
      throw RecordingError(
        file: file.name, "expected a folder for the format '\(format)', got a file")
    }
    return named
  }

  /// The recording of a file, checked in a first pass unless that can be done later.
  private func streamed(
    _ file: StreamedFile, checksLater: Bool, whole: @escaping @Sendable () throws -> Recordings
  ) throws -> StreamedRecordings {
    let check = FileCheck()
    if checksLater, let known = file.reader.known {
      let samples = RecordedSamples(file, check, kinds: known.kinds)
      if try samples.begin(with: known.kinds) {
        return StreamedRecordings(known.recordings, samples, whole: whole)
      }
    }
    try check.pass(over: file) { _ in }
    return StreamedRecordings(
      check.found?.recordings ?? Recordings(format: ""),
      RecordedSamples(file, check, kinds: check.found?.kinds ?? SampleKinds()))
  }

  private static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// The recordings in the bytes of one file or zip archive; errors name it `name`.
  ///
  /// - Throws: ``RecordingError``.
  package func read(file bytes: [UInt8], name: String, format: String? = nil) throws -> Recordings {
    guard !ZipArchive.recognizes(bytes) else {
      return try read(RecordingFolder(archive: bytes, name: name), format: format)
        .selected(by: options, in: name)
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
    try allRecordings(in: bytes, name: name, format: format).selected(by: options, in: name)
  }

  private func allRecordings(
    in bytes: [UInt8], name: String, format: String?
  ) throws(RecordingError) -> Recordings {
    guard !ZipArchive.recognizes(bytes) else {
      throw RecordingError(file: name, "expected one file, got a zip archive; read it by its path")
    }
    guard !Self.isGzip(bytes) else {
      throw RecordingError(
        file: name, "expected a plain file or a zip archive, got gzip; unpack it first")
    }
    if let container = OtherContainer.container(bytes) { throw container.error(file: name) }
    let recordings = try formatted(bytes, name: name, format: format)
    guard !recordings.isEmpty else { throw .noSamples(in: recordings, file: name) }
    return try checked(recordings, name: name)
  }

  private func formatted(
    _ bytes: [UInt8], name: String, format: String?
  ) throws(RecordingError) -> Recordings {
    let file = try FileContents(bytes, name: name)
    let hasOwnFormat = SensorLoggerJSON.recognizes(file) || SensorSampleLines().recognizes(file)
    guard !hasOwnFormat, let table = try JSONObjects.table(bytes, file: name) else {
      return try chosenFormat(of: file, named: format).read(file, options: options)
    }
    func line(_ row: Int?) -> Int? {
      row.flatMap { table.lines.indices.contains($0 - 1) ? table.lines[$0 - 1] : nil }
    }
    do throws(RecordingError) {
      let file = try FileContents(table.text, name: name)
      var recordings = try chosenFormat(of: file, named: format).read(file, options: options)
      for index in recordings.warnings.indices {
        recordings.warnings[index].line = line(recordings.warnings[index].line)
      }
      return recordings
    } catch {
      var error = error
      error.line = line(error.line)
      throw error
    }
  }

  /// The corrected recordings with the warnings of the consistency checks.
  private func checked(
    _ recordings: Recordings, name: String
  ) throws(RecordingError) -> Recordings {
    var recordings = try recordings.corrected(by: options.correction, name: name)
    recordings.warnings += ConsistencyCheck.warnings(about: recordings, in: name)
    return recordings
  }

  /// The files of the data set in the folder at `path`; `path` itself if it is anything else.
  ///
  /// The recordings of these files are those of the folder.
  package func files(at path: String, format: String? = nil) -> [String] {
    // A chosen recording may be in any of them.
    guard path != "-", options.recording == nil, InputFile.isFolder(path),
      let folder = try? RecordingFolder(path: path),
      (try? folderFormat(of: folder, format: format) == nil) == true
    else { return [path] }
    let files = Self.tables(in: folder)
    return files.isEmpty ? [path] : files.map(folder.displayName)
  }

  /// The format of a folder that is one recording; `nil` for a data set.
  private func folderFormat(
    of folder: RecordingFolder, format: String?
  ) throws -> (any FolderFormat)? {
    guard let format else {
      return RecordingFormats.all.lazy.compactMap { $0 as? any FolderFormat }
        .first { $0.recognizes(folder) }
    }
    let named = try RecordingFormats.named(format, file: folder.name)
    // If a format applies to both folders and files, a folder of files is a data set.
    guard let named = named as? any FolderFormat,
      named.recognizes(folder) || !(named is any FileFormat)
    else { return nil }
    return named
  }

  /// The paths of the files of a data set.
  private static func tables(in folder: RecordingFolder) -> [String] {
    folder.paths.filter { $0.hasSuffix(".csv") && !$0.contains("/" as Character) }
  }

  private func read(_ folder: RecordingFolder, format: String?) throws -> Recordings {
    if folder.paths.contains(where: { $0 == "workbook.xml" || $0 == "xl/workbook.xml" }) {
      throw OtherContainer.workbook.error(file: folder.name)
    }
    if let chosen = try folderFormat(of: folder, format: format) {
      return try checked(chosen.read(folder, options: options), name: folder.name)
    }
    var all: Recordings?
    var unread: [RecordingError] = []
    for path in Self.tables(in: folder) {
      guard let bytes = try folder.read(path) else { continue }
      do throws(RecordingError) {
        let recordings = try allRecordings(
          in: bytes, name: folder.displayName(path), format: format)
        if all == nil { all = Recordings(format: recordings.format) }
        all?.append(recordings)
      } catch {
        // A table of something else, such as the battery's voltage.
        guard case .unknownFormat = error.problem else { throw error }
        unread.append(error)
      }
    }
    guard var all else {
      throw unread.first
        ?? RecordingError(file: folder.name, "expected at least one .csv file in this folder")
    }
    all.warnings += ConsistencyCheck.gestureWarnings(about: all, besides: all.warnings)
    all.warnings += unread.map { RecordingWarning(file: $0.file, kind: .unreadFile) }
    return all
  }
}

/// Options of a reader: damaged samples, the recording platform and corrections.
public struct ReadingOptions: Hashable, Sendable {
  /// The treatment of samples that are not finite or go back in time.
  public enum Damage: Hashable, Sendable {
    /// The first one is an error with its line and column.
    case reject
    /// They are left out and counted in a warning.
    case skip
  }

  /// A platform, which determines the accelerometer's sign.
  public enum Platform: String, Hashable, Sendable, CaseIterable {
    /// Face up at rest, the accelerometer reads -1 g on *z*.
    case iOS = "ios"
    /// Face up at rest, the accelerometer reads +1 g on *z*.
    case android

    /// The factor from m/s² with this platform's sign to g with Core Motion's sign.
    package var accelerationScale: Double {
      (self == .iOS ? 1 : -1) / SensorSample.standardGravity
    }
  }

  /// The treatment of damaged samples. Default: ``Damage/reject``.
  public var damage: Damage
  /// The platform of the recording device, overriding the file's; `nil` uses the file's.
  /// Default: `nil`.
  public var platform: Platform?
  /// The correction of units and axes, by ``RecordingReader``. Default: none.
  ///
  /// Raw samples are corrected, and device motion by the axes of all sensors and the mount only.
  /// References do not change: they belong to the corrected device frame.
  public var correction: SensorCorrection
  /// The columns of a table in no known format; `nil` recognises the format by the header.
  /// Default: `nil`.
  public var columns: ColumnMap?
  /// The recording to read of several: its name, or the part of it after a `#` or a `/`; `nil`
  /// reads all. Default: `nil`.
  public var recording: String?

  /// Options with these values.
  public init(
    damage: Damage = .reject, platform: Platform? = nil, correction: SensorCorrection = .none,
    columns: ColumnMap? = nil, recording: String? = nil
  ) {
    self.columns = columns
    self.recording = recording
    self.damage = damage
    self.platform = platform
    self.correction = correction
  }
}
