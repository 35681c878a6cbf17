/// A file of the page, embedded in the program.
struct WebFile: Sendable {
  let name: String
  let text: StaticString

  /// The media type.
  var type: String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    default: "application/octet-stream"
    }
  }

  /// The file at a path of the server; `nil` if there is none.
  static func named(_ path: String) -> WebFile? {
    let name =
      switch path {
      case "/": "index.html"
      case "/phone": "phone.html"
      default: String(path.dropFirst())
      }
    return WebFiles.all.first { $0.name == name }
  }
}

extension StaticString {
  /// The bytes.
  var utf8: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}
