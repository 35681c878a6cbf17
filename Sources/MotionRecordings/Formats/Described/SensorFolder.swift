/// A folder of tables of different sensors, such as the pairs of MbientLab's app, as one recording.
///
/// Each is a ``DescribedTable`` with its own times, and no two have the same sensor. A table of
/// attitudes alone is the reference.
struct SensorFolder: FolderFormat {
  let name = "sensor-folder"
  let summary = "a folder of described tables, one for each sensor"

  func recognizes(_ folder: RecordingFolder) -> Bool {
    let tables = folder.files(".csv", ".txt")
    guard tables.count > 1, tables.count < 8 else { return false }
    var quantities: Set<MotionQuantity> = []
    var attitudes = 0
    for path in tables {
      guard let file = folder.table(path), RecordingFormats.isDescribed(file) else { return false }
      let columns = DescribedTable.Columns(file)
      let found = Set(columns.vectors.map(\.quantity))
      guard !columns.times.isEmpty, quantities.isDisjoint(with: found),
        !found.isEmpty || columns.attitude != nil
      else { return false }
      quantities.formUnion(found)
      if columns.attitude != nil { attitudes += 1 }
    }
    return !quantities.isEmpty && attitudes < 2
  }

  func read(_ folder: RecordingFolder, options: ReadingOptions) throws -> Recordings {
    try folder.merged(folder.files(".csv", ".txt"), format: name) {
      (file) throws(RecordingError) in
      try DescribedTable().decided(file, options: options).streams(options)
    }
  }
}
