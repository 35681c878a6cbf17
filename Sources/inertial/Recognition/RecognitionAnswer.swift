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
  }

  /// The labels in a row; a gesture without a label is a `?`.
  var text: String { gestures.map { $0.label ?? "?" }.joined() }
  var gestures: [Gesture]
  /// The model that read them.
  var model: String
  /// The report's file, where one was written.
  var report: String?

  private enum CodingKeys: String, CodingKey {
    case text
    case gestures
    case model
    case report
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    try container.encode(gestures, forKey: .gestures)
    try container.encode(model, forKey: .model)
    try container.encodeIfPresent(report, forKey: .report)
  }
}
