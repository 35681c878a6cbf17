/// An error in a recording or another table: the place, the problem and the expected input.
public struct RecordingError: Error, Hashable, Sendable {
  /// The name of the file.
  public var file: String
  /// The line, from 1; `nil` for the whole file.
  public var line: Int?
  /// The name of the column; `nil` for a whole line.
  public var column: String?
  /// The problem.
  public var problem: Problem
  /// The proposed ``ColumnMap`` of a question, with `UNIT` and `RATE` for what is open.
  package var proposal: String?

  /// The name of an output whose path is not known yet.
  static let output = "output"

  package init(
    file: String, line: Int? = nil, column: String? = nil, problem: Problem, proposal: String? = nil
  ) {
    self.proposal = proposal
    self.file = file
    self.line = line
    self.column = column
    self.problem = problem
  }

  /// A violation of the format: what was expected, and what was found.
  package init(
    file: String, line: Int? = nil, column: String? = nil, _ reason: String, proposal: String? = nil
  ) {
    self.init(
      file: file, line: line, column: column, problem: .malformed(reason), proposal: proposal)
  }

  /// Whether no recording format has this name or header, or the content is not text.
  package var isUnknownFormat: Bool {
    switch problem {
    case .unknownFormat, .noSuchFormat, .notText: true
    default: false
    }
  }

  /// Whether a file with several recordings was read piece by piece.
  var isClockRestart: Bool { problem == .clockRestart }

  /// A problem of a table.
  public enum Problem: Hashable, Sendable {
    /// The file is empty.
    case empty
    /// The file has a header but no rows.
    case noRows
    /// The bytes are not UTF-8 text.
    case notText
    /// A quoted field has no closing quote, or text after it.
    case badQuotes
    /// A row with more or fewer fields than the header.
    case wrongFieldCount(found: Int, expected: Int)
    /// A field that is not a number.
    case notANumber(text: String)
    /// A number that is infinite or NaN.
    case notFinite(text: String)
    /// A time before the previous one.
    case backwardTime(seconds: Double, previous: Double)
    /// A quaternion whose length is not 1.
    case notARotation(length: Double)
    /// Missing columns of the format.
    case missingColumns([String])
    /// A header of no supported format.
    case unknownFormat(header: [String], known: [String])
    /// A header of more than one format.
    case ambiguousFormat(candidates: [String])
    /// A format name that does not exist.
    case noSuchFormat(name: String, known: [String])
    /// A format that cannot hold recordings of this kind.
    case cannotWrite(format: String, content: String)
    /// Any other violation of the format.
    case malformed(String)

    /// The clock of a file that is read piece by piece starts again; such a file is read whole.
    static let clockRestart = malformed(
      "expected one recording, got a clock that starts again; choose one by --recording")
  }
}

extension RecordingError {
  /// The error of a file without samples: it has no rows, or all were left out.
  static func noSamples(in recordings: Recordings, file: String) -> RecordingError {
    let causes = recordings.warnings.filter { warning in
      switch warning.kind {
      case .incompleteRows, .nonFiniteSamples, .backwardTimes: true
      default: false
      }
    }
    guard !causes.isEmpty else { return RecordingError(file: file, problem: .noRows) }
    return RecordingError(
      file: file, line: causes[0].line,
      "expected at least one sample, got \(causes.map(\.text).joined(separator: "; "))")
  }
}

extension RecordingError: CustomStringConvertible {
  /// One sentence after the place, as compilers print it.
  public var description: String {
    var place = file
    if let line { place += ":\(line)" }
    if let column { place += ", column \(column.quoted())" }
    return "\(place): \(problem)"
  }
}

extension RecordingError.Problem: CustomStringConvertible {
  /// The problem and the expected input, without the place.
  public var description: String {
    switch self {
    case .empty:
      "expected a table with a header line, got an empty file"
    case .noRows:
      "expected at least one sample, got a header without rows"
    case .notText:
      "expected UTF-8 text, such as a table of comma-separated values, got other bytes; save the "
        + "file as UTF-8"
    case .badQuotes:
      "a quoted field has no closing quote, or text after it; "
        + "expected \"text\", with quotes inside written twice"
    case .wrongFieldCount(let found, let expected):
      "expected \(expected) fields as in the header, got \(found)"
    case .notANumber(let text):
      "expected a decimal number such as -0.25, got \(text.quoted())"
    case .notFinite(let text):
      "expected a finite number such as -0.25, got \(text.quoted()); --skip-bad-samples leaves such "
        + "samples out"
    case .backwardTime(let seconds, let previous):
      "expected a time of at least \(previous) s, the previous sample's, got \(seconds) s; "
        + "--skip-bad-samples leaves such samples out"
    case .notARotation(let length):
      "expected a quaternion of length 1, got length \(length)"
    case .missingColumns(let names):
      "missing \(names.count == 1 ? "column" : "columns") \(names.quoted())"
    case .unknownFormat(let header, let known):
      header.isEmpty
        ? "unknown format; expected one of " + known.joined(separator: ", ")
        : "unknown format with the header \(header.prefix(8).quoted())"
          + "\(header.count > 8 ? ", ..." : ""); expected a time and the x, y and z of a sensor in the "
          + "names, such as time_ms,gyro_x,gyro_y,gyro_z; name the columns by --columns, such as "
          + "'time=COLUMN [ms], gyro=X Y Z [deg/s], accel=X Y Z [g]', or choose one of the formats "
          + known.joined(separator: ", ")
    case .ambiguousFormat(let candidates):
      "the header matches several formats; choose one of "
        + candidates.joined(separator: ", ")
    case .noSuchFormat(let name, let known):
      "no format '\(name)'; expected one of \(known.joined(separator: ", "))"
    case .cannotWrite(let format, let content):
      "the format '\(format)' cannot hold \(content)"
    case .malformed(let reason):
      reason
    }
  }

}

