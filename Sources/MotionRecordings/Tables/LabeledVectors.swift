/// A table of vectors, each with a label: features of gestures, or the weights of classes.
///
/// A column is `label`; the others are the components, by name.
public struct LabeledVectors: Hashable, Sendable {
  /// The names of the components.
  public let names: [String]
  /// The file, as it was named to the reader.
  public let file: String
  /// A label a row; `nil` when the file has no such column.
  public let labels: [String]?
  /// The components, row after row: ``count`` rows of `names.count`.
  public let values: [Double]
  /// The line of the first vector that is not finite; `nil` when all are.
  public let firstNonFinite: Int?
  /// What was wrong and did not stop the reader.
  public let warnings: [RecordingWarning]

  /// The number of vectors.
  public var count: Int { values.count / names.count }

  /// Reads the table in `bytes`, which messages call `name`.
  ///
  /// Numbers may be infinite or NaN: whoever scores the vectors decides what they mean, and
  /// ``firstNonFinite`` says where they are.
  ///
  /// - Parameters:
  ///   - bytes: The contents of a file.
  ///   - name: How messages call it.
  ///   - choose: Which of the columns are components, by their names; all of them without this.
  /// - Throws: ``RecordingError`` for anything but a table of numbers, and what `choose` throws.
  public init(
    _ bytes: [UInt8], name: String,
    choosing choose: ([String]) throws(RecordingError) -> [String] = { $0 }
  ) throws(RecordingError) {
    var table = try TableReader(bytes, file: name)
    let label = table.column(named: "label")
    let chosen = Set(try choose(table.header))
    let columns = table.header.indices.filter { $0 != label && chosen.contains(table.header[$0]) }
    guard !columns.isEmpty else {
      throw RecordingError(
        file: name, line: 1, problem: .malformed("no column but 'label'; expected the components"))
    }
    var labels: [String] = []
    var values: [Double] = []
    var nonFinite = Occurrences()
    try table.forEachRow { (row) throws(RecordingError) in
      // All fields before any is kept: a cut-off row must leave nothing behind.
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
    warnings =
      table.incompleteRows == 0
      ? [] : [RecordingWarning(file: name, kind: .incompleteRows, count: table.incompleteRows)]
  }

  /// The values with their components in the order of `names`.
  ///
  /// - Throws: ``RecordingError`` when the components are not those, naming the missing ones or
  ///   counting the surplus.
  public func values(inOrderOf names: [String]) throws(RecordingError) -> [Double] {
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
        file: file, line: 1,
        problem: .malformed(
          "the vectors have \(self.names.count) components; expected \(names.count)"))
    }
    let order = positions.compactMap { $0 }
    return (0..<count).flatMap { row in order.map { values[row * order.count + $0] } }
  }
}
