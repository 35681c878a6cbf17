/// Writes recordings in the formats that have a writer.
public enum RecordingWriter {
  /// The names of the formats that can be written.
  public static var formats: [String] {
    RecordingFormats.all.filter { $0.writer != nil }.map(\.name)
  }

  /// Whether `format` is a folder of files, which ``text(of:format:)`` and standard output cannot
  /// hold.
  package static func writesFolder(_ format: String) -> Bool {
    RecordingFormats.all.contains {
      if case .folder = $0.writer { $0.name == format } else { false }
    }
  }

  /// Writes `recordings` in the format called `format` to `path`; `-` is standard output.
  ///
  /// A folder format is written as a folder, or as a zip archive when `path` ends in `.zip`. Files
  /// and folders are written completely or not at all; an existing folder with files is an error.
  ///
  /// - Parameters:
  ///   - recordings: The recordings.
  ///   - format: One of ``formats``.
  ///   - path: The file or folder.
  /// - Throws: ``RecordingError`` as ``text(of:format:)``, or ``FileError``.
  public static func write(_ recordings: Recordings, format: String, to path: String) throws {
    try write(StreamedRecordings(recordings), format: format, to: path)
  }

  /// Writes `recordings` like ``write(_:format:to:)-(Recordings,_,_)``.
  ///
  /// This package's formats of raw samples are written row by row; others need all samples in
  /// memory.
  ///
  /// - Throws: Also ``RecordingError`` if a streamed file can no longer be read.
  public static func write(
    _ recordings: StreamedRecordings, format: String, to path: String
  ) throws {
    do {
      try writeFiles(of: recordings, format: format, to: path)
    } catch var error as RecordingError {
      // Other errors come from a streamed input.
      if error.file == RecordingError.output {
        error.file = path == "-" ? "standard output" : path
      }
      throw error
    }
  }

  /// Writes like ``write(_:format:to:)``, without the file's name in errors.
  private static func writeFiles(
    of recordings: StreamedRecordings, format: String, to path: String
  ) throws {
    let named = try RecordingFormats.named(format, file: RecordingError.output)
    guard case .folder(let write) = named.writer else {
      var file: PendingFile?
      try fileWriter(format)(recordings) { text in
        let open = try file ?? PendingFile(path)
        file = open
        try open.write(text)
      }
      return try (file ?? PendingFile(path)).finish()
    }
    let files = try write(recordings.whole())
    if path.hasSuffix(".zip") {
      try OutputFile.write(ZipArchive.bytes(of: files), to: path)
    } else if path == "-" {
      throw RecordingError(
        file: "standard output",
        "the format '\(format)' is a folder; expected a path, which may end in .zip")
    } else {
      try OutputFolder.write(files, to: path)
    }
  }

  /// The text of a file in the format called `format` that holds `recordings`.
  ///
  /// Numbers have the fewest digits that read back as the same doubles.
  ///
  /// - Parameters:
  ///   - recordings: The recordings.
  ///   - format: One of ``formats`` that is not a folder.
  /// - Throws: ``RecordingError`` when there is no such writer or the format cannot hold these
  ///   recordings.
  public static func text(
    of recordings: Recordings, format: String
  ) throws(RecordingError) -> String {
    let write = try fileWriter(format)
    var text = ""
    do {
      try write(StreamedRecordings(recordings)) { text += $0 }
    } catch let error as RecordingError {
      throw error
    } catch {
      preconditionFailure("\(error)")
    }
    return text
  }

  /// The writer of the format called `format` as one file.
  private static func fileWriter(
    _ format: String
  ) throws(RecordingError) -> (StreamedRecordings, (String) throws -> Void) throws -> Void {
    let named = try RecordingFormats.named(format, file: RecordingError.output)
    guard case .file(let write) = named.writer else {
      throw RecordingError(
        file: RecordingError.output,
        problem: .noSuchFormat(name: format, known: formats.filter { !writesFolder($0) }))
    }
    return write
  }
}
