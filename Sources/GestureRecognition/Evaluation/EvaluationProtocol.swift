/// The partition of gestures into training and test sets.
public enum EvaluationProtocol: String, Hashable, Sendable, Codable, CaseIterable {
  /// For each user and each repetition: train on the user's other repetitions, test on this one.
  case userDependent = "user-dependent"
  /// Stratified ten-fold cross-validation over all users.
  case mixed
  /// For each user: train on all other users, test on this one.
  case leaveOneUserOut = "leave-one-user-out"
  /// Train on one set, test on another.
  case trainTest = "train-test"
}
