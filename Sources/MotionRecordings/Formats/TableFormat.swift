internal import MotionFusion

/// A format of tables as data: how a file is known, where its rows start, and the names, units and
/// signs of its columns.
///
/// A new format of a table is one more value of this type, in ``RecordingFormats/all``. Only what
/// a ``MotionTable`` cannot say is a type of its own: several sensors in one column, JSON, binary
/// files.
struct TableFormat: LayoutFormat, FolderFormat {
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
  /// Writes a file; `nil` for a format that is only read.
  var write: (@Sendable (StreamedRecordings, (String) throws -> Void) throws -> Void)?
  /// The columns of a file.
  let layout: @Sendable (FileContents) -> MotionTable

  var writer: FormatWriter? { write.map { .file($0) } }

  func recognizes(_ file: FileContents) -> Bool {
    headerless(file) != nil || matches(file, layout(file))
  }

  func streams(_ file: FileContents) -> Bool {
    headerless(file) == nil && layout(file).streams(file.header)
  }

  func decided(
    _ file: FileContents, options: ReadingOptions
  ) throws(RecordingError) -> DecidedTable {
    if let refusal = refusal(file) {
      throw RecordingError(file: file.name, line: 1, "expected \(refusal)")
    }
    let table = if let table = headerless(file) { table } else { try TableReader(file) }
    return DecidedTable(layout: layout(file), table: table)
  }

  func recognizes(_ folder: RecordingFolder) -> Bool { tables(folder) != nil }

  func read(_ folder: RecordingFolder, options: ReadingOptions) throws -> Recordings {
    try folder.merged(tables(folder) ?? [], format: name) { (file) throws(RecordingError) in
      try decided(file, options: options).streams(options)
    }
  }
}

/// A format of tables that each have one ``MotionTable``.
protocol LayoutFormat: FileFormat {
  /// The table in `file`, whose columns, units and clock are all decided.
  func decided(
    _ file: FileContents, options: ReadingOptions
  ) throws(RecordingError) -> DecidedTable
}

extension LayoutFormat {
  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    try decided(file, options: options).recordings(
      format: name, options: options, pass: file.pass)
  }

  func reader(
    of file: FileContents, options: ReadingOptions
  ) throws(RecordingError) -> StreamedFile.Reader {
    try decided(file, options: options).reader(format: name)
  }
}

/// A table whose columns, units and clock are decided.
struct DecidedTable: Sendable {
  let layout: MotionTable
  let table: TableReader

  func streams(_ options: ReadingOptions) throws(RecordingError) -> MotionStreams {
    var streams = try layout.read(table, options: options)
    streams.warnings += layout.warnings
    return streams
  }

  func recordings(
    format: String, options: ReadingOptions, pass: SamplePass?
  ) throws(RecordingError) -> Recordings {
    var stated = options
    stated.platform = options.platform ?? layout.platform
    var recordings = try layout.recordings(
      in: table, format: format, options: stated, pass: pass)
    recordings.warnings += layout.warnings
    if options.platform == nil { recordings.unconfirmedSign = layout.unconfirmedSign }
    layout.finish?(&recordings)
    return recordings
  }

  /// The reader of several passes over a table for which ``MotionTable/streams(_:)`` holds.
  func reader(format: String) -> StreamedFile.Reader {
    var recording = Recordings(format: format)
    recording.sensorSamples = [LabeledRecording(name: table.file, samples: [])]
    recording.warnings = layout.warnings
    return StreamedFile.Reader(
      read: { (file, options) throws(RecordingError) in
        try recordings(format: format, options: options, pass: file.pass)
      }, known: layout.kinds(table.header).map { (recording, $0) })
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
