/// The answer of phyphox to `/get`: the values of buffers, and the state of the experiment.
struct PhyphoxAnswer: Decodable, Sendable {
  struct Buffer: Decodable, Sendable {
    /// `null` where a value is not finite.
    var buffer: [Double?]
  }

  struct Status: Decodable, Sendable {
    var session: String?
    var measuring: Bool?
  }

  var buffer: [String: Buffer]
  var status: Status?
}

/// The answer of phyphox to `/control`.
struct PhyphoxResult: Decodable, Sendable {
  var result: Bool
}
