/// An error of a source, with its name and the reason.
public struct MotionSourceError: Error, Hashable, Sendable {
  /// The kind of an error.
  public enum Kind: Hashable, Sendable {
    /// The device or input does not exist or cannot be opened.
    case unavailable
    /// The data is not a valid sample.
    case badData
    /// The source failed after it had started: unplugged, or a read error.
    case brokenOff
  }

  /// The name of the source.
  public var source: String
  /// The kind of the error.
  public var kind: Kind
  /// The reason and how to correct it.
  public var reason: String

  /// An error of a source.
  public init(source: String, kind: Kind, reason: String) {
    self.source = source
    self.kind = kind
    self.reason = reason
  }
}

extension MotionSourceError: CustomStringConvertible {
  /// The source and the reason.
  public var description: String { "\(source): \(reason)" }
}
