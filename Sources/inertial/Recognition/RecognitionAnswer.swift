/// What recordings were read as: the answer of `recognize` and `demo`.
struct RecognitionAnswer: Encodable {
  /// A label and how well it fits.
  struct Alternative: Encodable {
    var label: String
    var score: Double
    var confidence: Double
  }

  /// One gesture.
  struct Gesture: Encodable {
    /// Where it comes from.
    var recording: String
    /// The best label, or `nil` when no label fits.
    var label: String?
    var score: Double?
    var confidence: Double?
    /// The labels that fit next best, best first.
    var alternatives: [Alternative]
    /// Whether this was a gesture at all.
    var isGesture: Bool
    /// Why it was none.
    var reason: String?
    /// What was written, where the recording says so.
    var truth: String?
    var samples: Int
    var seconds: Double

    private enum CodingKeys: String, CodingKey {
      case recording
      case label
      case score
      case confidence
      case alternatives
      case isGesture
      case reason
      case truth
      case samples
      case seconds
    }

    /// The fields that scripts rely on are always there, as `null` where there is no value.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(recording, forKey: .recording)
      try container.encode(label, forKey: .label)
      try container.encode(score, forKey: .score)
      try container.encode(confidence, forKey: .confidence)
      try container.encode(alternatives, forKey: .alternatives)
      try container.encode(isGesture, forKey: .isGesture)
      try container.encodeIfPresent(reason, forKey: .reason)
      try container.encodeIfPresent(truth, forKey: .truth)
      try container.encode(samples, forKey: .samples)
      try container.encode(seconds, forKey: .seconds)
    }
  }

  var gestures: [Gesture]
  /// The model that read them.
  var model: String
  /// The report's file, where one was written.
  var report: String?

  /// The labels in a row; a gesture without a label is a `?`.
  var text: String { gestures.map { $0.label ?? "?" }.joined() }
  /// How many gestures were read right, of those whose truth is known; `nil` when none is.
  var score: (correct: Int, total: Int)? {
    let known = gestures.filter { $0.truth != nil }
    return known.isEmpty ? nil : (known.count { $0.truth == $0.label }, known.count)
  }

  private enum CodingKeys: String, CodingKey {
    case text
    case gestures
    case model
    case report
    case accuracy
    case correct
    case total
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    try container.encode(gestures, forKey: .gestures)
    try container.encode(model, forKey: .model)
    try container.encodeIfPresent(report, forKey: .report)
    if let score {
      try container.encode(Double(score.correct) / Double(score.total), forKey: .accuracy)
      try container.encode(score.correct, forKey: .correct)
      try container.encode(score.total, forKey: .total)
    }
  }
}
