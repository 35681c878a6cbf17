package import MotionRecordings

extension GestureDataSet {
  /// Parses a CSV table of labelled series.
  ///
  /// The columns are `series`, `label`, `time` in seconds, `user` (optional, may be empty), and one
  /// for each component, with any name. The rows of a series are consecutive; a new value in
  /// `series` starts the next one. The table has no name, notes or class names.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - file: The file name in error messages.
  /// - Throws: `RecordingError` with the line for a malformed table. A truncated last row is an
  ///   error: it would add an incomplete series to the training set.
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
        problem: .malformed("expected at least one component column, got none"))
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
          problem: .malformed("expected one label for series \(key.quoted()), got two"))
      }
      current?.times.append(try row.number(at: time))
      for column in components { current?.values.append(try row.number(at: column)) }
    }
    guard table.incompleteRows == 0 else {
      throw RecordingError(
        file: file, problem: .malformed("expected a line end after the last row, got a cut-off row")
      )
    }
    guard let current else { throw RecordingError(file: file, problem: .noRows) }
    try current.append(to: &self, file: file)
  }

  /// The series as a CSV table that ``init(csv:file:)`` restores exactly.
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

/// The rows of the series that is being parsed.
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
