internal import MotionRecordings

/// A file or folder of the command line, read once because a pipe cannot be read again.
struct NamedInput {
  let path: String
  /// The contents of the file; `nil` for a folder.
  let bytes: [UInt8]?

  /// The name in messages.
  var name: String { InputFile.displayName(path) }

  init(_ path: String) throws(FileError) {
    self.path = path
    bytes = path != "-" && InputFile.isFolder(path) ? nil : try InputFile.read(path)
  }

  /// The recordings of the file or folder.
  func recordings(_ reader: RecordingReader, format: String?) throws -> Recordings {
    guard let bytes else { return try reader.read(path, format: format) }
    return try reader.read(file: bytes, name: name, format: format)
  }
}
