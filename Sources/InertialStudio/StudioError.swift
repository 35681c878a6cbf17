/// An error that keeps a studio from starting.
public enum StudioError: Error, Sendable {
  /// The port is in use by another program.
  case portInUse(UInt16)
  /// The server cannot listen.
  case cannotListen(port: UInt16, reason: String)
  /// The model cannot be read.
  case model(path: String, cause: any Error)
  /// The list of words cannot be read.
  case lexicon(path: String, cause: any Error)
  /// The folder of examples cannot be used.
  case folder(path: String, cause: any Error)
  /// The origin is not one of a web page.
  case origin(String)
}

extension StudioError: CustomStringConvertible {
  /// The error, and what to do.
  public var description: String {
    switch self {
    case .portInUse(let port):
      "port \(port) is in use: another studio may run; choose another port, or 0 for a free one"
    case .cannotListen(let port, let reason):
      "cannot listen on 127.0.0.1:\(port): \(reason)"
    case .model(let path, let cause), .lexicon(let path, let cause), .folder(let path, let cause):
      // Errors of files and recordings begin with the path.
      "\(cause)".hasPrefix(path) ? "\(cause)" : "\(path): \(cause)"
    case .origin(let origin):
      "expected an origin such as https://192.168.1.5:8443, got '\(origin)'"
    }
  }
}
