/// Writes recordings in the formats that have a writer.
public enum RecordingWriter {
  /// The names of the formats that can be written.
  public static var formats: [String] {
    RecordingFormats.all.filter { $0 is any WritableFormat || $0 is any WritableFolderFormat }
      .map(\.name)
  }

  /// Whether the format called `format` is a folder of files, so that it has no ``text(of:format:)``
  /// and cannot go to standard output.
  public static func writesFolder(_ format: String) -> Bool {
    RecordingFormats.all.contains { $0.name == format && $0 is any WritableFolderFormat }
  }

  /// Writes `recordings` in the format called `format` to `path`; `-` is standard output.
  ///
  /// A format that is a folder becomes one, or its zip archive where `path` ends in `.zip`. Nothing
  /// is ever left half written, and a folder that holds files is left alone.
  ///
  /// - Parameters:
  ///   - recordings: What to write.
  ///   - format: One of ``formats``.
  ///   - path: The file or folder to write.
  /// - Throws: ``RecordingError`` as ``text(of:format:)``, or ``FileError``.
  public static func write(_ recordings: Recordings, format: String, to path: String) throws {
    do {
      try writeUnnamed(recordings, format: format, to: path)
    } catch var error as RecordingError {
      error.file = path == "-" ? "standard output" : path
      throw error
    }
  }

  /// Does what ``write(_:format:to:)`` does; its errors do not know the file.
  private static func writeUnnamed(
    _ recordings: Recordings, format: String, to path: String
  ) throws {
    let named = try RecordingFormats.named(format, file: "output")
    guard let folder = named as? any WritableFolderFormat else {
      return try OutputFile.write(text(of: recordings, format: format), to: path)
    }
    let files = try folder.files(recordings)
    if path.hasSuffix(".zip") {
      try OutputFile.write(ZipArchive.bytes(of: files), to: path)
    } else if path == "-" {
      throw RecordingError(
        file: "standard output",
        problem: .malformed(
          "the format '\(format)' is a folder; expected its name, or one that ends in .zip"))
    } else {
      try OutputFolder.write(files, to: path)
    }
  }

  /// The text of a file in the format called `format` that holds `recordings`.
  ///
  /// Numbers are written so that they read back as the same doubles.
  ///
  /// - Parameters:
  ///   - recordings: What to write.
  ///   - format: One of ``formats`` that is no folder.
  /// - Throws: ``RecordingError`` when there is no such writer, or when the format cannot hold
  ///   recordings of these kinds.
  public static func text(
    of recordings: Recordings, format: String
  ) throws(RecordingError) -> String {
    guard
      let writable = try RecordingFormats.named(format, file: "output") as? any WritableFormat
    else {
      throw RecordingError(
        file: "output",
        problem: .noSuchFormat(name: format, known: formats.filter { !writesFolder($0) }))
    }
    return try writable.write(recordings)
  }
}
