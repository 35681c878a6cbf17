/// A way to write recordings down. One type a format, listed once in ``RecordingFormats``.
protocol RecordingFormat: Sendable {
  /// What people call it on the command line.
  var name: String { get }
  /// What it is, in one line.
  var summary: String { get }
}

/// A format whose recordings lie in one file.
protocol FileFormat: RecordingFormat {
  /// Whether the beginning of `file` belongs to this format.
  func recognizes(_ file: FileContents) -> Bool

  /// The recordings in `file`.
  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings
}

/// A format whose recording is spread over the files of a folder.
protocol FolderFormat: RecordingFormat {
  /// Whether `folder` has the files of this format.
  func recognizes(_ folder: RecordingFolder) -> Bool

  /// The recording in `folder`.
  ///
  /// - Throws: ``FileError`` or ``RecordingError``.
  func read(_ folder: RecordingFolder, options: ReadingOptions) throws -> Recordings
}

/// A format that can be written as one file.
protocol WritableFormat: FileFormat {
  /// The text of a file that holds `recordings`.
  func write(_ recordings: Recordings) throws(RecordingError) -> String
}

/// A format that is written as the files of a folder.
protocol WritableFolderFormat: FolderFormat {
  /// The files of a folder that holds `recordings`.
  func files(_ recordings: Recordings) throws(RecordingError) -> [(path: String, text: String)]
}

extension RecordingFormat {
  /// The error for recordings that this format cannot hold; the caller sets the file.
  func cannotHold(_ content: String) -> RecordingError {
    RecordingError(file: "output", problem: .cannotWrite(format: name, content: content))
  }
}
