internal import GestureRecognition

/// An error of training or evaluation.
public enum TrainingError: Error, Hashable, Sendable {
  /// There are no examples.
  case noExamples
  /// All examples are of one class.
  case oneClass(String)
  /// Each example equals one of another class.
  case indistinguishable
  /// A class has too few examples.
  case tooFewExamples(label: String, count: Int, minimum: Int)
  /// The example has no label.
  case unlabeled(example: String)
  /// The example has another number of features than expected.
  case featureCount(example: String, found: Int, expected: Int)
  /// A feature of the example is infinite, NaN, or too large to compute with.
  case featureNotFinite(example: String, feature: Int)
  /// The protocol needs more users.
  case tooFewUsers(count: Int, minimum: Int)
  /// The protocol leaves no examples for this step.
  case nothingLeft(String)
  /// An option is invalid, or two exclude each other.
  case invalidOptions(String)
  /// The task was cancelled.
  case cancelled
}

extension TrainingError {
  /// What `make` makes; parts that do not fit together are invalid options.
  static func checked<Result>(
    _ make: () throws(ModelError) -> Result
  ) throws(TrainingError) -> Result {
    do throws(ModelError) {
      return try make()
    } catch {
      throw .invalidOptions(error.description)
    }
  }
}

extension TrainingError: CustomStringConvertible {
  /// The error, its place, and the expected value.
  public var description: String {
    switch self {
    case .noExamples:
      "no examples to train on"
    case .oneClass(let label):
      "all examples are of class \(label): expected at least two classes"
    case .indistinguishable:
      "each example equals one of another class: expected examples that tell the classes apart"
    case .tooFewExamples(let label, let count, let minimum):
      "\(count) \(count == 1 ? "example" : "examples") of class \(label): "
        + "expected at least \(minimum)"
    case .unlabeled(let example):
      "\(example) has no label"
    case .featureCount(let example, let found, let expected):
      "\(example): expected \(expected) features, got \(found)"
    case .featureNotFinite(let example, let feature):
      "feature \(feature) of \(example) is not finite or too large"
    case .tooFewUsers(let count, let minimum):
      "examples of \(count) \(count == 1 ? "user" : "users"): expected at least \(minimum)"
    case .nothingLeft(let what):
      "no examples left to \(what)"
    case .invalidOptions(let reason):
      reason
    case .cancelled:
      "cancelled"
    }
  }
}
