internal import GestureRecognition

/// The answer of `evaluate`.
struct EvaluationAnswer: Encodable {
  /// How well one user's letters were read.
  struct User: Encodable {
    var accuracy: Double
    var correct: Int
    var total: Int

    init(_ share: EvaluationResult.Share) {
      accuracy = share.accuracy
      correct = share.correct
      total = share.total
    }
  }

  /// The outcome on part of the data.
  struct Part: Encodable {
    var accuracy: Double
    var correct: Int
    var total: Int
    /// How many were left out for their length.
    var excluded: Int
    var worstUser: User?

    init(_ result: EvaluationResult) {
      accuracy = result.accuracy
      correct = result.correct
      total = result.total
      excluded = result.excluded
      worstUser = result.worstUser.map(User.init)
    }

    /// The part for people.
    var text: String {
      "\(percentage(accuracy)) (\(correct) of \(total))"
        + (worstUser.map { ", worst writer \(percentage($0.accuracy))" } ?? "")
    }
  }

  /// The outcome of another protocol.
  struct Other: Encodable {
    var all: Part
    /// The same without long recordings, where that was tried too.
    var withoutLong: Part?
  }

  /// How gestures of letters were told from gestures of a letter that was not learned.
  struct Rejection: Encodable {
    var areaUnderCurve: Double
    /// The share of the letters that were learned and believed.
    var knownAcceptance: Double
    /// The share of those of the other letter that were believed.
    var unknownAcceptance: Double
    /// The same with a threshold that believes 95 % of the former, chosen with hindsight.
    var unknownAcceptanceAt95: Double

    /// `nil` where nothing of one kind was read.
    init?(_ result: RejectionResult) {
      guard let area = result.areaUnderCurve, let known = result.knownAcceptance,
        let unknown = result.unknownAcceptance,
        let unknownAt95 = result.unknownAcceptance(atKnownAcceptance: 0.95)
      else { return nil }
      areaUnderCurve = area
      knownAcceptance = known
      unknownAcceptance = unknown
      unknownAcceptanceAt95 = unknownAt95
    }
  }

  /// The fraction that were read right, of those that were tested.
  var accuracy: Double
  var correct: Int
  var total: Int
  /// The expected calibration error of the confidences, over ten parts.
  var calibrationError: Double?
  /// The share that were believed to be letters.
  var acceptance: Double?
  /// Present where letters were left out on demand.
  var rejection: Rejection?
  /// How many recordings gave nothing to test: too short, without extent, without a time.
  var refused: Int
  /// How many were left out for their length.
  var excluded: Int
  var labels: [String]
  /// How often a truth (row) was read as a label (column).
  var confusion: [[Int]]
  /// How well the letters of that user were read for whom it went worst.
  var worstUser: User?
  /// The same without recordings over twice that writer's median length for that letter.
  var withoutLong: Part?
  /// Present where users are known.
  var perUser: [String: User]?
  /// The other protocols by their names, where they were asked for.
  var protocols: [String: Other]?
  /// How much is read right by how much was learned from, where that was asked for.
  var learningCurves: [LearningCurve]?
  var dataset: String
  var classifier: String
  /// What bounded the paths of letters in the air, where paths were made of them.
  var stabilizer: String?
  /// What was done to the tested motions.
  var disturbance: String?
  var `protocol`: String
  var seed: UInt64

  init(
    _ result: EvaluationResult, withoutLong: EvaluationResult? = nil,
    rejection: RejectionResult? = nil, dataset: String,
    classifier: String, stabilizer: String?, disturbance: String? = nil, method: EvaluationProtocol,
    seed: UInt64
  ) {
    accuracy = result.accuracy
    correct = result.correct
    total = result.total
    calibrationError = result.expectedCalibrationError()
    acceptance = result.acceptance
    self.rejection = rejection.flatMap(Rejection.init)
    refused = result.refused
    excluded = result.excluded
    labels = result.labels
    confusion = result.confusion.counts
    worstUser = result.worstUser.map(User.init)
    self.withoutLong = withoutLong.map(Part.init)
    if !result.perUser.isEmpty { perUser = result.perUser.mapValues(User.init) }
    self.dataset = dataset
    self.classifier = classifier
    self.stabilizer = stabilizer
    self.disturbance = disturbance
    self.protocol = method.rawValue
    self.seed = seed
  }

  /// The answer for people.
  var text: String {
    let learned = EvaluationProtocol.trainTest.rawValue == `protocol` ? "" : ", \(`protocol`)"
    var lines = [
      "\(dataset): \(classifier)\(learned)",
      "accuracy  \(percentage(accuracy)) (\(correct) of \(total))"
        + (worstUser.map { ", worst writer \(percentage($0.accuracy))" } ?? ""),
    ]
    if refused > 0 { lines.append("refused   \(refused)") }
    if excluded > 0 { lines.append("excluded  \(excluded)") }
    if let part = withoutLong {
      lines.append("without \(part.excluded) long  \(part.text)")
    }
    if let calibrationError {
      lines.append("calibration error of the confidences  \(decimal(calibrationError, places: 4))")
    }
    if let rejection {
      lines.append(
        "a letter that was not learned: area under the curve "
          + "\(decimal(rejection.areaUnderCurve, places: 4)), believed "
          + "\(percentage(rejection.unknownAcceptance)) while "
          + "\(percentage(rejection.knownAcceptance)) of the others are, "
          + "\(percentage(rejection.unknownAcceptanceAt95)) at 95 %")
    }
    for (name, other) in (protocols ?? [:]).sorted(by: { $0.key < $1.key }) {
      lines.append("\(name)  \(other.all.text)")
      if let part = other.withoutLong {
        lines.append("\(name), without \(part.excluded) long  \(part.text)")
      }
    }
    for curve in learningCurves ?? [] {
      let amounts = curve.points.map { "\($0.amount)" }.joined(separator: ", ")
      let shares = curve.points.map { decimal(100 * $0.accuracy, places: 1) }
      lines.append(
        "learned from \(amounts) \(curve.amount.words): \(shares.joined(separator: ", ")) %")
    }
    for (user, share) in (perUser ?? [:]).sorted(by: { $0.key < $1.key }) {
      lines.append("\(user): \(percentage(share.accuracy)) (\(share.correct) of \(share.total))")
    }
    lines.append(ConfusionTable(labels: labels, counts: confusion).text)
    return lines.joined(separator: "\n")
  }
}

extension LearningCurve.Amount {
  /// What is learned of, for people.
  var words: String {
    switch self {
    case .ownExamples: "own examples a letter"
    case .addedExamples: "own examples a letter and all other writers"
    case .otherUsers: "other writers"
    case .examplesPerClass: "examples a class"
    }
  }
}
