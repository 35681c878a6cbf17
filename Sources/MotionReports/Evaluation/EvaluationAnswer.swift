internal import GestureRecognition
package import GestureTraining
internal import MotionSimulation

/// The answer of `evaluate`.
package struct EvaluationAnswer: Encodable {
  /// The results on some of the gestures.
  struct Counts: Encodable {
    var accuracy: Double
    var correct: Int
    var total: Int
    var acceptedCorrect: Int
    var acceptedWrong: Int
    var rejected: Int

    init(_ result: EvaluationResult.UserResult) {
      self.init(result.accuracy, result.correct, result.total, result.acceptance)
    }

    init(_ result: EvaluationResult) {
      self.init(result.accuracy, result.correct, result.total, result.acceptance)
    }

    private init(
      _ accuracy: Double, _ correct: Int, _ total: Int, _ acceptance: AcceptanceCounts
    ) {
      (self.accuracy, self.correct, self.total) = (accuracy, correct, total)
      acceptedCorrect = acceptance.acceptedCorrect
      acceptedWrong = acceptance.acceptedWrong
      rejected = acceptance.rejected
    }
  }

  struct RejectedGesture: Encodable {
    var recording: String
    var truth: String
    /// The label that it would have had; absent without a recognition.
    var label: String?

    init?(_ outcome: EvaluationResult.Outcome) {
      guard !outcome.isAccepted else { return nil }
      recording = outcome.name
      truth = outcome.label
      label = outcome.recognition?.label
    }
  }

  /// The outcome on part of the data.
  struct Part: Encodable {
    var counts: Counts
    /// The number of recordings excluded for their length.
    var excluded: Int
    /// The number of examples that were not tested.
    var untested: Int
    var worstUser: Counts?

    init(_ result: EvaluationResult) {
      counts = Counts(result)
      excluded = result.excluded
      untested = result.untested
      worstUser = result.worstUser.map { Counts($0) }
    }

    private enum CodingKeys: String, CodingKey {
      case excluded, untested, worstUser
    }

    func encode(to encoder: any Encoder) throws {
      try counts.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(excluded, forKey: .excluded)
      try container.encode(untested, forKey: .untested)
      try container.encodeIfPresent(worstUser, forKey: .worstUser)
    }

    /// The outcome as text.
    var text: String {
      "\(percentage(counts.accuracy)) (\(counts.correct) of \(counts.total))"
        + (worstUser.map { ", worst writer \(percentage($0.accuracy))" } ?? "")
    }
  }

  /// The outcome of another protocol.
  struct Other: Encodable {
    var all: Part
    /// The outcome without long recordings, if computed.
    var withoutLong: Part?

    init(_ result: EvaluationSummary.ProtocolResult) {
      all = Part(result.all)
      withoutLong = result.withoutLong.map(Part.init)
    }
  }

  /// The rejection of out-of-vocabulary letters.
  struct Rejection: Encodable {
    var areaUnderCurve: Double
    var knownAcceptance: Double
    /// The false-acceptance rate of left-out letters.
    var unknownAcceptance: Double
    /// The false-acceptance rate at 95 % true acceptance.
    ///
    /// The threshold is set on the test data.
    var unknownAcceptanceAt95: Double

    /// `nil` without gestures of one of the two kinds.
    init?(_ result: RejectionResult) {
      guard let area = result.areaUnderCurve, let known = result.trueAcceptanceRate,
        let unknown = result.falseAcceptanceRate,
        let unknownAt95 = result.falseAcceptanceRate(atTrueAcceptanceRate: 0.95)
      else { return nil }
      areaUnderCurve = area
      knownAcceptance = known
      unknownAcceptance = unknown
      unknownAcceptanceAt95 = unknownAt95
    }
  }

  /// The share of tested gestures with the right label. Rejection has no influence.
  var accuracy: Double
  var correct: Int
  var total: Int
  /// The expected calibration error of the confidences, over ten bins.
  var calibrationError: Double?
  /// The error that calibrated confidences would have by chance.
  var calibrationErrorByChance: Double?
  /// The number of accepted gestures with the right label.
  var acceptedCorrect: Int
  var acceptedWrong: Int
  var rejected: Int
  /// The rejected gestures, with the labels that they would have had.
  var rejectedGestures: [RejectedGesture]
  /// The errors at each twentieth of accepted gestures.
  var riskCoverage: [EvaluationResult.RiskPoint]
  /// Present with --leave-letters-out.
  var rejection: Rejection?
  /// The number of recordings without a valid gesture.
  var refused: Int
  /// The number of recordings left out for their length.
  var excluded: Int
  /// The number of examples whose label no training example has, which are not tested.
  var untested: Int
  var labels: [String]
  /// The confusion matrix: rows are true labels, columns recognised labels.
  var confusion: [[Int]]
  /// The user with the lowest accuracy.
  var worstUser: Counts?
  /// The outcome without long recordings: over twice the writer's median.
  var withoutLong: Part?
  /// Present if users are known.
  var perUser: [String: Counts]?
  /// The other protocols by name, with --all-protocols.
  var protocols: [String: Other]?
  /// The learning curves, if computed.
  var learningCurves: [LearningCurve]?
  var dataset: String
  var classifier: String
  /// The drift correction of paths in the air; absent without paths.
  var stabilizer: String?
  /// The disturbance of the tested motions.
  var disturbance: String?
  var `protocol`: String
  var seed: UInt64

  package init(
    _ summary: EvaluationSummary, dataset: String, disturbance: String?,
    method: EvaluationProtocol, seed: UInt64
  ) {
    let result = summary.results.all
    accuracy = result.accuracy
    correct = result.correct
    total = result.total
    calibrationError = result.expectedCalibrationError()
    calibrationErrorByChance = result.calibrationErrorByChance()
    acceptedCorrect = result.acceptance.acceptedCorrect
    acceptedWrong = result.acceptance.acceptedWrong
    rejected = result.acceptance.rejected
    rejectedGestures = result.outcomes.compactMap(RejectedGesture.init)
    riskCoverage = result.riskCoverage
    rejection = summary.rejection.flatMap(Rejection.init)
    refused = result.rejectedRecordings
    excluded = result.excluded
    untested = result.untested
    labels = result.labels
    confusion = result.confusion.counts
    worstUser = result.worstUser.map { Counts($0) }
    withoutLong = summary.results.withoutLong.map(Part.init)
    if !result.perUser.isEmpty { perUser = result.perUser.mapValues { Counts($0) } }
    protocols = summary.protocols.map { protocols in
      Dictionary(
        uniqueKeysWithValues: protocols.map { ($0.rawValue, Other($1)) })
    }
    learningCurves = summary.learningCurves
    self.dataset = dataset
    classifier = summary.classifier
    stabilizer = summary.stabilizer?.rawValue
    self.disturbance = disturbance
    self.protocol = method.rawValue
    self.seed = seed
  }

  /// The answer as text.
  package var text: String {
    let suffix = EvaluationProtocol.trainTest.rawValue == `protocol` ? "" : ", \(`protocol`)"
    var lines = [
      "\(dataset): \(classifier)\(suffix)",
      "accuracy  \(percentage(accuracy)) (\(correct) of \(total))"
        + (worstUser.map { ", worst writer \(percentage($0.accuracy))" } ?? ""),
    ]
    if rejected > 0 {
      func share(_ count: Int) -> String { percentage(Double(count) / Double(max(1, total))) }
      let worst = perUser?.values.map { Double($0.acceptedCorrect) / Double(max(1, $0.total)) }
        .min()
      lines.append(
        "accepted and right  \(share(acceptedCorrect)) (\(acceptedCorrect) of \(total))"
          + (worst.map { ", worst writer \(percentage($0))" } ?? ""))
      lines.append("accepted and wrong  \(share(acceptedWrong)) (\(acceptedWrong))")
      lines.append("rejected  \(share(rejected)) (\(rejected))")
    }
    if refused > 0 { lines.append("without a usable gesture  \(refused)") }
    if excluded > 0 { lines.append("excluded  \(excluded)") }
    if untested > 0 {
      lines.append("not tested  \(untested): no training example has their label")
    }
    if let part = withoutLong, part.excluded > 0 {
      lines.append("without \(part.excluded) long  \(part.text)")
    }
    if let calibrationError, let calibrationErrorByChance {
      lines.append(
        "calibration error of the confidences  \(decimal(calibrationError, places: 4)), "
          + "\(decimal(calibrationErrorByChance, places: 4)) by chance")
    }
    if let rejection {
      lines.append(
        "out-of-vocabulary letters: area under the curve "
          + "\(decimal(rejection.areaUnderCurve, places: 4)); accepted "
          + "\(percentage(rejection.unknownAcceptance)) at "
          + "\(percentage(rejection.knownAcceptance)) true acceptance, "
          + "\(percentage(rejection.unknownAcceptanceAt95)) at 95 %")
    }
    for (name, other) in (protocols ?? [:]).sorted(by: { $0.key < $1.key }) {
      lines.append("\(name)  \(other.all.text)")
      if let part = other.withoutLong, part.excluded > 0 {
        lines.append("\(name), without \(part.excluded) long  \(part.text)")
      }
    }
    for curve in learningCurves ?? [] {
      let amounts = curve.points.map { "\($0.amount)" }.joined(separator: ", ")
      let shares = curve.points.map { decimal(100 * $0.accuracy, places: 1) }
      lines.append(
        "trained on \(amounts) \(curve.amount.words): \(shares.joined(separator: ", ")) %")
    }
    for (user, share) in (perUser ?? [:]).sorted(by: { $0.key < $1.key }) {
      lines.append("\(user): \(percentage(share.accuracy)) (\(share.correct) of \(share.total))")
    }
    lines.append(confusionText(labels: labels, counts: confusion))
    return lines.joined(separator: "\n")
  }
}

