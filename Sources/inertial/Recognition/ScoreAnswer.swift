internal import LinearAlgebra

/// The answer of `score`.
struct ScoreAnswer: Encodable {
  /// The fraction of vectors that were labelled right; absent when their labels are unknown.
  var accuracy: Double?
  var correct: Int?
  var total: Int
  /// How many vectors have no label because a score is not a number.
  var refused: Int
  var labels: [String]
  /// How often a truth (row) was read as a label (column); absent when the truth is unknown.
  var confusion: [[Int]]?
  /// The spread of the greatest score of each vector; absent when all were refused.
  var winningScores: Quantiles?
  /// The label of each vector; `nil` for those refused.
  var predictions: [String?]

  /// The answer that `scores`, `classes.count` a vector, give.
  init(scores: [Double], classes: [String], truth: [String]?, count: Int) {
    let winners = (0..<count).map { row -> (label: String, score: Double)? in
      let row = scores[row * classes.count..<(row + 1) * classes.count]
      guard row.allSatisfy(\.isFinite), let best = LinearScorer.best(of: row) else { return nil }
      return (classes[best], row[row.startIndex + best])
    }
    total = count
    refused = winners.count { $0 == nil }
    predictions = winners.map { $0?.label }
    winningScores = Quantiles(winners.compactMap { $0?.score })
    labels = classes
    guard let truth else { return }
    // A truth that no class has can only be read wrongly; it still has a row.
    labels += Set(truth).subtracting(classes).sorted()
    let index = Dictionary(zip(labels, labels.indices)) { first, _ in first }
    var confusion = labels.map { _ in labels.map { _ in 0 } }
    for case (let truth, let prediction?) in zip(truth, predictions) {
      if let row = index[truth], let column = index[prediction] { confusion[row][column] += 1 }
    }
    self.confusion = confusion
    let correct = labels.indices.reduce(0) { $0 + confusion[$1][$1] }
    self.correct = correct
    accuracy = Double(correct) / Double(count)
  }

  /// The answer for people.
  var text: String {
    var lines: [String] = []
    if let accuracy, let correct {
      lines.append("accuracy  \(percentage(accuracy)) (\(correct) of \(total))")
    } else {
      lines.append("vectors   \(total)")
    }
    if refused > 0 { lines.append("refused   \(refused)") }
    if let winningScores {
      lines.append("winning scores, at 0, 5, 25, 50, 75, 95, 100 %:\n  \(winningScores.text)")
    }
    if let confusion { lines.append(ConfusionTable(labels: labels, counts: confusion).text) }
    return lines.joined(separator: "\n")
  }
}
