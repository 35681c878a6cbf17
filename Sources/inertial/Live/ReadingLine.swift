internal import Foundation
internal import GestureRecognition

/// One line of `inertial live` with a model: a gesture and its label.
struct ReadingLine: Encodable {
  /// The columns of ``row``.
  static let header = "start,end,label,confidence"

  /// In seconds.
  private let start: Double
  private let end: Double
  /// `nil` for a rejected gesture.
  private let label: String?
  private let confidence: Double?
  private let alternatives: [Recognition.Alternative]

  init(_ gesture: RecognizedGesture) {
    let answer = RecognitionAnswer.Gesture(gesture)
    start = gesture.start
    end = gesture.end
    label = answer.label
    confidence = answer.confidence
    alternatives = answer.alternatives
  }

  private enum CodingKeys: String, CodingKey {
    case start, end, label, confidence, alternatives
  }

  /// Encodes every field, `null` without a value.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(start, forKey: .start)
    try container.encode(end, forKey: .end)
    try container.encode(label, forKey: .label)
    try container.encode(confidence, forKey: .confidence)
    try container.encode(alternatives, forKey: .alternatives)
  }

  /// The line under ``header``.
  var row: String {
    let name = Console.visible(label ?? "")
    let quoted =
      name.contains { ",\"\n".contains($0) }
      ? "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : name
    return "\(start),\(end),\(quoted),\(confidence.map { decimal($0, places: 4) } ?? "")"
  }
}
