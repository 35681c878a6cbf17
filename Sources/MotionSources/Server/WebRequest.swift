/// A request to a ``WebServer``, independent of the library that received it.
package struct WebRequest: Hashable, Sendable {
  package var method: String
  /// The path, percent-decoded.
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