extension [RecordingWarning] {
  /// One line for each warning, and one for all assumptions and unused columns of a file.
  package var lines: [String] {
    var lines: [String] = []
    var places: [String: Int] = [:]
    for warning in self {
      let text: String
      switch warning.kind {
      case .assumption(let choice): text = choice
      case .unusedColumns(let names): text = "not used: \(names.prefix(12).quoted())"
      default:
        lines.append(warning.description)
        continue
      }
      if let place = places[warning.file] {
        lines[place] += "; \(text)"
      } else {
        places[warning.file] = lines.count
        lines.append("\(warning.file): \(text)")
      }
    }
    return lines
  }
}

extension Sequence<String> {
  /// The names in quotes for a message.
  func quoted() -> String { map { $0.quoted(atMost: 24) }.joined(separator: ", ") }
}

extension String {
  /// The text in quotes for a message, shortened: a damaged field may be as long as the file.
  package func quoted(atMost length: Int = 60) -> String {
    "'\(count > length ? String(prefix(length)) + "..." : self)'"
  }
}

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
  package init(file: String, line: Int? = nil, kind: Kind, count: Int = 1) {
    self.file = file
    self.line = line
    self.kind = kind
    self.count = count
  }

  /// A kind of problem.
  public enum Kind: Hashable, Sendable {
    /// An incomplete last row, left out.
    case incompleteRows
    /// Rows that a restart of the logger cut off, left out.
    case cutRows
    /// Lines of text among the rows, left out: a logger's messages, and the header again.
    case textLines
    /// Samples with an infinite or missing number, left out.
    case nonFiniteSamples
    /// Quaternions of zeros, which state no attitude, left out.
    case unknownAttitudes
    /// Samples with a time before the previous one, left out.
    case backwardTimes
    /// Samples that repeat the previous time stamp, kept by the reader.
    case repeatedTimes
    /// Time steps over five times the recording's median, the longest of `seconds`.
    case gaps(seconds: Double)
    /// Samples that are missing one by one in even times, a share of all.
    case lostSamples(share: Double)
    /// A unit that the file does not state, and how it was chosen.
    case assumption(String)
    /// Columns of a known meaning that are not used.
    case unusedColumns([String])
    /// A file of a folder whose columns are those of no sensor, left out.
    case unreadFile
    /// Numbers that contradict the unit, sign or frame of the format.
    case contradiction(String)
  }
}

extension RecordingWarning: CustomStringConvertible {
  /// One sentence after the place, as compilers print it.
  public var description: String {
    "\(line.map { "\(file):\($0)" } ?? file): \(text)"
  }

  /// The sentence without the place.
  var text: String {
    let plural = count == 1 ? "" : "s"
    let first = count == 1 ? "" : " (the first is here)"
    return switch kind {
    case .incompleteRows:
      "\(count) incomplete row\(plural) at the end left out"
    case .cutRows:
      "\(count) row\(plural) left out that a restart of the logger cut off\(first)"
    case .textLines:
      "\(count) line\(plural) of text among the rows left out\(first)"
    case .nonFiniteSamples:
      "\(count) sample\(plural) with a number that is not finite left out\(first)"
    case .unknownAttitudes:
      "\(count) attitude\(plural) left out that \(count == 1 ? "is" : "are") zeros or NaN\(first)"
    case .backwardTimes:
      "\(count) sample\(plural) with a time before the previous one left out\(first)"
    case .repeatedTimes:
      "\(count) sample\(plural) that repeat the previous time stamp\(first): of a sensor's "
        + "readings of one time, motion takes the first"
    case .gaps(let seconds):
      "\(count) gap\(plural) in time, the longest \(seconds) s\(first)"
    case .lostSamples(let share):
      "about \(count) samples are missing one by one, \(Int((share * 100).rounded())) % of "
        + "all: steps of two, three and more times the usual one"
    case .assumption(let choice): choice
    case .unusedColumns(let names):
      "not used: \(names.prefix(12).quoted())\(names.count > 12 ? ", ..." : "")"
    case .unreadFile: "left out, because its columns are those of no sensor"
    case .contradiction(let evidence):
      evidence
        + (count > 1
          ? "; likewise in \(count - 1) other recording\(count == 2 ? "" : "s")" : "")
    }
  }
}
