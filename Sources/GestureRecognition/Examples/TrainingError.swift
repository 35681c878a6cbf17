/// Why nothing can be learned or evaluated.
public enum TrainingError: Error, Hashable, Sendable {
  /// There are no examples.
  case noExamples
  /// All examples are of one class.
  case oneClass(String)
  /// A class has fewer examples than this trainer needs.
  case tooFewExamples(label: String, count: Int, minimum: Int)
  /// The example has no label.
  case unlabeled(example: String)
  /// The example has another number of features than the first one.
  case featureCount(example: String, found: Int, expected: Int)
  /// A feature of the example is infinite, NaN, or too large to compute with.
  case featureNotFinite(example: String, feature: Int)
  /// The protocol needs more users than are known.
  case tooFewUsers(count: Int, minimum: Int)
  /// Nothing is left to test on, or to train on.
  case nothingLeft(String)
  /// The options contradict each other.
  case contradiction(String)
  /// The task was cancelled.
  case cancelled
}

extension TrainingError: CustomStringConvertible {
  /// What was wrong, where, and what would be right.
  public var description: String {
    switch self {
    case .noExamples:
      "there are no examples to learn from"
    case .oneClass(let label):
      "all examples are of class \(label): at least two classes are needed"
    case .tooFewExamples(let label, let count, let minimum):
      "\(count) \(count == 1 ? "example" : "examples") of class \(label): "
        + "at least \(minimum) are needed"
    case .unlabeled(let example):
      "\(example) has no label to learn from"
    case .featureCount(let example, let found, let expected):
      "\(example) has \(found) features, others have \(expected)"
    case .featureNotFinite(let example, let feature):
      "feature \(feature) of \(example) is not finite or too large"
    case .tooFewUsers(let count, let minimum):
      "examples of \(count) \(count == 1 ? "user" : "users"): at least \(minimum) are needed"
    case .nothingLeft(let what):
      "nothing is left to \(what)"
    case .contradiction(let reason):
      reason
    case .cancelled:
      "cancelled"
    }
  }
}
