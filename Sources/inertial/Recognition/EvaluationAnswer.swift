internal import GestureRecognition

/// The answer of `evaluate`.
struct EvaluationAnswer: Encodable {
  /// How well one user's letters were read.
  struct User: Encodable {
    var accuracy: Double
    var correct: Int
    var total: Int
  }

  /// The fraction that were read right, of those that were tested.
  var accuracy: Double
  var correct: Int
  var total: Int
  /// How many recordings gave nothing to test: too short, without extent, without a time.
  var refused: Int
  /// How many were left out for their length.
  var excluded: Int
  var labels: [String]
  /// How often a truth (row) was read as a label (column).
  var confusion: [[Int]]
  /// Present where users are known.
  var perUser: [String: User]?
  var dataset: String
  var classifier: String
  var stabilizer: String
  var `protocol`: String
  var seed: UInt64

  init(
    _ result: EvaluationResult, dataset: String, classifier: ClassifierOptions,
    method: EvaluationProtocol
  ) {
    accuracy = result.accuracy
    correct = result.correct
    total = result.total
    refused = result.refused
    excluded = result.excluded
    labels = result.labels
    confusion = result.confusion.counts
    if !result.perUser.isEmpty {
      perUser = result.perUser.mapValues {
        User(accuracy: $0.accuracy, correct: $0.correct, total: $0.total)
      }
    }
    self.dataset = dataset
    self.classifier = classifier.classifier.rawValue
    stabilizer = classifier.stabilizer.rawValue
    self.protocol = method.rawValue
    seed = classifier.seed
  }

  /// The answer for people.
  var text: String {
    var lines = ["accuracy  \(percentage(accuracy)) (\(correct) of \(total))"]
    if refused > 0 { lines.append("refused   \(refused)") }
    if excluded > 0 { lines.append("excluded  \(excluded)") }
    for (user, share) in (perUser ?? [:]).sorted(by: { $0.key < $1.key }) {
      lines.append("\(user): \(percentage(share.accuracy)) (\(share.correct) of \(share.total))")
    }
    lines.append(ConfusionTable(labels: labels, counts: confusion).text)
    return lines.joined(separator: "\n")
  }
}
