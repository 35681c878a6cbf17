package import MotionRecordings

extension GestureDataSet {
  /// Reads a table of labelled series.
  ///
  /// The columns are `series`, `label`, `time` in seconds, `user`, which may be missing or empty, and
  /// one for each component, by any name. Rows of one series follow one another; another value in
  /// `series` begins the next. Name, notes and class names are not in the table.
  ///
  /// - Parameters:
  ///   - bytes: The table.
  ///   - file: What messages call it.
  /// - Throws: ``RecordingError`` for anything but such a table, with the line. A last row that was
  ///   cut off is an error here: half a series would be learned.
  package init(csv bytes: [UInt8], file: String) throws(RecordingError) {
    var table = try TableReader(bytes, file: file)
    let names = ["series", "label", "time"]
    let found = names.map { table.column(named: $0) }
    guard let series = found[0], let label = found[1], let time = found[2] else {
      let missing = zip(names, found).filter { $1 == nil }.map(\.0)
      throw RecordingError(file: file, line: 1, problem: .missingColumns(missing))
    }
    let user = table.column(named: "user")
    let components = table.header.indices.filter { ![series, label, time, user].contains($0) }
    guard !components.isEmpty else {
      throw RecordingError(
        file: file, line: 1,
        problem: .malformed("no column but series, label, user and time; expected components"))
    }
    self.init(dimension: components.count)
    var current: SeriesRows?
    try table.forEachRow { (row) throws(RecordingError) in
      let key = row.text(at: series)
      if key != current?.key {
        try current?.append(to: &self, file: file)
        current = SeriesRows(
          key: key, line: row.line, label: row.text(at: label),
          user: user.map { row.text(at: $0) })
      }
      guard row.text(at: label) == current?.label else {
        throw RecordingError(
          file: file, line: row.line, column: "label",
          problem: .malformed("series \(key.quoted()) has two labels; expected one"))
      }
      current?.times.append(try row.number(at: time))
      for column in components { current?.values.append(try row.number(at: column)) }
    }
    guard table.incompleteRows == 0 else {
      throw RecordingError(
        file: file, problem: .malformed("the last row is cut off; expected a line end"))
    }
    guard let current else { throw RecordingError(file: file, problem: .noRows) }
    try current.append(to: &self, file: file)
  }

  /// The table that ``init(csv:file:)`` reads back as the same series.
  package var csv: [UInt8] {
    var table = TableWriter(
      ["series", "label", "user", "time"] + (0..<dimension).map { "x\($0)" })
    for (index, series) in series.enumerated() {
      for row in 0..<series.count {
        table.add("\(index)")
        table.add(series.label ?? "")
        table.add(series.user ?? "")
        table.add(series.times[row])
        for value in series[row] { table.add(value) }
        table.endRow()
      }
    }
    return Array(table.text.utf8)
  }
}

/// The rows of one series while they are read.
private struct SeriesRows {
  var key: String
  var line: Int
  var label: String
  var user: String?
  var times: [Double] = []
  var values: [Double] = []

  func append(to set: inout GestureDataSet, file: String) throws(RecordingError) {
    let series = LabeledSeries(
      label: label, user: user?.isEmpty == false ? user : nil, dimension: set.dimension,
      times: times, values: values)
    do {
      try set.append(series)
    } catch {
      throw RecordingError(file: file, line: line, problem: .malformed(error.description))
    }
  }
}
