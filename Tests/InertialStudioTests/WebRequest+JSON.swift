import Foundation
import MotionSources
import Testing
import WebServer

@testable import InertialStudio

extension WebRequest {
  /// A request with a JSON body.
  init(_ method: String, _ path: String, json: Any? = nil) throws {
    self.init(method: method)
    let parts = path.split(separator: "?", maxSplits: 1)
    self.path = String(parts[0])
    for item in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let pair = item.split(separator: "=", maxSplits: 1)
      query[String(pair[0])] = pair.count > 1 ? String(pair[1]) : ""
    }
    if let json { body = Array(try JSONSerialization.data(withJSONObject: json)) }
  }
}

extension WebAnswer {
  /// The body as a JSON object.
  func object() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
  }

  /// The reason of a rejection.
  var reason: String? { (try? object())?["error"] as? String }
}
