package import GestureRecognition

/// A request that is rejected: the status of HTTP, and the reason for a person.
package struct RequestFailure: Error, Hashable, Sendable {
  package var status: Int
  package var reason: String
  /// What the page asks the person; `nil` for a reason alone.
  package var question: JSON?

  package init(status: Int, reason: String, question: JSON? = nil) {
    (self.status, self.reason, self.question) = (status, reason, question)
  }

  package static func badRequest(_ reason: String) -> Self { Self(status: 400, reason: reason) }
  package static func notFound(_ reason: String) -> Self { Self(status: 404, reason: reason) }
  package static func unprocessable(_ reason: String) -> Self {
    Self(status: 422, reason: reason)
  }
  package static func tooLarge(limit: Int) -> Self {
    Self(status: 413, reason: "expected at most \(limit) bytes")
  }

  /// The answer: `{"error": …}`, with a `question` if there is one.
  package var json: JSON { ["error": JSON(reason), "question": question] }
}

extension JSON {
  /// The member of an object; an error without one, or for one of another kind.
  package func required<Value>(
    _ name: String, _ read: (JSON) -> Value?
  ) throws(RequestFailure) -> Value {
    guard let value = try optional(name, read) else {
      throw .badRequest("the JSON is not as expected: the key '\(name)' is missing")
    }
    return value
  }

  /// The member of an object; `nil` without one, and an error for one of another kind.
  package func optional<Value>(
    _ name: String, _ read: (JSON) -> Value?
  ) throws(RequestFailure) -> Value? {
    guard case .object = self else {
      throw .badRequest("the JSON is not as expected: expected an object")
    }
    guard let member = self[name], member != .null else { return nil }
    guard let value = read(member) else {
      throw .badRequest("the JSON is not as expected: at '\(name)'")
    }
    return value
  }
}
