/// A format of one table and one recording, with the layout of a ``MotionTable``.
protocol MotionTableFormat: FileFormat {
  /// The layout of a table with the header of `file`.
  func layout(of file: FileContents, options: ReadingOptions) -> MotionTable
}

extension MotionTableFormat {
  func recognizes(_ file: FileContents) -> Bool {
    layout(of: file, options: ReadingOptions()).isPresent(in: file.header)
  }

  func streams(_ file: FileContents) -> Bool {
    layout(of: file, options: ReadingOptions()).streams(file.header)
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    try layout(of: file, options: options).recordings(
      in: TableReader(file), format: name, options: options, pass: file.pass)
  }
}
