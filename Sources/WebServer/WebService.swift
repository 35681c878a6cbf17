internal import Platform

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
  /// - Parameters:
  ///   - head: The request that opened it.
  ///   - send: Sends a text. A client that reads too slowly is disconnected.
  /// - Returns: What takes its messages.
  func socket(
    at head: WebRequest, _ send: @escaping @Sendable (_ text: String) -> Void
  ) async -> any WebSocketReceiver
}

/// The handling of a request.
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

/// A request to a ``WebServer``, independent of the library that received it.
package struct WebRequest: Hashable, Sendable {
  package var method: String
  package var path: String
  /// The items of the query, percent-decoded, by name.
  package var query: [String: String] = [:]
  /// By lower-case name.
  package var headers: [String: String] = [:]
  package var body: [UInt8]

  /// A request without headers.
  package init(method: String = "GET", path: String = "/", body: [UInt8] = []) {
    self.method = method
    self.path = path
    self.body = body
  }

  /// The length of the body that the headers announce; `nil` if they announce none.
  package var announcedLength: Int? { headers["content-length"].flatMap { Int($0) } }

  /// Whether a body follows the headers.
  package var hasBody: Bool {
    announcedLength.map { $0 > 0 } ?? (headers["transfer-encoding"] != nil)
  }
}

/// The answer to a ``WebRequest``, independent of the library that sends it.
package struct WebAnswer: Hashable, Sendable {
  package var status: Int
  package var headers: [String: String]
  package var body: [UInt8]

  /// An answer of any type.
  package init(_ status: Int = 200, type: String, _ body: [UInt8]) {
    self.status = status
    self.body = body
    headers = ["Content-Type": type]
  }

  /// A JSON answer.
  package init(_ status: Int = 200, json value: some Encodable) {
    self.init(status, type: "application/json", Self.json(value))
  }

  /// The JSON text of a value; `{}` for numbers that JSON cannot represent, which no answer has.
  package static func json(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return (try? encoder.encode(value)).map { Array($0) } ?? Array("{}".utf8)
  }
}

/// Comparison of secrets.
package enum Secret {
  /// Whether the texts are equal, in a time that does not depend on where they differ.
  package static func matches(_ given: String, _ expected: String) -> Bool {
    let (a, b) = (Array(given.utf8), Array(expected.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
