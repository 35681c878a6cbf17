internal import MotionSources

/// A request that is rejected: the status of HTTP, and the reason for a person.
struct RequestFailure: Error, Hashable, Sendable {
  var status: Int
  var reason: String

  static func badRequest(_ reason: String) -> Self { Self(status: 400, reason: reason) }
  static func notFound(_ reason: String) -> Self { Self(status: 404, reason: reason) }
  static func unprocessable(_ reason: String) -> Self { Self(status: 422, reason: reason) }
  static func tooLarge(limit: Int) -> Self {
    Self(status: 413, reason: "expected at most \(limit) bytes")
  }
}

extension WebAnswer {
  /// An error in plain English, as `{"error": …}`.
  init(_ failure: RequestFailure) {
    self.init(failure.status, json: ["error": failure.reason])
  }
}
