/// A confusion matrix as text: rows are true labels, columns recognised ones.
struct ConfusionTable {
  let labels: [String]
  let counts: [[Int]]

  /// One line for each label; a zero is a dot, so that errors stand out.
  var text: String {
    let numbers = counts.joined().map { "\($0)".count }
    let width = 1 + ((labels.map(\.count) + numbers).max() ?? 1)
    func cell(_ text: String) -> String { text.padded(to: width, .right) }
    let head = cell("") + labels.map(cell).joined()
    let rows = zip(labels, counts).map { label, row in
      cell(label) + row.map { cell($0 == 0 ? "." : "\($0)") }.joined()
    }
    return "confusion (rows: written, columns: recognised):\n"
      + ([head] + rows).joined(separator: "\n")
  }
}
