/// Which gestures a classifier learns from, and which it is tested on.
public enum EvaluationProtocol: String, Hashable, Sendable, Codable, CaseIterable {
  /// For each user alone: learn from all repetitions of each letter but one, test on that one, and
  /// so for each repetition.
  case userDependent = "user-dependent"
  /// All users together, in ten parts that hold each letter alike: learn from nine, test on one.
  case mixed
  /// Learn from all users but one, test on that one, and so for each user.
  case leaveOneUserOut = "leave-one-user-out"
  /// Learn from one set, test on another.
  case trainTest = "train-test"
}
