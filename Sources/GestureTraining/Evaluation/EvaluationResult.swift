package import GestureRecognition

/// The recognition of unseen gestures.
public struct EvaluationResult: Sendable {
  /// The recognition of one gesture.
  package struct Outcome: Hashable, Sendable {
    /// The source of the gesture.
    package var name: String
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
      of example: Example<R>, shown: ((Example<R>) -> R?)?, sessions: inout WriterSessions,
      recognize: (R, _ state: WriterState) throws(GestureError) -> Recognition
    ) {
      name = example.name
      user = example.user
      label = example.label
      guard let representation = shown.map({ $0(example) }) ?? example.representation
      else { return }
      recognition = try? sessions.recognize(user: user) { (state) throws(GestureError) in
        try recognize(representation, state)
      }
    }
  }

  /// The outcomes in the order of the examples.
  package let outcomes: [Outcome]
  /// The classes, in alphabetical order.
  package let labels: [String]
  /// The gestures by true and by recognised class.
  public let confusion: ConfusionMatrix
  /// The numbers of all gestures.
  public let counts: EvaluationCounts
  /// The numbers by user, for gestures with a user.
  public let perUser: [String: EvaluationCounts]
  /// The number of recordings without features.
  package let rejectedRecordings: Int
  /// The number of examples left out for their duration.
  package let excluded: Int
  /// The number of examples that were not tested, since no training example has their label.
  package let untested: Int

  init(outcomes: [Outcome], rejectedRecordings: Int, excluded: Int, untested: Int = 0) {
    self.outcomes = outcomes
    self.rejectedRecordings = rejectedRecordings
    self.excluded = excluded
    self.untested = untested
    var matrix = ConfusionMatrix(
      labels: outcomes.flatMap { [$0.label] + ($0.recognition.map { [$0.label] } ?? []) })
    var users: [String: EvaluationCounts] = [:]
    var counts = EvaluationCounts()
    for outcome in outcomes {
      counts.record(outcome)
      if let label = outcome.recognition?.label {
        matrix.record(truth: outcome.label, recognized: label)
      }
      if let user = outcome.user { users[user, default: EvaluationCounts()].record(outcome) }
    }
    labels = matrix.labels
    confusion = matrix
    perUser = users
    self.counts = counts
  }

  /// Tests a trained model.
  ///
  /// - Parameters:
  ///   - excludesLong: Whether to leave out examples longer than twice that user's median for that
  ///     class.
  ///   - shown: The input for an example, such as a disturbed motion (default: the example's
  ///     representation). A result of `nil` counts as misrecognised.
  ///   - session: The start of a session. The gestures of each user form one session, in their
  ///     order.
  ///   - recognize: Classifies a representation in a state of the session.
  package init<R>(
    testing set: ExampleSet<R>, excludesLong: Bool = false,
    shown: ((Example<R>) -> R?)? = nil, session: WriterSession? = nil,
    recognize: (R, _ state: WriterState) throws(GestureError) -> Recognition
  ) {
    let tested = excludesLong ? Evaluation.withoutLong(set.examples) : set.examples
    var sessions = WriterSessions(session)
    self.init(
      outcomes: tested.map { example in
        Outcome(of: example, shown: shown, sessions: &sessions, recognize: recognize)
      },
      rejectedRecordings: set.rejected.count, excluded: set.examples.count - tested.count)
  }

  /// The numbers of the user with the lowest accuracy, of equal ones the first by name; `nil`
  /// without users.
  public var worstUser: EvaluationCounts? {
    perUser.min { ($0.value.accuracy, $0.key) < ($1.value.accuracy, $1.key) }?.value
  }
  /// The number of correctly recognised gestures.
  public var correct: Int { counts.correct }
  /// The number of tested gestures.
  public var total: Int { counts.total }
  /// The share of correctly recognised gestures. Rejection has no influence.
  public var accuracy: Double { counts.accuracy }
}

/// The numbers of gestures by their recognition, and by the decision on their acceptance.
public struct EvaluationCounts: Hashable, Sendable {
  /// The number of correctly recognised gestures, accepted or not.
  public internal(set) var correct = 0
  /// The number of accepted gestures with the right label.
  public internal(set) var acceptedCorrect = 0
  /// The number of accepted gestures with a wrong label.
  public internal(set) var acceptedWrong = 0
  /// The number of rejected gestures, those without a recognition included.
  public internal(set) var rejected = 0

  /// The number of gestures.
  public var total: Int { acceptedCorrect + acceptedWrong + rejected }
  /// The share of correctly recognised gestures; 0 without gestures. Rejection has no influence.
  public var accuracy: Double { Double(correct) / Double(max(1, total)) }

  /// Counts one gesture.
  mutating func record(_ outcome: EvaluationResult.Outcome) {
    correct += outcome.isCorrect ? 1 : 0
    if !outcome.isAccepted {
      rejected += 1
    } else if outcome.isCorrect {
      acceptedCorrect += 1
    } else {
      acceptedWrong += 1
    }
  }
}

extension EvaluationCounts: Encodable {
  private enum CodingKeys: String, CodingKey { case accuracy }

  /// Encodes all numbers and the accuracy.
  public func encode(to encoder: any Encoder) throws {
    let numbers = [
      "correct": correct, "total": total, "acceptedCorrect": acceptedCorrect,
      "acceptedWrong": acceptedWrong, "rejected": rejected,
    ]
    try numbers.encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(accuracy, forKey: .accuracy)
  }
}

