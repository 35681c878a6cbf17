/// The columns of a vector's three components in a table.
struct VectorColumns {
  let x: Int
  let y: Int
  let z: Int

  /// The names `prefix` + axis + `suffix`, such as `gyro_x_rad_s`.
  static func names(_ prefix: String, _ suffix: String, axes: [String] = ["x", "y", "z"])
    -> [String]
  {
    axes.map { prefix + $0 + suffix }
  }

  /// The columns of three names.
  ///
  /// - Throws: ``RecordingError`` with the missing names.
  init(_ names: [String], in table: TableReader) throws(RecordingError) {
    let columns = try table.columns(names)
    (x, y, z) = (columns[0], columns[1], columns[2])
  }

  /// The columns of three names, or `nil` when the table has none of them.
  ///
  /// - Throws: ``RecordingError`` when the table has some of them.
  static func optional(
    _ names: [String], in table: TableReader
  ) throws(RecordingError) -> Self? {
    names.contains(where: table.header.contains) ? try Self(names, in: table) : nil
  }
}
