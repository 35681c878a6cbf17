internal import MotionRecordings

/// A file or folder that was named, the file read once: what a pipe held cannot be read again.
struct NamedInput {
  let path: String
  /// What the file holds; `nil` for a folder.
  let bytes: [UInt8]?

  /// How messages call it.
  var name: String { InputFile.displayName(path) }

  init(_ path: String) throws(FileError) {
    self.path = path
    bytes = path != "-" && InputFile.isFolder(path) ? nil : try InputFile.read(path)
  }

  /// The recordings in it.
  func recordings(_ reader: RecordingReader, format: String?) throws -> Recordings {
    guard let bytes else { return try reader.read(path, format: format) }
    return try reader.read(file: bytes, name: name, format: format)
  }
}
