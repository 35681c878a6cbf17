/// Why a source cannot give samples: which source, and what would be right.
public struct MotionSourceError: Error, Hashable, Sendable {
  /// What kind of trouble it is.
  public enum Kind: Hashable, Sendable {
    /// There is no such device or input, or it may not be opened.
    case unavailable
    /// What came is no sample.
    case badData
    /// It gave samples and broke off: unplugged, or a failed read.
    case brokenOff
  }

  /// The source, as its user named it.
  public var source: String
  /// What kind of trouble it is.
  public var kind: Kind
  /// What was wrong and what would be right.
  public var reason: String

  /// Trouble with a source.
  public init(source: String, kind: Kind, reason: String) {
    self.source = source
    self.kind = kind
    self.reason = reason
  }
}

extension MotionSourceError: CustomStringConvertible {
  /// The source, and what was wrong.
  public var description: String { "\(source): \(reason)" }
}
