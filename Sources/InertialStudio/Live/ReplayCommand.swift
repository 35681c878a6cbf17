/// A command of a page for the replay.
struct ReplayCommand: Decodable, Sendable {
  enum Action: String, Decodable, Sendable {
    case select, play, pause, seek, speed
  }

  var action: Action
  var recording: Int?
  var position: Double?
  var speed: Double?
}