extension LearningCurve.Amount {
  /// The amount as text.
  var words: String {
    switch self {
    case .ownExamples: "own examples per letter"
    case .addedExamples: "own examples per letter and all other writers"
    case .otherUsers: "other writers"
    case .examplesPerClass: "examples per class"
    }
  }
}

/// A confusion matrix, one line for each true label; a zero is a dot, so that errors stand out.
func confusionText(labels: [String], counts: [[Int]]) -> String {
  let numbers = counts.joined().map { "\($0)".count }
  let width = 1 + ((labels.map(\.count) + numbers).max() ?? 1)
  func cell(_ text: String) -> String { text.padded(to: width, .right) }
  let head = cell("") + labels.map(cell).joined()
  let rows = zip(labels, counts).map { label, row in
    cell(label) + row.map { cell($0 == 0 ? "." : "\($0)") }.joined()
  }
  return "confusion (rows: written, columns: recognised):\n"
    + ([head] + rows).joined(separator: "\n")
}

/// The answer of `evaluate --protocol spotting`.
package struct SpottingAnswer: Encodable {
  private let result: SpottingResult
  private let users: [String: SpottingResult]
  private let rightByTouch: Int

  package init(_ evaluation: SpottingEvaluation) {
    (result, users) = (evaluation.total, evaluation.perUser)
    rightByTouch = evaluation.rightByTouch
  }

  private enum CodingKeys: String, CodingKey {
    case rightByTouch, seconds, inventedPerMinute, perUser
  }

  package func encode(to encoder: any Encoder) throws {
    try Self.counts(result).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    if result.total > 0 { try container.encode(rightByTouch, forKey: .rightByTouch) }
    try container.encode(result.seconds, forKey: .seconds)
    try container.encodeIfPresent(result.inventedPerMinute, forKey: .inventedPerMinute)
    if !users.isEmpty { try container.encode(users.mapValues(Self.counts), forKey: .perUser) }
  }

  /// The counts of one writer's streams, or of all.
  private static func counts(_ result: SpottingResult) -> [String: Int] {
    [
      "right": result.right, "wrong": result.wrong, "missed": result.missed,
      "invented": result.invented, "inventedInLong": result.inventedInLong, "total": result.total,
    ]
  }

  /// The answer as text.
  package var text: String {
    guard let right = result.rightShare, let invented = result.inventedShare else {
      return "invented  \(result.invented) in \(decimal(result.seconds / 60, places: 1)) min"
    }
    let inLong =
      result.inventedInLong > 0 ? ", of which \(result.inventedInLong) in letters over 6 s" : ""
    var lines = [
      "right  \(percentage(right)) (\(result.right) of \(result.total))",
      "wrong  \(result.wrong), missed  \(result.missed)",
      "invented  \(decimal(100 * invented, places: 1)) per 100 letters (\(result.invented)"
        + inLong + ")",
      "right with known times  \(percentage(Double(rightByTouch) / Double(result.total))) "
        + "(\(rightByTouch) of \(result.total))",
    ]
    for (user, found) in users.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "\(user): \(percentage(found.rightShare ?? 0)) (\(found.right) of \(found.total)), "
          + "\(found.invented) invented")
    }
    return lines.joined(separator: "\n")
  }
}
