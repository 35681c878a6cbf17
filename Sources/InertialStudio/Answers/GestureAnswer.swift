internal import GestureRecognition

/// A gesture that was read: the answer of `recognize`, with what the page draws.
struct GestureAnswer: Encodable, Sendable {
  /// The number under which the studio keeps its samples; `nil` for a stroke.
  var id: Int?
  var answer: RecognitionAnswer
  var detail: RecognitionDetail?
  /// The path under the chosen method, where one was asked for.
  var path: PathAnswer?

  private enum CodingKeys: String, CodingKey { case id, detail, path }

  func encode(to encoder: any Encoder) throws {
    try answer.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(id, forKey: .id)
    try container.encodeIfPresent(detail, forKey: .detail)
    try container.encodeIfPresent(path, forKey: .path)
  }
}
