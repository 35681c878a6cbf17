/// Why a file could not be read or written.
public enum FileError: Error, Hashable, Sendable {
  /// There is no file of this name.
  case missing(path: String)
  /// The file is there and cannot be read; the reason is the system's.
  case unreadable(path: String, reason: String)
  /// The file cannot be created; the reason is the system's.
  case cannotCreate(path: String, reason: String)
  /// Writing failed half-way; what stood under this name before still stands.
  case writeFailed(path: String, reason: String)
}

extension FileError: CustomStringConvertible {
  /// The file, what failed, and why.
  public var description: String {
    switch self {
    case .missing(let path): "\(path): no such file"
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
    case .cannotCreate(let path, let reason): "\(path): cannot be created: \(reason)"
    case .writeFailed(let path, let reason): "\(path): writing failed: \(reason)"
    }
  }
}
