internal import Foundation
internal import MotionRecordings
internal import MotionSources

extension WebRequest {
  /// The body as JSON.
  func decoded<Value: Decodable>(_ type: Value.Type) throws(RequestFailure) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(body))
    } catch let error as DecodingError {
      throw .badRequest("the JSON is not as expected: \(Self.reason(of: error))")
    } catch {
      throw .badRequest("expected JSON")
    }
  }

  private static func reason(of error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, _): "the key '\(key.stringValue)' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "at '\(context.codingPath.map(\.stringValue).joined(separator: "."))'"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "expected JSON with numbers in range"
        : "at '\(context.codingPath.map(\.stringValue).joined(separator: "."))'"
    @unknown default: "unexpected content"
    }
  }

  /// The kind of examples of `?kind=`.
  var kind: StoredExample.Kind {
    get throws(RequestFailure) {
      guard let kind = query["kind"].flatMap(StoredExample.Kind.init(rawValue:)) else {
        throw .badRequest("expected ?kind=stroke or ?kind=motion")
      }
      return kind
    }
  }

  /// The name of an uploaded file, for messages only: no file is opened by it.
  var fileName: String {
    let name = headers["x-name"].flatMap(\.removingPercentEncoding) ?? "recording"
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "recording"
    return String(last.filter { !$0.isNewline }.prefix(80))
  }

  /// The recordings of an uploaded file.
  func recordings() throws(RequestFailure) -> Recordings {
    do {
      return try RecordingReader(options: ReadingOptions(damage: .skip))
        .read(file: body, name: fileName)
    } catch {
      throw .unprocessable("\(error)")
    }
  }
}
