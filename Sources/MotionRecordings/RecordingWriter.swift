/// Writes recordings in the formats that have a writer.
public enum RecordingWriter {
  /// The names of the formats that can be written.
  public static var formats: [String] {
    RecordingFormats.all.filter { $0 is any WritableFormat }.map(\.name)
  }

  /// The text of a file in the format called `format` that holds `recordings`.
  ///
  /// Numbers are written so that they read back as the same doubles.
  ///
  /// - Throws: ``RecordingError`` when there is no such writer, or when the format cannot hold
  ///   recordings of these kinds.
  public static func text(
    of recordings: Recordings, format: String
  ) throws(RecordingError) -> String {
    guard
      let writable = try RecordingFormats.named(format, file: "output") as? any WritableFormat
    else {
      throw RecordingError(
        file: "output", problem: .noSuchFormat(name: format, known: formats))
    }
    return try writable.write(recordings)
  }
}
