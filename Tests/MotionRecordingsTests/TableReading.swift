import MotionRecordings

/// The recordings in a table that somebody's program wrote, perhaps by a map of its columns.
func readTable(
  _ bytes: [UInt8], name: String = "table.csv", columns: String? = nil
) throws -> Recordings {
  let options = ReadingOptions(columns: try columns.map { try ColumnMap($0) })
  return try RecordingReader(options: options).read(bytes, name: name)
}

func readTable(
  _ text: String, name: String = "table.csv", columns: String? = nil
) throws -> Recordings {
  try readTable(Array(text.utf8), name: name, columns: columns)
}
