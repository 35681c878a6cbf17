internal import Foundation

/// The answer to a request, independent of the server library.
struct StudioResponse: Sendable {
  var status = 200
  var headers: [String: String] = [:]
  var body: [UInt8] = []

  /// An answer of another type than JSON.
  init(_ status: Int = 200, type: String, _ body: [UInt8]) {
    self.status = status
    self.body = body
    headers["Content-Type"] = type
  }

  /// A JSON answer.
  init(_ status: Int = 200, json value: some Encodable) {
    self.init(status, type: "application/json", Self.json(value))
  }

  /// An error in plain English, as `{"error": …}`.
  init(_ failure: RequestFailure) {
    self.init(failure.status, json: ["error": failure.reason])
  }

  /// The JSON text of a value; `{}` for numbers that JSON cannot represent, which no answer has.
  static func json(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return (try? encoder.encode(value)).map { Array($0) } ?? Array("{}".utf8)
  }
}
