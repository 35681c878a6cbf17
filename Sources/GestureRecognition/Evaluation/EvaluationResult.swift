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

    /// Whether the gesture is accepted as one of the classes.
    package var isAccepted: Bool { recognition?.isGesture ?? false }

    /// Classifies `example`, or its replacement by `shown`, as its user's next gesture.
    init<R>(
      of example: Example<R>, shown: ((Example<R>) -> R?)?, sessions: inout AcceptanceSessions,
      recognize: (R) throws(GestureError) -> Recognition
    ) {
      let representation = shown.map { $0(example) } ?? example.representation
      name = example.name
      user = example.user
      label = example.label
      guard var recognition = representation.flatMap({ try? recognize($0) }) else { return }
      sessions.decide(&recognition, user: user)
      self.recognition = recognition
    }
  }

  /// The results on the gestures of one user.
  public struct UserResult: Hashable, Sendable, Codable {
    /// The number of correctly recognised gestures, accepted or rejected.
    package var correct = 0
    /// The number of gestures.
    package var total = 0
    /// The numbers of accepted and rejected gestures.
    public var acceptance = AcceptanceCounts()
    /// The share of correctly recognised gestures. Rejection does not enter.
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
  /// The numbers of accepted and rejected gestures. They add up to ``total``.
  public let acceptance: AcceptanceCounts
  /// The number of recordings without features.
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
    var counts = AcceptanceCounts()
    for outcome in outcomes {
      counts.record(outcome)
      if let label = outcome.recognition?.label {
        matrix.record(truth: outcome.label, recognized: label)
      }
      if let user = outcome.user {
        users[user, default: UserResult()].total += 1
        users[user]?.acceptance.record(outcome)
        if outcome.isCorrect { users[user]?.correct += 1 }
      }
    }
    labels = matrix.labels
    confusion = matrix
    perUser = users
    acceptance = counts
  }

  /// Tests a trained model.
  ///
  /// - Parameters:
  ///   - set: The examples.
  ///   - excludesLong: Whether to leave out examples longer than twice that user's median for that
  ///     class.
  ///   - shown: The input for an example, such as a disturbed motion (default: the example's
  ///     representation). A result of `nil` counts as misrecognised.
  ///   - session: The start of a session; the gestures of each user are one, in their order.
  ///   - recognize: Classifies a representation.
  package init<R>(
    testing set: ExampleSet<R>, excludesLong: Bool = false,
    shown: ((Example<R>) -> R?)? = nil, session: AcceptanceSession? = nil,
    recognize: (R) throws(GestureError) -> Recognition
  ) {
    let tested = excludesLong ? Evaluation.withoutLong(set.examples) : set.examples
    var sessions = AcceptanceSessions(session)
    self.init(
      outcomes: tested.map { example in
        Outcome(of: example, shown: shown, sessions: &sessions, recognize: recognize)
      },
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
}
