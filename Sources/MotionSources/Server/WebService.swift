/// What a ``WebServer`` answers.
package protocol WebService: Sendable {
  /// Decides by the head of a request whether its body is read.
  func admission(of head: WebRequest) -> WebAdmission

  /// Answers a request that was admitted.
  func answer(to request: WebRequest) async -> WebAnswer

  /// The answer to a body over the limit.
  func rejection(ofBodyOver limit: Int) -> WebAnswer
}

/// A ``WebService`` that also opens WebSockets.
package protocol WebSocketService: WebService {
  /// Whether a WebSocket is opened at a request.
  func opensSocket(at head: WebRequest) -> Bool

  /// Opens a WebSocket.
  ///
  /// - Parameter send: Sends a text. A client that reads too slowly is disconnected.
  /// - Returns: What takes its messages.
  func socket(_ send: @escaping @Sendable (_ text: String) -> Void) async -> any WebSocketReceiver
}

/// What becomes of a request.
package enum WebAdmission: Hashable, Sendable {
  /// Its body is read up to a number of bytes, then it is answered.
  case body(atMost: Int)
  /// It is answered at once. If it has a body, that is not read, and the connection is closed.
  case answer(WebAnswer)
}

/// The server's end of one WebSocket.
package protocol WebSocketReceiver: Sendable {
  /// Takes a text message.
  mutating func receive(_ message: [UInt8]) async

  /// The connection was closed.
  func close() async
}
