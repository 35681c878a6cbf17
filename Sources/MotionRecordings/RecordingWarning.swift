/// A problem of a recording that did not stop the reader.
public struct RecordingWarning: Hashable, Sendable {
  /// The name of the file or recording.
  public var file: String
  /// The line of the first case, from 1; `nil` for the whole file.
  public var line: Int?
  /// The kind of problem.
  public var kind: Kind
  /// The number of cases.
  public var count: Int

  /// A warning about `count` cases, the first of them on `line`.
  public init(file: String, line: Int? = nil, kind: Kind, count: Int) {
    self.file = file
    self.line = line
    self.kind = kind
    self.count = count
  }

  /// A kind of problem.
  public enum Kind: Hashable, Sendable {
    /// An incomplete last row, left out.
    case incompleteRows
    /// Samples with an infinite or missing number, left out.
    case nonFiniteSamples
    /// Quaternions of zeros before the first attitude, left out.
    case unknownAttitudes
    /// Samples with a time before the previous one, left out.
    case backwardTimes
    /// Samples with the time of the previous one, kept.
    case repeatedTimes
    /// Time steps over five times the recording's median, the longest of `seconds`.
    case gaps(seconds: Double)
    /// A unit that the file does not state, and how it was chosen.
    case assumption(String)
    /// Numbers that contradict the unit, sign or frame of the format.
    case contradiction(String)
  }
}

extension RecordingWarning: CustomStringConvertible {
  /// One sentence after the place, as compilers print it.
  public var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    let plural = count == 1 ? "" : "s"
    let first = count == 1 ? "" : " (the first is here)"
    return switch kind {
    case .incompleteRows:
      "\(place): \(count) incomplete row\(plural) at the end left out"
    case .nonFiniteSamples:
      "\(place): \(count) sample\(plural) with a number that is not finite left out\(first)"
    case .unknownAttitudes:
      "\(place): \(count) sample\(plural) with a quaternion of zeros before the first attitude "
        + "left out\(first)"
    case .backwardTimes:
      "\(place): \(count) sample\(plural) with a time before the previous one left out\(first)"
    case .repeatedTimes:
      "\(place): \(count) sample\(plural) with the time of the previous one kept\(first)"
    case .gaps(let seconds):
      "\(place): \(count) gap\(plural) in time, the longest \(seconds) s\(first)"
    case .assumption(let choice): "\(place): \(choice)"
    case .contradiction(let evidence):
      "\(place): \(evidence)"
        + (count > 1
          ? "; likewise in \(count - 1) other recording\(count == 2 ? "" : "s")" : "")
    }
  }
}
