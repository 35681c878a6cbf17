internal import Foundation
internal import GestureRecognition

/// One line of `inertial live` with a model: what was read, and when.
struct ReadingLine: Encodable {
  /// The columns of the line for people and tables.
  static let header = "start,end,label,confidence"

  /// In seconds.
  let start: Double
  let end: Double
  /// `nil` where nothing is believed.
  let label: String?
  let confidence: Double?

  private enum CodingKeys: String, CodingKey {
    case start, end, label, confidence
  }

  /// The fields are always there, as `null` where there is no value.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(start, forKey: .start)
    try container.encode(end, forKey: .end)
    try container.encode(label, forKey: .label)
    try container.encode(confidence, forKey: .confidence)
  }

  /// The line under ``header``.
  var row: String {
    let name = label ?? ""
    let quoted =
      name.contains { ",\"\n".contains($0) }
      ? "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : name
    return "\(start),\(end),\(quoted),\(confidence.map { decimal($0, places: 4) } ?? "")"
  }
}