extension EvaluationResult {
  /// The gestures with a confidence in one bin of 0...1.
  package struct ReliabilityBin: Hashable, Sendable, Codable {
    package var lowerBound: Double
    package var upperBound: Double
    package var count: Int
    /// Their mean confidence.
    package var confidence: Double
    /// The share of correctly recognised ones.
    package var accuracy: Double
  }

  /// The reliability diagram: accuracy by confidence, in equal bins. Empty bins are left out.
  ///
  /// - Precondition: `bins` is positive.
  package func reliability(bins: Int = 10) -> [ReliabilityBin] {
    outcomes(inBins: bins).enumerated().filter { !$0.element.isEmpty }.map { bin, outcomes in
      let count = Double(outcomes.count)
      return ReliabilityBin(
        lowerBound: Double(bin) / Double(bins), upperBound: Double(bin + 1) / Double(bins),
        count: outcomes.count, confidence: outcomes.reduce(0) { $0 + $1.confidence } / count,
        accuracy: Double(outcomes.count { $0.isCorrect }) / count)
    }
  }

  /// The expected calibration error of the confidences.
  ///
  /// The mean over the gestures of the difference between confidence and accuracy of their bin
  /// (M. P. Naeini, G. F. Cooper, M. Hauskrecht, *Obtaining well calibrated probabilities using
  /// Bayesian binning*, AAAI 2015). `nil` without recognitions.
  ///
  /// - Precondition: `bins` is positive.
  package func expectedCalibrationError(bins: Int = 10) -> Double? {
    let diagram = reliability(bins: bins)
    let total = diagram.reduce(0) { $0 + $1.count }
    guard total > 0 else { return nil }
    return diagram.reduce(0) { $0 + Double($1.count) * abs($1.confidence - $1.accuracy) }
      / Double(total)
  }

  /// The expected calibration error by chance: that of as many gestures with these confidences if
  /// each is right with a probability equal to its confidence.
  ///
  /// `nil` without recognitions.
  ///
  /// - Precondition: `bins` is positive.
  /// - Complexity: O(*n* · *e*) with the number *e* of expected mistakes in a bin.
  package func calibrationErrorByChance(bins: Int = 10) -> Double? {
    let binned = outcomes(inBins: bins)
    let total = binned.reduce(0) { $0 + $1.count }
    guard total > 0 else { return nil }
    let sum = binned.reduce(0) { sum, outcomes in
      sum + Self.meanDeviation(ofMistakes: outcomes.map { 1 - $0.confidence })
    }
    return sum / Double(total)
  }

  /// The mean absolute deviation of the number of mistakes of these probabilities.
  private static func meanDeviation(ofMistakes probabilities: [Double]) -> Double {
    let mean = probabilities.reduce(0, +)
    // Below the mean there is as much as above it.
    let limit = Int(mean)
    var distribution = [Double](repeating: 0, count: limit + 1)
    distribution[0] = 1
    for probability in probabilities {
      for count in stride(from: limit, to: 0, by: -1) {
        distribution[count] +=
          probability * (distribution[count - 1] - distribution[count])
      }
      distribution[0] *= 1 - probability
    }
    return 2 * distribution.enumerated().reduce(0) { $0 + (mean - Double($1.offset)) * $1.element }
  }

  /// The confidences of the recognised gestures, and whether each is right, in equal bins.
  private func outcomes(inBins bins: Int) -> [[(confidence: Double, isCorrect: Bool)]] {
    precondition(bins >= 1, "expected at least 1 bin, got \(bins)")
    var binned = [[(confidence: Double, isCorrect: Bool)]](repeating: [], count: bins)
    for outcome in outcomes {
      guard let confidence = outcome.recognition?.confidence, confidence.isFinite else { continue }
      let bin = max(0, min(bins - 1, Int(confidence * Double(bins))))
      binned[bin].append((confidence, outcome.isCorrect))
    }
    return binned
  }
}

extension EvaluationResult {
  /// The errors among the gestures that a threshold accepts.
  package struct RiskPoint: Hashable, Sendable, Codable {
    /// The share of all gestures that are accepted.
    package var coverage: Double
    /// The share of wrong labels among them.
    package var risk: Double
    /// The threshold: of `Recognition.similarity`, or of the confidence for a classifier without
    /// one.
    package var threshold: Double
  }

  /// The risk-coverage curve: the error rate when 5 %, 10 %, … of all gestures are accepted.
  ///
  /// Gestures are accepted in the order of their similarity, or of their confidence for a
  /// classifier without one; those of equal values together. Gestures without a recognition are
  /// never accepted. Source: R. El-Yaniv, Y. Wiener, *On the foundations of noise-free selective
  /// classification*, JMLR 11, 2010.
  ///
  /// - Complexity: O(*n* log *n*) for *n* gestures.
  package var riskCoverage: [RiskPoint] {
    let ranked = outcomes.compactMap { outcome -> (value: Double, isCorrect: Bool)? in
      guard let recognition = outcome.recognition else { return nil }
      let value = recognition.similarity ?? recognition.confidence
      return value.isNaN ? nil : (value, outcome.isCorrect)
    }.sorted { $0.value > $1.value }
    let steps = 20
    var points: [RiskPoint] = []
    var (accepted, wrong) = (0, 0)
    while accepted < ranked.count {
      let threshold = ranked[accepted].value
      while accepted < ranked.count, ranked[accepted].value == threshold {
        wrong += ranked[accepted].isCorrect ? 0 : 1
        accepted += 1
      }
      guard accepted * steps >= (points.count + 1) * outcomes.count || accepted == ranked.count
      else { continue }
      points.append(
        RiskPoint(
          coverage: Double(accepted) / Double(outcomes.count),
          risk: Double(wrong) / Double(accepted), threshold: threshold))
    }
    return points
  }
}
