/// The sessions of several users, one each, decided in turn.
struct AcceptanceSessions: Sendable {
  private let start: AcceptanceSession?
  private var sessions: [String?: AcceptanceSession] = [:]

  /// Creates sessions without gestures; a `start` of `nil` changes no recognition.
  init(_ start: AcceptanceSession?) { self.start = start }

  /// Decides on the next gesture of a user, as ``AcceptanceSession/decide(_:)``.
  mutating func decide(_ recognition: inout Recognition, user: String?) {
    var session = sessions[user] ?? start
    session?.decide(&recognition)
    sessions[user] = session
  }
}
