internal import Foundation

/// The reason why a file cannot be read or written.
public enum FileError: Error, Hashable, Sendable {
  /// The file does not exist.
  case missing(path: String)
  /// The file exists but cannot be read; `reason` is the system's message.
  case unreadable(path: String, reason: String)
  /// The file cannot be created; `reason` is the system's message.
  case cannotCreate(path: String, reason: String)
  /// Writing failed; an earlier file of this name is unchanged.
  case writeFailed(path: String, reason: String)
}

extension FileError: CustomStringConvertible {
  /// The file, the failed operation and the reason.
  public var description: String {
    switch self {
    case .missing(let path): "\(path.isEmpty ? "''" : path): no such file"
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
    case .cannotCreate(let path, let reason): "\(path): cannot be created: \(reason)"
    case .writeFailed(let path, let reason): "\(path): writing failed: \(reason)"
    }
  }
}

/// The system's message for an error number.
package func systemReason(_ number: Int32) -> String { String(cString: strerror(number)) }
