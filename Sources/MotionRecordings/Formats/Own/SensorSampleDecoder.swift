internal import Foundation
public import MotionFusion

/// Decodes our own sensor samples line by line: JSON Lines, or a table with a header.
///
/// The first line that is not blank determines which. A quoted field cannot span lines. Numbers
/// that are not finite are an error unless the options skip them. Times are not checked: the
/// filters count those that go back.
public struct SensorSampleDecoder: Sendable {
  /// The name of the source in errors.
  public let name: String
  /// The treatment of samples that are not finite.
  public let options: ReadingOptions
  /// The number of lines so far, including blank ones.
  public private(set) var lineCount = 0
  /// The number of samples left out because they were not finite.
  public private(set) var skippedCount = 0
  private var form: Form?

  private enum Form {
    case table(TableReader, SensorColumns)
    case objects
  }

  /// A decoder before the first line.
  ///
  /// - Parameters:
  ///   - name: The name of the source in errors.
  ///   - options: The treatment of samples that are not finite.
  public init(name: String, options: ReadingOptions = ReadingOptions()) {
    self.name = name
    self.options = options
  }

  /// The sample on the next line.
  ///
  /// - Parameter line: The line's bytes, without its line feed.
  /// - Returns: The sample; `nil` for a blank line, the header, and a sample that is left out.
  /// - Throws: ``RecordingError`` with the line and, for a field, the column. Decoding can continue
  ///   with the next line.
  public mutating func decode(_ line: [UInt8]) throws(RecordingError) -> SensorSample? {
    lineCount += 1
    let line = lineCount == 1 ? TextCheck.withoutByteOrderMark(line) : line
    guard line.contains(where: { !$0.isWhitespace }) else { return nil }
    let sample: SensorSample
    switch form {
    case nil:
      guard line.first(where: { !$0.isWhitespace }) == UInt8(ascii: "{") else {
        try readHeader(line)
        return nil
      }
      form = .objects
      sample = try object(line)
    case .objects:
      sample = try object(line)
    case .table(var table, let columns):
      // The only reference to the table, so that its buffers are not copied.
      form = nil
      defer { form = .table(table, columns) }
      table.continueReading(line, line: lineCount)
      guard try table.next() else {
        throw RecordingError(
          file: name, line: lineCount,
          problem: .malformed("expected \(table.header.count) fields as in the header, got fewer"))
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
    try SensorSampleLines.Line(line, by: JSONDecoder(), file: name, line: lineCount)
      .sample(file: name, line: lineCount)
  }
}
