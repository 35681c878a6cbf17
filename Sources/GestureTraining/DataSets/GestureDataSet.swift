package import GestureRecognition
package import MotionRecordings

/// Labelled series of one sensor, with a name, notes and class names.
public struct GestureDataSet: Hashable, Sendable {
  /// The name of the data set.
  package var name: String
  /// Notes for a reader, such as the device, the place and the units.
  package var notes: String
  /// The display names of classes, by label; optional for each class.
  package var classNames: [String: String]
  /// The number of components of a vector, the same in all series.
  package let dimension: Int
  /// The series.
  ///
  /// Each has a label, at least one vector, and its place in the data set as a name, unless it has
  /// another one. All vectors are finite and in chronological order.
  package internal(set) var series: [Example<SampleSeries>] = []
  /// The channels of series taken from device motion; `nil` for any other sensor.
  package internal(set) var channels: [MotionChannel]?

  /// Creates an empty data set.
  package init(
    name: String = "", notes: String = "", classNames: [String: String] = [:], dimension: Int
  ) {
    precondition(dimension > 0, "expected 1 component or more, got \(dimension)")
    self.name = name
    self.notes = notes
    self.classNames = classNames
    self.dimension = dimension
  }

  /// The classes, in alphabetical order.
  package var labels: [String] { Set(series.map(\.label)).sorted() }
  /// The number of series of each class.
  package var counts: [String: Int] {
    series.reduce(into: [:]) { counts, series in counts[series.label, default: 0] += 1 }
  }
  /// The series as gestures.
  package var gestures: [RecordedGesture] {
    series.map {
      RecordedGesture(
        name: $0.name, label: $0.label, user: $0.user, samples: .series($0.representation))
    }
  }

  // MARK: - Mutation

  /// Adds a series; `name` is for messages.
  ///
  /// - Throws: `DataSetError` for an invalid series; the data set is then unchanged.
  package mutating func append(
    _ series: SampleSeries, label: String?, user: String? = nil, name: String? = nil
  ) throws(DataSetError) {
    let index = self.series.count
    func require(_ isValid: Bool, _ problem: @autoclosure () -> String) throws(DataSetError) {
      if !isValid { throw DataSetError(problem()) }
    }
    guard let label, !label.isEmpty else {
      throw DataSetError("expected a label for series \(index), got none")
    }
    try require(
      series.dimension == dimension,
      "expected vectors of \(dimension) components in series \(index), got \(series.dimension)")
    try require(
      series.count > 0, "expected at least one vector in series \(index), got none")
    for place in 0..<series.count {
      try require(
        series.times[place].isFinite && series[place].allSatisfy(\.isFinite),
        "vector \(place) of series \(index) is not finite")
      try require(
        place == 0 || series.times[place] >= series.times[place - 1],
        "time runs backward at vector \(place) of series \(index)")
    }
    self.series.append(
      Example(
        representation: series, label: label, user: user, name: name ?? "#\(index)",
        duration: series.duration, motion: channels == nil ? nil : index))
  }

  /// Returns the data set with only the series at `indices`, in that order.
  ///
  /// - Precondition: `indices` are valid indices of ``series``.
  package func selecting(_ indices: some Sequence<Int>) -> GestureDataSet {
    var selection = self
    selection.series = indices.map { series[$0] }
    return selection
  }
}

/// The reason why a series is invalid in a data set. Indices are zero-based.
package struct DataSetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error text, with the location and the expected value.
  package let description: String

  package init(_ description: String) { self.description = description }
}

extension GestureDataSet {
  /// Parses a CSV table of labelled series.
  ///
  /// The columns are `series`, `label`, `time` in seconds, `user` (optional, may be empty), and one
  /// for each component, with any name. The rows of a series are consecutive; a new value in
  /// `series` starts the next one. The table has no name, notes or class names.
  ///
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
    for (index, example) in series.enumerated() {
      let series = example.representation
      for row in 0..<series.count {
        table.add("\(index)")
        table.add(example.label)
        table.add(example.user ?? "")
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
    do {
      try set.append(
        SampleSeries(dimension: set.dimension, times: times, values: values), label: label,
        user: user?.isEmpty == false ? user : nil)
    } catch {
      throw RecordingError(file: file, line: line, problem: .malformed(error.description))
    }
  }
}
