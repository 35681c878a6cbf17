/// The reason why a gesture is not an example.
public enum ExampleError: Error, Hashable, Sendable {
  /// All examples are collected, or no label has been chosen.
  case unlabeled
  /// The gesture is shorter than an example.
  case tooFewSamples(count: Int, minimum: Int)
}

extension ExampleError: CustomStringConvertible {
  /// The reason, and what was expected.
  public var description: String {
    switch self {
    case .unlabeled: "expected a label, got none"
    case .tooFewSamples(let count, let minimum):
      "expected \(minimum) samples or more, got \(count)"
    }
  }
}
