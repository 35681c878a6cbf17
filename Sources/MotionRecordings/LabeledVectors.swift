/// A table of vectors, each with a label: features of gestures, or the weights of classes.
///
/// The file's first column is `label`; the others are the components, by name.
public struct LabeledVectors: Hashable, Sendable {
  /// The names of the components.
  public let names: [String]
  /// A label a row; empty where the file says none.
  public let labels: [String]
  /// The components, row after row: `labels.count` rows of `names.count`.
  public let values: [Double]
  /// What was wrong and did not stop the reader.
  public let warnings: [RecordingWarning]

  /// The number of vectors.
  public var count: Int { labels.count }

  /// Reads the table in `bytes`, which messages call `name`.
  ///
  /// Numbers may be infinite or NaN: whoever scores the vectors decides what they mean, and
  /// ``firstNonFinite`` says where they are.
  ///
  /// - Throws: ``RecordingError`` for anything but a table of numbers with a column `label`.
  public init(_ bytes: [UInt8], name: String) throws(RecordingError) {
    var table = try TableReader(bytes, file: name)
    let label = try table.columns(["label"])[0]
    let columns = table.header.indices.filter { $0 != label }
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
      labels.append(row.text(at: label))
      values += numbers
    }
    guard !labels.isEmpty else { throw RecordingError(file: name, problem: .noRows) }
    names = columns.map { table.header[$0] }
    self.labels = labels
    self.values = values
    firstNonFinite = nonFinite.firstLine
    warnings =
      table.incompleteRows == 0
      ? [] : [RecordingWarning(file: name, kind: .incompleteRows, count: table.incompleteRows)]
  }

  /// The line of the first vector that is not finite; `nil` when all are.
  public let firstNonFinite: Int?
}
