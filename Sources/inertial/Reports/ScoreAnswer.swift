internal import GestureRecognition

/// The answer of `score`.
struct ScoreAnswer: Encodable {
  /// Quantiles, interpolated linearly between order statistics.
  struct Spread: Encodable {
    var minimum: Double
    var q05: Double
    var q25: Double
    var median: Double
    var q75: Double
    var q95: Double
    var maximum: Double

    init(_ quantiles: Quantiles) {
      minimum = quantiles.value(at: 0)
      q05 = quantiles.value(at: 0.05)
      q25 = quantiles.value(at: 0.25)
      median = quantiles.value(at: 0.5)
      q75 = quantiles.value(at: 0.75)
      q95 = quantiles.value(at: 0.95)
      maximum = quantiles.value(at: 1)
    }
  }

  /// The share of vectors with the right label; absent without labels.
  var accuracy: Double?
  var correct: Int?
  var total: Int
  /// The number of vectors with a score that is not finite.
  var refused: Int
  var labels: [String]
  /// The confusion matrix; absent without labels.
  ///
  /// Rows are true labels, columns assigned labels.
  var confusion: [[Int]]?
  /// The quantiles of the largest score of each vector; absent if all are rejected.
  var winningScores: Spread?
  /// The label of each vector; `nil` for rejected ones.
  var predictions: [String?]

  /// The answer for assigned labels.
  init(_ assigned: AssignedLabels) {
    total = assigned.labels.count
    refused = assigned.rejectedCount
    predictions = assigned.labels
    winningScores = Quantiles(assigned.winningScores).map(Spread.init)
    labels = assigned.confusion?.labels ?? assigned.classes
    confusion = assigned.confusion?.counts
    correct = assigned.confusion?.correct
    accuracy = correct.map { Double($0) / Double(total) }
  }

  /// The answer as text.
  var text: String {
    var lines: [String] = []
    if let accuracy, let correct {
      lines.append("accuracy  \(percentage(accuracy)) (\(correct) of \(total))")
    } else {
      lines.append("vectors   \(total)")
    }
    if refused > 0 { lines.append("rejected  \(refused)") }
    if let spread = winningScores {
      let values = [
        spread.minimum, spread.q05, spread.q25, spread.median, spread.q75, spread.q95,
        spread.maximum,
      ]
      lines.append(
        "winning scores, at 0, 5, 25, 50, 75, 95, 100 %:\n  "
          + values.map { decimal($0, places: 3) }.joined(separator: "  "))
    }
    if let confusion { lines.append(ConfusionTable(labels: labels, counts: confusion).text) }
    return lines.joined(separator: "\n")
  }
}
