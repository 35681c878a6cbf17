/// A table of labelled vectors, such as features of gestures or weights of classes.
///
/// The column `label` has the labels, each other column one component. Besides tables, this type
/// reads the lab's forms: the tuples of its training log and the arrays of its weights.
public struct LabeledVectors: Hashable, Sendable {
  package let names: [String]
  /// The name of the file in errors.
  package let file: String
  /// The labels by row; `nil` without a column of labels.
  package let labels: [String]?
  /// The components by row: ``count`` rows of `names.count`.
  package let values: [Double]
  /// The line of the first vector that is not finite; `nil` when all are.
  package let firstNonFinite: Int?
  /// Problems that did not stop the reader.
  package let warnings: [RecordingWarning]

  /// The number of vectors.
  package var count: Int { values.count / names.count }

  /// Reads a table.
  ///
  /// Numbers may be infinite or NaN; ``firstNonFinite`` is the line of the first.
  ///
  /// - Parameters:
  ///   - name: The name of the file in errors.
  ///   - choose: Selects the component columns from all names. Default: all columns.
  /// - Throws: ``RecordingError`` for anything but a table of numbers, and errors of `choose`.
  package init(
    _ bytes: [UInt8], name: String,
    choosing choose: ([String]) throws(RecordingError) -> [String] = { $0 }
  ) throws(RecordingError) {
    var table = try TableReader(bytes, file: name)
    let label = table.column(named: "label")
    let chosen = Set(try choose(table.header))
    let columns = table.header.indices.filter { $0 != label && chosen.contains(table.header[$0]) }
    guard !columns.isEmpty else {
      throw RecordingError(file: name, line: 1, "expected columns of components, got 'label' only")
    }
    var labels: [String] = []
    var values: [Double] = []
    var nonFinite = Occurrences()
    try table.forEachRow { (row) throws(RecordingError) in
      // Parse the whole row before keeping any of it: the last row may be cut off.
      let numbers = try columns.map { (column) throws(RecordingError) in
        let number = try row.number(at: column)
        if row.mayBeCutOff, number.isNaN, row.isEmpty(column) {
          throw row.error(column, .notANumber(text: ""))
        }
        return number
      }
      if !numbers.allSatisfy(\.isFinite) { nonFinite.count(line: row.line) }
      if let label { labels.append(row.text(at: label)) }
      values += numbers
    }
    guard !values.isEmpty else { throw RecordingError(file: name, problem: .noRows) }
    names = columns.map { table.header[$0] }
    file = name
    self.labels = label == nil ? nil : labels
    self.values = values
    firstNonFinite = nonFinite.firstLine
    warnings = table.warnings
  }

  /// Creates a table of vectors.
  ///
  /// - Parameter firstNonFinite: The line of the first vector that is not finite; `nil` counts the
  ///   rows after a header.
  /// - Precondition: There is at least one name, `values` has one number for each name in each row,
  ///   and `labels` has one label for each row.
  package init(
    names: [String], labels: [String]?, values: [Double], file: String = "vectors",
    firstNonFinite: Int? = nil
  ) {
    precondition(
      !names.isEmpty && values.count % names.count == 0
        && labels?.count ?? values.count / names.count == values.count / names.count,
      "expected \(names.count) values and one label a row, got \(values.count) values")
    self.names = names
    self.file = file
    self.labels = labels
    self.values = values
    self.firstNonFinite =
      firstNonFinite ?? values.firstIndex { !$0.isFinite }.map { $0 / names.count + 2 }
    warnings = []
  }

  /// The components of a row.
  ///
  /// - Precondition: `row` is in `0..<count`.
  package subscript(row: Int) -> ArraySlice<Double> {
    values[row * names.count..<(row + 1) * names.count]
  }

  /// The names of zone features: time, displacement in *x* and in *y* of each zone, and the bias;
  /// plain numbers if the count is not three per zone plus one.
  package static func zoneNames(count: Int) -> [String] {
    guard count % 3 == 1, count > 1 else { return (0..<count).map { "x\($0)" } }
    return (0..<count / 3).flatMap { ["time\($0)", "dx\($0)", "dy\($0)"] } + ["bias"]
  }

  /// The values with zone features in the order of ``zoneNames(count:)``, whatever the order of
  /// their columns; with other names, in the order of the columns.
  package var zoneValues: [Double] {
    let zoneNames = Self.zoneNames(count: names.count)
    guard Set(names) == Set(zoneNames), let values = try? values(inOrderOf: zoneNames) else {
      return values
    }
    return values
  }

  /// The values with the components in the order of `names`.
  ///
  /// - Throws: ``RecordingError`` with the missing names or the number of components.
  package func values(inOrderOf names: [String]) throws(RecordingError) -> [Double] {
    guard names != self.names else { return values }
    let places = Dictionary(
      zip(self.names, self.names.indices), uniquingKeysWith: { first, _ in first })
    let positions = names.map { places[$0] }
    let missing = zip(names, positions).filter { $1 == nil }.map(\.0)
    guard missing.isEmpty else {
      throw RecordingError(file: file, line: 1, problem: .missingColumns(missing))
    }
    guard names.count == self.names.count else {
      throw RecordingError(
        file: file, line: 1, "expected \(names.count) components, got \(self.names.count)")
    }
    let order = positions.compactMap { $0 }
    return (0..<count).flatMap { row in order.map { values[row * order.count + $0] } }
  }
}
