internal import MotionFusion

/// A format of tables as data: how a file is known, where its rows start, and the names, units and
/// signs of its columns.
///
/// A new format of a table is one more value of this type, in ``RecordingFormats/all``. Only what
/// a ``MotionTable`` cannot say is a type of its own: several sensors in one column, JSON, binary
/// files.
struct TableFormat: FileFormat, FolderFormat {
  let name: String
  let summary: String
  /// The rows of a table without a header; `nil` for a file with one.
  var headerless: @Sendable (FileContents) -> TableReader? = { _ in nil }
  /// Whether a file with a header has this format, beside its columns.
  var matches: @Sendable (FileContents, MotionTable) -> Bool = { $1.isPresent(in: $0.header) }
  /// What a file of this format is expected to have, and has not; `nil` if it can be read.
  var refusal: @Sendable (FileContents) -> String? = { _ in nil }
  /// The tables of one recording in a folder; `nil` for another folder.
  var tables: @Sendable (RecordingFolder) -> [String]? = { _ in nil }
  /// The platform that the file shows; `nil` if it shows none.
  var platform: @Sendable (FileContents) -> ReadingOptions.Platform? = { _ in nil }
  /// Completes what has been read, which then needs all samples.
  var finish: (@Sendable (inout Recordings) -> Void)?
  /// Writes a file; `nil` for a format that is only read.
  var write: (@Sendable (StreamedRecordings, (String) throws -> Void) throws -> Void)?
  /// The columns of a file.
  let layout: @Sendable (FileContents) -> MotionTable

  var writer: FormatWriter? { write.map { .file($0) } }

  func recognizes(_ file: FileContents) -> Bool {
    headerless(file) != nil || matches(file, layout(file))
  }

  func streams(_ file: FileContents) -> Bool {
    finish == nil && headerless(file) == nil && layout(file).streams(file.header)
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    if let refusal = refusal(file) {
      throw RecordingError(file: file.name, line: 1, "expected \(refusal)")
    }
    var stated = options
    stated.platform = options.platform ?? platform(file)
    let table = if let table = headerless(file) { table } else { try TableReader(file) }
    let layout = layout(file)
    var recordings = try layout.recordings(
      in: table, format: name, options: stated, pass: file.pass)
    if options.platform == nil || !layout.followsPlatform {
      recordings.unconfirmedSign = layout.unconfirmedSign
    }
    finish?(&recordings)
    return recordings
  }

  func reader(of file: FileContents, options: ReadingOptions) -> StreamedFile.Reader {
    layout(file).reader(of: file.name, file.header, format: name, read: read)
  }

  func recognizes(_ folder: RecordingFolder) -> Bool { tables(folder) != nil }

  func read(_ folder: RecordingFolder, options: ReadingOptions) throws -> Recordings {
    try folder.merged(tables(folder) ?? [], format: name) { (file) throws(RecordingError) in
      try layout(file).read(TableReader(file), options: options)
    }
  }
}

extension MotionTable {
  /// The reader of several passes over a table for which ``streams(_:)`` holds.
  func reader(
    of table: String, _ header: [String], format: String, warnings: [RecordingWarning] = [],
    read: @escaping StreamedFile.Reader.Read
  ) -> StreamedFile.Reader {
    var recording = Recordings(format: format)
    recording.sensorSamples = [LabeledRecording(name: table, samples: [])]
    recording.warnings = warnings
    return StreamedFile.Reader(read: read, known: kinds(header).map { (recording, $0) })
  }
}

extension RecordingFolder {
  /// The table at `path`; `nil` for a file that cannot be read, or is no table.
  func table(_ path: String) -> FileContents? {
    guard let bytes = try? read(path) else { return nil }
    return try? FileContents(bytes, name: displayName(path))
  }

  /// The paths outside of subfolders that end in one of these extensions.
  func files(_ extensions: String...) -> [String] {
    paths.filter { path in
      !path.contains("/" as Character) && extensions.contains(where: path.hasSuffix)
    }
  }

  /// The tables at these paths, each with its own times, as one recording.
  func merged(
    _ paths: [String], format: String,
    read: (FileContents) throws(RecordingError) -> MotionStreams
  ) throws -> Recordings {
    var streams = MotionStreams()
    for path in paths {
      guard let bytes = try self.read(path) else { continue }
      streams.merge(try read(FileContents(bytes, name: displayName(path))))
    }
    let result = streams.recordings(format: format, name: name)
    guard !result.isEmpty else { throw RecordingError.noSamples(in: result, file: name) }
    return result
  }
}
