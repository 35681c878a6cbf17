/// A format that is one table of one recording, described by a ``MotionTable``.
protocol MotionTableFormat: FileFormat {
  /// Where things stand in a table with this header.
  func layout(of file: FileContents, options: ReadingOptions) -> MotionTable
}

extension MotionTableFormat {
  func recognizes(_ file: FileContents) -> Bool {
    layout(of: file, options: ReadingOptions()).isPresent(in: file.header)
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    let table = try TableReader(file.bytes, file: file.name)
    let (streams, warnings) = try layout(of: file, options: options).read(table, options: options)
    var result = streams.recordings(format: name, name: file.name)
    result.warnings = warnings
    return result
  }
}
