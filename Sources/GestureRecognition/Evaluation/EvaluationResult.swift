/// The recognition of unseen gestures.
public struct EvaluationResult: Sendable {
  /// The recognition of one gesture.
  package struct Outcome: Hashable, Sendable {
    /// The source of the gesture.
    package var name: String
    /// The writer.
    package var user: String?
    /// The true class.
    package var label: String
    /// The recognition; `nil` if the classifier threw an error.
    package var recognition: Recognition?

    /// Whether the recognised class is the true one.
    package var isCorrect: Bool { recognition?.label == label }

    /// Classifies `example`, or its replacement by `shown`.
    init<R>(
      of example: Example<R>, shown: ((Example<R>) -> R?)?,
      recognize: (R) throws(GestureError) -> Recognition
    ) {
      let representation = shown.map { $0(example) } ?? example.representation
      name = example.name
      user = example.user
      label = example.label
      recognition = representation.flatMap { try? recognize($0) }
    }
  }

  /// The accuracy on the gestures of one user.
  public struct UserResult: Hashable, Sendable, Codable {
    /// The number of correctly recognised gestures.
    package var correct: Int
    /// The number of gestures.
    package var total: Int
    /// The share of correctly recognised gestures.
    public var accuracy: Double { Double(correct) / Double(total) }
  }

  /// The outcomes in the order of the examples.
  package let outcomes: [Outcome]
  /// The classes, in alphabetical order.
  package let labels: [String]
  /// The gestures by true and by recognised class.
  public let confusion: ConfusionMatrix
  /// The results by user, for gestures with a user.
  public let perUser: [String: UserResult]
  /// The number of recordings that gave no example.
  package let rejectedRecordings: Int
  /// The number of examples left out for their duration.
  package let excluded: Int

  init(outcomes: [Outcome], rejectedRecordings: Int, excluded: Int) {
    self.outcomes = outcomes
    self.rejectedRecordings = rejectedRecordings
    self.excluded = excluded
    var matrix = ConfusionMatrix(
      labels: outcomes.flatMap { [$0.label] + ($0.recognition.map { [$0.label] } ?? []) })
    var users: [String: UserResult] = [:]
    for outcome in outcomes {
      if let label = outcome.recognition?.label {
        matrix.record(truth: outcome.label, recognized: label)
      }
      if let user = outcome.user {
        users[user, default: UserResult(correct: 0, total: 0)].total += 1
        if outcome.isCorrect { users[user]?.correct += 1 }
      }
    }
    labels = matrix.labels
    confusion = matrix
    perUser = users
  }

  /// Tests a trained model.
  ///
  /// - Parameters:
  ///   - set: The examples.
  ///   - excludesLong: Whether to leave out examples longer than twice that user's median for that
  ///     class.
  ///   - shown: The input for an example, such as a disturbed motion (default: the example's
  ///     representation). A result of `nil` counts as misrecognised.
  ///   - recognize: Classifies a representation.
  package init<R>(
    testing set: ExampleSet<R>, excludesLong: Bool = false,
    shown: ((Example<R>) -> R?)? = nil, recognize: (R) throws(GestureError) -> Recognition
  ) {
    let tested = excludesLong ? Evaluation.withoutLong(set.examples) : set.examples
    self.init(
      outcomes: tested.map { Outcome(of: $0, shown: shown, recognize: recognize) },
      rejectedRecordings: set.rejected.count, excluded: set.examples.count - tested.count)
  }

  /// The result of the user with the lowest accuracy; `nil` without users.
  public var worstUser: UserResult? { perUser.values.min { $0.accuracy < $1.accuracy } }
  /// The number of correctly recognised gestures.
  public var correct: Int { confusion.correct }
  /// The number of tested gestures.
  public var total: Int { outcomes.count }
  /// The share of correctly recognised gestures. Rejection does not enter.
  public var accuracy: Double { total > 0 ? Double(correct) / Double(total) : 0 }

  /// The share of accepted gestures among those with a recognition.
  package var acceptance: Double? {
    let recognitions = outcomes.compactMap(\.recognition)
    return recognitions.isEmpty
      ? nil : Double(recognitions.count { $0.isGesture }) / Double(recognitions.count)
  }
}
