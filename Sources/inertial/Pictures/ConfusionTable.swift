/// A confusion matrix for people: rows are what was written, columns what was read.
struct ConfusionTable {
  let labels: [String]
  let counts: [[Int]]

  /// One line a label; zeros are dots, so that mistakes stand out.
  var text: String {
    let width = 1 + ([labels.map(\.count).max() ?? 1, longestNumber].max() ?? 1)
    func cell(_ text: String) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let head = cell("") + labels.map(cell).joined()
    let rows = zip(labels, counts).map { label, row in
      cell(label) + row.map { cell($0 == 0 ? "." : "\($0)") }.joined()
    }
    return "confusion, rows written, columns read:\n"
      + ([head] + rows).joined(separator: "\n")
  }

  private var longestNumber: Int {
    counts.joined().map { "\($0)".count }.max() ?? 1
  }
}
