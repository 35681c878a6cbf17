/// The state of a replay as the page shows it.
struct ReplayState: Encodable, Sendable {
  /// The recording; `nil` where motion is live.
  var recording: Int?
  var playing = false
  /// From 0 at the start to 1 at the end.
  var position = 0.0
  /// In seconds.
  var duration = 0.0
  var speed = 1.0

  private enum CodingKeys: String, CodingKey { case recording, playing, position, duration, speed }

  /// Encodes every field, `null` without a recording.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(recording, forKey: .recording)
    try container.encode(playing, forKey: .playing)
    try container.encode(position, forKey: .position)
    try container.encode(duration, forKey: .duration)
    try container.encode(speed, forKey: .speed)
  }
}
