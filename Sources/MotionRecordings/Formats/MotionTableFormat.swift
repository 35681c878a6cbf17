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
    try layout(of: file, options: options).recordings(
      in: TableReader(file.bytes, file: file.name), format: name, options: options)
  }
}
