/// Something wrong with a recording that did not stop its reader.
public struct RecordingWarning: Hashable, Sendable {
  /// The file, as it was named to the reader.
  public var file: String
  /// The line of the first case, from 1; `nil` when it is about the whole file.
  public var line: Int?
  /// What was wrong.
  public var kind: Kind
  /// How often.
  public var count: Int

  /// A warning about `count` cases, the first of them on `line`.
  public init(file: String, line: Int? = nil, kind: Kind, count: Int) {
    self.file = file
    self.line = line
    self.kind = kind
    self.count = count
  }

  /// What can be wrong.
  public enum Kind: Hashable, Sendable {
    /// The file ends inside a row, which was left out.
    case incompleteRows
    /// Samples with an infinite or missing number, which were left out.
    case nonFiniteSamples
    /// Samples whose time lies before the one above them, which were left out.
    case backwardTimes
    /// Samples with the time of the one above them, which were kept.
    case repeatedTimes
    /// Steps of time over five times the recording's median, the longest of `seconds`.
    case gaps(seconds: Double)
    /// The data contradict a unit, a sign or a name that the file states.
    case contradiction(String)
  }
}

extension RecordingWarning: CustomStringConvertible {
  /// One sentence, led by the place as compilers write it.
  public var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    let plural = count == 1 ? "" : "s"
    let first = count == 1 ? "" : ", this is the first"
    return switch kind {
    case .incompleteRows:
      "\(place): the file ends inside a row; \(count) incomplete row\(plural) left out"
    case .nonFiniteSamples:
      "\(place): \(count) sample\(plural) without a finite value left out\(first)"
    case .backwardTimes:
      "\(place): \(count) sample\(plural) from before the one above left out\(first)"
    case .repeatedTimes:
      "\(place): \(count) sample\(plural) with the time of the one above kept\(first)"
    case .gaps(let seconds):
      "\(place): \(count) gap\(plural) in time, the longest of \(seconds) s\(first)"
    case .contradiction(let evidence):
      "\(place): \(evidence)"
        + (count > 1
          ? "; so \(count == 2 ? "does" : "do") \(count - 1) more of its recordings" : "")
    }
  }
}
