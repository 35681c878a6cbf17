/// A recording format; ``RecordingFormats`` lists all of them.
protocol RecordingFormat: Sendable {
  /// The name on the command line.
  var name: String { get }
  /// A summary in one line.
  var summary: String { get }
}

/// A format of one file.
protocol FileFormat: RecordingFormat {
  /// Whether `file` has the header of this format.
  func recognizes(_ file: FileContents) -> Bool

  /// Whether `file` is one recording of raw samples whose rows follow each other in time, and
  /// nothing else, so that ``read(_:options:)`` can hand over its samples one by one.
  func streams(_ file: FileContents) -> Bool

  /// The recordings in `file`; without samples if ``FileContents/pass`` takes them.
  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings
}

extension FileFormat {
  func streams(_ file: FileContents) -> Bool { false }
}

/// A format of several files in a folder.
protocol FolderFormat: RecordingFormat {
  /// Whether `folder` has the files of this format.
  func recognizes(_ folder: RecordingFolder) -> Bool

  /// The recording in `folder`.
  ///
  /// - Throws: ``FileError`` or ``RecordingError``.
  func read(_ folder: RecordingFolder, options: ReadingOptions) throws -> Recordings
}

/// A format that is written as one file.
protocol WritableFormat: FileFormat {
  /// The text of a file with `recordings`.
  func write(_ recordings: Recordings) throws(RecordingError) -> String
}

/// A format that is written piece by piece.
protocol StreamWritableFormat: WritableFormat {
  /// Hands the pieces of a file with `recordings` to `output`.
  ///
  /// - Throws: ``RecordingError`` before the first piece if the format cannot hold them, and what
  ///   `output` throws.
  func write(_ recordings: StreamedRecordings, to output: (String) throws -> Void) throws
}

extension StreamWritableFormat {
  func write(_ recordings: Recordings) throws(RecordingError) -> String {
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
}

/// A format that is written as the files of a folder.
protocol WritableFolderFormat: FolderFormat {
  /// The files of a folder with `recordings`.
  func files(_ recordings: Recordings) throws(RecordingError) -> [(path: String, text: String)]
}

extension RecordingFormat {
  /// The error for recordings that this format cannot hold; the caller sets the file.
  func cannotHold(_ content: String) -> RecordingError {
    RecordingError(
      file: RecordingError.output, problem: .cannotWrite(format: name, content: content))
  }
}
