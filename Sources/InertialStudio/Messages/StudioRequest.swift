/// A request to the studio, independent of the server library.
struct StudioRequest: Sendable {
  var method = "GET"
  var path = "/"
  var query: [String: String] = [:]
  /// By lower-case name.
  var headers: [String: String] = [:]
  var body: [UInt8] = []
}
