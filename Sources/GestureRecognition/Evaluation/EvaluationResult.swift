/// How well a classifier read gestures that it had not learned from.
public struct EvaluationResult: Sendable {
  /// How one gesture was read.
  public struct Outcome: Hashable, Sendable {
    /// Where the gesture comes from.
    public var name: String
    /// Who wrote it.
    public var user: String?
    /// What was written.
    public var label: String
    /// What was read; `nil` where the classifier could not tell.
    public var recognition: Recognition?

    /// Whether it was read right.
    public var isCorrect: Bool { recognition?.label == label }

    /// How `example` is read, or what is shown of it.
    init<R>(
      of example: Example<R>, shown: ((Example<R>) -> R?)?,
      read: (R) throws(GestureError) -> Recognition
    ) {
      let representation = shown.map { $0(example) } ?? example.representation
      name = example.name
      user = example.user
      label = example.label
      recognition = representation.flatMap { try? read($0) }
    }
  }

  /// How well the gestures of one user were read.
  public struct Share: Hashable, Sendable, Codable {
    /// The number that were read right.
    public var correct: Int
    /// The number of gestures.
    public var total: Int
    /// The share that were read right.
    public var accuracy: Double { Double(correct) / Double(total) }
  }

  /// The outcomes in the order of the examples.
  public let outcomes: [Outcome]
  /// The classes, in alphabetical order.
  public let labels: [String]
  /// What was taken for what.
  public let confusion: ConfusionMatrix
  /// Each known user's share.
  public let perUser: [String: Share]
  /// The number of recordings that gave no example.
  public let refused: Int
  /// The number of examples left out for their length.
  public let excluded: Int

  init(outcomes: [Outcome], refused: Int, excluded: Int) {
    self.outcomes = outcomes
    self.refused = refused
    self.excluded = excluded
    var matrix = ConfusionMatrix(
      labels: outcomes.flatMap { [$0.label] + ($0.recognition.map { [$0.label] } ?? []) })
    var shares: [String: Share] = [:]
    for outcome in outcomes {
      if let read = outcome.recognition?.label { matrix.record(truth: outcome.label, read: read) }
      if let user = outcome.user {
        shares[user, default: Share(correct: 0, total: 0)].total += 1
        if outcome.isCorrect { shares[user]?.correct += 1 }
      }
    }
    labels = matrix.labels
    confusion = matrix
    perUser = shares
  }

  /// Tests what has learned already, such as the model of a file: nothing is learned.
  ///
  /// - Parameters:
  ///   - set: The examples.
  ///   - excludesLong: Whether to leave out examples that last over twice that user's median for
  ///     that letter.
  ///   - shown: What is shown of an example, such as its motion disturbed; `nil` where nothing is
  ///     left of it, which counts as read wrong. By default the example itself.
  ///   - read: What something is read as.
  public init<R>(
    testing set: ExampleSet<R>, excludesLong: Bool = false,
    shown: ((Example<R>) -> R?)? = nil, read: (R) throws(GestureError) -> Recognition
  ) {
    let tested = excludesLong ? Evaluation.withoutLong(set.examples) : set.examples
    self.init(
      outcomes: tested.map { Outcome(of: $0, shown: shown, read: read) },
      refused: set.refused.count, excluded: set.examples.count - tested.count)
  }

  /// The share of that known user whose gestures were read worst; `nil` where no user is known.
  public var worstUser: Share? { perUser.values.min { $0.accuracy < $1.accuracy } }
  /// The number of gestures that were read right.
  public var correct: Int { confusion.correct }
  /// The number of gestures that were tested.
  public var total: Int { outcomes.count }
  /// The share that were read right.
  public var accuracy: Double { total > 0 ? Double(correct) / Double(total) : 0 }

  /// The share of the gestures that were believed to be one.
  public var acceptance: Double? {
    let read = outcomes.compactMap(\.recognition)
    return read.isEmpty ? nil : Double(read.count { $0.isGesture }) / Double(read.count)
  }
}
