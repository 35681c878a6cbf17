internal import Foundation

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
