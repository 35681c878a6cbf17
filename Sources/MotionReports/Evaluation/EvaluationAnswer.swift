internal import GestureRecognition
package import GestureTraining
internal import MotionSimulation

/// The answer of `evaluate`.
package struct EvaluationAnswer: Encodable {
  private struct RejectedGesture: Encodable {
    var recording: String
    var truth: String
    /// The label that it would have had; absent without a recognition.
    var label: String?
  }

  /// The outcome of one protocol, on all gestures or without long ones.
  private struct Part: Encodable {
    let result: EvaluationResult

    private enum CodingKeys: String, CodingKey {
      case excluded, untested, worstUser
    }

    func encode(to encoder: any Encoder) throws {
      try result.counts.encode(to: encoder)
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(result.excluded, forKey: .excluded)
      try values.encode(result.untested, forKey: .untested)
      try values.encodeIfPresent(result.worstUser, forKey: .worstUser)
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

  let summary: EvaluationSummary
  let dataset: String
  /// The disturbance of the tested motions.
  let disturbance: String?
  let method: EvaluationProtocol
  let seed: UInt64
  /// The expected calibration error of the confidences, over ten bins.
  let calibrationError: Double?
  /// Present with --leave-letters-out.
  let rejection: Rejection?

  var result: EvaluationResult { summary.results.all }
  var counts: EvaluationCounts { result.counts }

  package init(
    _ summary: EvaluationSummary, dataset: String, disturbance: String?,
    method: EvaluationProtocol, seed: UInt64
  ) {
    self.summary = summary
    self.dataset = dataset
    self.disturbance = disturbance
    self.method = method
    self.seed = seed
    calibrationError = summary.results.all.expectedCalibrationError()
    rejection = summary.rejection.flatMap(Rejection.init)
  }

  private enum CodingKeys: String, CodingKey {
    case dataset, classifier, stabilizer, disturbance, seed, `protocol`
    case rejectedGestures, riskCoverage, rejection, calibrationError, calibrationErrorByChance
    case refused, labels, confusion, perUser, withoutLong, protocols, learningCurves
  }

  package func encode(to encoder: any Encoder) throws {
    try Part(result: result).encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(dataset, forKey: .dataset)
    try values.encode(summary.classifier, forKey: .classifier)
    try values.encodeIfPresent(summary.stabilizer?.rawValue, forKey: .stabilizer)
    try values.encodeIfPresent(disturbance, forKey: .disturbance)
    try values.encode(method.rawValue, forKey: .protocol)
    try values.encode(seed, forKey: .seed)
    let rejected = result.outcomes.filter { !$0.isAccepted }.map {
      RejectedGesture(recording: $0.name, truth: $0.label, label: $0.recognition?.label)
    }
    try values.encode(rejected, forKey: .rejectedGestures)
    try values.encode(result.riskCoverage, forKey: .riskCoverage)
    try values.encodeIfPresent(rejection, forKey: .rejection)
    try values.encodeIfPresent(calibrationError, forKey: .calibrationError)
    try values.encodeIfPresent(
      result.calibrationErrorByChance(), forKey: .calibrationErrorByChance)
    try values.encode(result.rejectedRecordings, forKey: .refused)
    try values.encode(result.labels, forKey: .labels)
    try values.encode(result.confusion.counts, forKey: .confusion)
    if !result.perUser.isEmpty { try values.encode(result.perUser, forKey: .perUser) }
    let others = summary.protocols?.map { method, results in
      (method.rawValue, ["all": results.all, "withoutLong": results.withoutLong])
    }
    try values.encodeIfPresent(
      others.map { others in
        Dictionary(uniqueKeysWithValues: others).mapValues { results in
          results.compactMapValues { $0.map(Part.init) }
        }
      }, forKey: .protocols)
    try values.encodeIfPresent(summary.results.withoutLong.map(Part.init), forKey: .withoutLong)
    try values.encodeIfPresent(summary.learningCurves, forKey: .learningCurves)
  }

  /// The answer as text.
  package var text: String {
    let suffix = method == .trainTest ? "" : ", \(method.rawValue)"
    var lines = [
      "\(dataset): \(summary.classifier)\(suffix)", "accuracy  \(result.accuracyText)",
    ]
    let total = counts.total
    if counts.rejected > 0 {
      func share(_ count: Int) -> String { percentage(Double(count) / Double(max(1, total))) }
      let worst = result.perUser.values.map {
        Double($0.acceptedCorrect) / Double(max(1, $0.total))
      }.min()
      lines.append(
        "accepted and right  \(share(counts.acceptedCorrect)) "
          + "(\(counts.acceptedCorrect) of \(total))"
          + (worst.map { ", worst writer \(percentage($0))" } ?? ""))
      lines.append("accepted and wrong  \(share(counts.acceptedWrong)) (\(counts.acceptedWrong))")
      lines.append("rejected  \(share(counts.rejected)) (\(counts.rejected))")
    }
    if result.rejectedRecordings > 0 {
      lines.append("without a usable gesture  \(result.rejectedRecordings)")
    }
    if result.excluded > 0 { lines.append("excluded  \(result.excluded)") }
    if result.untested > 0 {
      lines.append("not tested  \(result.untested): no training example has their label")
    }
    if let part = summary.results.withoutLong, part.excluded > 0 {
      lines.append("without \(part.excluded) long  \(part.accuracyText)")
    }
    if let calibrationError, let byChance = result.calibrationErrorByChance() {
      lines.append(
        "calibration error of the confidences  \(decimal(calibrationError, places: 4)), "
          + "\(decimal(byChance, places: 4)) by chance")
    }
    if let rejection {
      lines.append(
        "out-of-vocabulary letters: area under the curve "
          + "\(decimal(rejection.areaUnderCurve, places: 4)); accepted "
          + "\(percentage(rejection.unknownAcceptance)) at "
          + "\(percentage(rejection.knownAcceptance)) true acceptance, "
          + "\(percentage(rejection.unknownAcceptanceAt95)) at 95 %")
    }
    let others = (summary.protocols ?? [:]).map { (name: $0.rawValue, results: $1) }
    for (name, other) in others.sorted(by: { $0.name < $1.name }) {
      lines.append("\(name)  \(other.all.accuracyText)")
      if let part = other.withoutLong, part.excluded > 0 {
        lines.append("\(name), without \(part.excluded) long  \(part.accuracyText)")
      }
    }
    for curve in summary.learningCurves ?? [] {
      let amounts = curve.points.map { "\($0.amount)" }.joined(separator: ", ")
      let shares = curve.points.map { decimal(100 * $0.accuracy, places: 1) }
      lines.append(
        "trained on \(amounts) \(curve.amount.words): \(shares.joined(separator: ", ")) %")
    }
    for (user, share) in result.perUser.sorted(by: { $0.key < $1.key }) {
      lines.append("\(user): \(percentage(share.accuracy)) (\(share.correct) of \(share.total))")
    }
    lines.append(confusionText(labels: result.labels, counts: result.confusion.counts))
    return lines.joined(separator: "\n")
  }
}

extension EvaluationResult {
  /// The accuracy as text, also that of the worst user.
  fileprivate var accuracyText: String {
    "\(percentage(accuracy)) (\(correct) of \(total))"
      + (worstUser.map { ", worst writer \(percentage($0.accuracy))" } ?? "")
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
