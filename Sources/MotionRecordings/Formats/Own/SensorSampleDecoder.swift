internal import Foundation
public import MotionFusion

/// Reads our own sensor samples line by line, as a live source prints them: JSON Lines, or a table
/// that begins with its header.
///
/// The first line that is not blank tells which. Lines are bounded by the caller; a field in quotes
/// does not run over several. What is not finite is an error, unless the options say to skip it.
/// Times are taken as they are, for the filters count those that go back.
public struct SensorSampleDecoder: Sendable {
  /// How messages call the lines' source.
  public let name: String
  /// What happens to samples that are not finite.
  public let options: ReadingOptions
  /// The lines taken so far, blank ones included.
  public private(set) var lineCount = 0
  /// The samples that were not finite, and left out.
  public private(set) var skippedCount = 0
  private var form: Form?

  private enum Form {
    case table(TableReader, SensorColumns)
    case objects
  }

  /// A decoder that has seen nothing yet.
  ///
  /// - Parameters:
  ///   - name: How messages call the lines' source.
  ///   - options: What happens to samples that are not finite.
  public init(name: String, options: ReadingOptions = ReadingOptions()) {
    self.name = name
    self.options = options
  }

  /// The sample on the next line.
  ///
  /// - Parameter line: The line's bytes, without its line feed.
  /// - Returns: `nil` for a blank line, the header, and a sample that was left out.
  /// - Throws: ``RecordingError`` that names the line, and the column where one is to blame. The
  ///   next line can be read all the same.
  public mutating func decode(_ line: [UInt8]) throws(RecordingError) -> SensorSample? {
    lineCount += 1
    guard line.contains(where: { !Self.isBlank($0) }) else { return nil }
    let sample: SensorSample
    switch form {
    case nil:
      guard line.first(where: { !Self.isBlank($0) }) == UInt8(ascii: "{") else {
        try readHeader(line)
        return nil
      }
      form = .objects
      sample = try object(line)
    case .objects:
      sample = try object(line)
    case .table(var table, let columns):
      // Only this copy is left, so that going on does not copy the bytes.
      form = nil
      defer { form = .table(table, columns) }
      table.goOn(with: line, line: lineCount)
      guard try table.next() else {
        throw RecordingError(
          file: name, line: lineCount,
          problem: .malformed("fewer fields than the header has; expected \(table.header.count)"))
      }
      sample = try columns.sample(in: table, options)
    }
    guard sample.isFinite else {
      skippedCount += 1
      return nil
    }
    return sample
  }

  private mutating func readHeader(_ line: [UInt8]) throws(RecordingError) {
    let table = try TableReader(line, file: name)
    guard table.header.contains(SensorSampleCSV.time) else {
      throw RecordingError(
        file: name, line: lineCount,
        problem: .unknownFormat(
          header: table.header, known: [SensorSampleCSV().name, SensorSampleLines().name]))
    }
    form = .table(table, try SensorColumns(in: table))
  }

  private func object(_ line: [UInt8]) throws(RecordingError) -> SensorSample {
    guard let object = try? JSONDecoder().decode(SensorSampleLines.Line.self, from: Data(line))
    else { throw SensorSampleLines.Line.notALine(file: name, line: lineCount) }
    return try object.sample(file: name, line: lineCount)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}
