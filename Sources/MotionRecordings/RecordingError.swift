/// Why a recording, or another table, was refused: where, what was wrong, and what would be right.
public struct RecordingError: Error, Hashable, Sendable {
  /// The file, as it was named to the reader.
  public var file: String
  /// The line it is about, from 1; `nil` when it is about the whole file.
  public var line: Int?
  /// The column it is about, by its name in the header; `nil` when it is about a whole line.
  public var column: String?
  /// What was wrong.
  public var problem: Problem

  /// A problem at a place.
  public init(file: String, line: Int? = nil, column: String? = nil, problem: Problem) {
    self.file = file
    self.line = line
    self.column = column
    self.problem = problem
  }

  /// What can be wrong with a table.
  public enum Problem: Hashable, Sendable {
    /// The file holds nothing.
    case empty
    /// The file has a header and no row below it.
    case noRows
    /// The bytes are no UTF-8 text.
    case notText
    /// A quoted field has no closing quote, or text after it.
    case badQuotes
    /// A row has more or fewer fields than the header.
    case wrongFieldCount(found: Int, expected: Int)
    /// A field that must be a number is something else.
    case notANumber(text: String)
    /// A number is infinite or not a number.
    case notFinite(text: String)
    /// A time lies before the one above it.
    case backwardTime(seconds: Double, previous: Double)
    /// A quaternion's length is not 1.
    case notARotation(length: Double)
    /// Columns that the format needs are absent.
    case missingColumns([String])
    /// The header belongs to no format that is known here.
    case unknownFormat(header: [String], known: [String])
    /// The header belongs to more than one format.
    case ambiguousFormat(candidates: [String])
    /// There is no format of this name.
    case noSuchFormat(name: String, known: [String])
    /// The format has no writer, or none for samples of this kind.
    case cannotWrite(format: String, content: String)
    /// Another rule of the format is broken.
    case malformed(String)
  }
}

extension RecordingError: CustomStringConvertible {
  /// One sentence, led by the place as compilers write it.
  public var description: String {
    var place = file
    if let line { place += ":\(line)" }
    if let column { place += ", column \(column.quoted())" }
    return "\(place): \(problem)"
  }
}

extension RecordingError.Problem: CustomStringConvertible {
  /// What was wrong and what would be right, without the place.
  public var description: String {
    switch self {
    case .empty:
      "the file is empty; expected a table with a header line"
    case .noRows:
      "there is a header and no row below it; expected at least one sample"
    case .notText:
      "this is no UTF-8 text; expected a table of comma-separated values"
    case .badQuotes:
      "a quoted field is not closed, or has text after its closing quote; "
        + "expected \"text\", with quotes inside written twice"
    case .wrongFieldCount(let found, let expected):
      "found \(found) field\(found == 1 ? "" : "s"); the header has \(expected)"
    case .notANumber(let text):
      "\(text.quoted()) is no number; expected a decimal number such as -0.25"
    case .notFinite(let text):
      "\(text.quoted()) is not finite; expected a decimal number such as -0.25"
    case .backwardTime(let seconds, let previous):
      "time \(seconds) s lies before the sample above it (\(previous) s); expected it to grow"
    case .notARotation(let length):
      "the quaternion's length is \(length); expected 1, the length of a rotation"
    case .missingColumns(let names):
      "missing \(names.count == 1 ? "column" : "columns") \(quoted(names))"
    case .unknownFormat(let header, let known):
      header.isEmpty
        ? "this is no table and no other format known here; expected one of "
          + known.joined(separator: ", ")
        : "the header \(quoted(header.prefix(4)))\(header.count > 4 ? ", ..." : "") belongs to no "
          + "format known here; where it is one of these, name it: "
          + known.joined(separator: ", ")
    case .ambiguousFormat(let candidates):
      "the header fits several formats; name one of them: "
        + candidates.joined(separator: ", ")
    case .noSuchFormat(let name, let known):
      "there is no format '\(name)'; expected one of \(known.joined(separator: ", "))"
    case .cannotWrite(let format, let content):
      "the format '\(format)' cannot hold \(content)"
    case .malformed(let reason):
      reason
    }
  }

  private func quoted(_ names: some Sequence<String>) -> String {
    names.map { $0.quoted(atMost: 24) }.joined(separator: ", ")
  }
}

extension String {
  /// What stands in a file as a message quotes it: a damaged field may be as long as the file.
  package func quoted(atMost length: Int = 60) -> String {
    "'\(count > length ? String(prefix(length)) + "..." : self)'"
  }
}
