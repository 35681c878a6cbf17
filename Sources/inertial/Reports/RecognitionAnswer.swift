internal import GestureRecognition

/// The answer of `recognize` and `demo`.
struct RecognitionAnswer: Encodable {
  /// One gesture.
  struct Gesture: Encodable {
    /// The name of the recording.
    var recording: String
    /// The accepted label; `nil` for a rejected gesture.
    var label: String?
    var score: Double?
    var confidence: Double?
    /// The next best labels, best first.
    var alternatives: [Recognition.Alternative]
    /// Whether the gesture is accepted.
    var isGesture: Bool
    /// The reason for the rejection.
    var reason: String?
    /// The true label, if known.
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

    /// Encodes every documented field, `null` without a value.
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
  /// The model.
  var model: String
  /// The file of the report, if written.
  var report: String?

  /// The labels in order; `?` for a rejected gesture.
  var text: String { gestures.map { $0.label ?? "?" }.joined() }
  /// The number of right labels among gestures with a true label; `nil` without any.
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
