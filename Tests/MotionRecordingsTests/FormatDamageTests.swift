import MotionFusion
import MotionRecordings
import Testing

/// The same kinds of damage to every format of other people: a column that is missing, a
/// number that is none, a wrong decimal mark, a time that goes back.
@Suite("Damage of every format")
struct FormatDamageTests {
  /// A format's rows as fields, so that one can be damaged.
  private struct Rows {
    var lines: [[String]]
    var separator: String
    /// The names of the columns, in the file's header or by the format.
    var names: [String]
    /// How many lines stand above the samples.
    var above: Int

    init(_ text: String) {
      let header = text.prefix { $0 != "\n" }
      let separator = header.contains(";") ? ";" : header.contains("\t") ? "\t" : ","
      self.separator = separator
      // No field of the made-up rows has its separator in it.
      lines = text.split(separator: "\n").map { line in
        line.split(separator: Character(separator), omittingEmptySubsequences: false).map {
          String($0).replacing("\"", with: "")
        }
      }
      let isHeaderless = lines[0].allSatisfy { Double($0) != nil }
      above = isHeaderless ? 0 : 1
      names =
        isHeaderless
        ? [
          "Time", "attitude_roll(radians)", "attitude_pitch(radians)", "attitude_yaw(radians)",
          "rotation_rate_x(radians/s)", "rotation_rate_y(radians/s)", "rotation_rate_z(radians/s)",
        ] : lines[0].map { $0.trimmingBlanks }
    }

    var text: String { lines.map { $0.joined(separator: separator) + "\n" }.joined() }

    /// The format's columns that the tests damage: one of a vector, and the time.
    var vectorColumn: Int? {
      names.firstIndex { name in
        [
          "y (m/s^2)", "y (rad/s)", "y (µT)", "AccelerationY(G)", "gFy", "rotationRate.y",
          "rotation_rate_y(radians/s)", "w_RS_S_y [rad s^-1]", "Y",
        ].contains { name.hasSuffix($0) }
      }
    }

    var timeColumn: Int? {
      names.firstIndex { name in
        [
          "Time (s)", "accelerometerTimestamp_sinceReboot(s)", "time", "Time", "timestamp(unix)",
          "#timestamp [ns]", "Timestamp",
        ].contains(name)
      }
    }
  }

  private func error(_ rows: Rows, format: String) throws -> RecordingError {
    try #require(throws: RecordingError.self) {
      try RecordingReader().read(Array(rows.text.utf8), name: "r.csv", format: format)
    }
  }

  @Test("the error names a missing column", arguments: FormatTests.cases)
  func missingColumn(whole: FormatTests.Case) throws {
    var rows = Rows(whole.text)
    // Without a header every row has one field too few instead.
    guard rows.above == 1 else { return }
    let column = try #require(rows.vectorColumn)
    for line in rows.lines.indices { rows.lines[line].remove(at: column) }
    let error = try error(rows, format: whole.format)
    #expect(error.line == 1)
    guard whole.format != "android-sensor-event" else { return }
    #expect(error.problem == .missingColumns([rows.names[column]]))
  }

  @Test("text or a wrong decimal mark instead of a number", arguments: FormatTests.cases)
  func wrongNumber(whole: FormatTests.Case) throws {
    let rows = Rows(whole.text)
    let column = try #require(rows.vectorColumn)
    let line = rows.above + 1
    for (field, problem) in [
      ("NaN", RecordingError.Problem.notFinite(text: "NaN")), ("inf", .notFinite(text: "inf")),
      ("1.000,5", .notANumber(text: "1.000,5")), ("--1", .notANumber(text: "--1")),
    ] {
      var damaged = rows
      let isQuoted = rows.separator == "," && field.contains(",")
      damaged.lines[line][column] = isQuoted ? "\"\(field)\"" : field
      #expect(
        try error(damaged, format: whole.format)
          == RecordingError(
            file: "r.csv", line: line + 1, column: rows.names[column], problem: problem))
    }
    guard rows.separator == "," else { return }
    var damaged = rows
    damaged.lines[line][column] = "0,5"
    let count = rows.lines[line].count
    // A decimal comma between commas makes one field more.
    #expect(
      try error(damaged, format: whole.format).problem
        == .wrongFieldCount(found: count + 1, expected: max(count, rows.lines[0].count)))
  }

  @Test("a backward time is an error, or left out and counted", arguments: FormatTests.cases)
  func backwardTime(whole: FormatTests.Case) throws {
    var rows = Rows(whole.text)
    guard let column = rows.timeColumn else { return }
    // The first row once more, a second earlier or the like.
    var row = rows.lines[rows.above]
    let earlier = [
      "0": "-1", "0,00": "-1,00", "0.000000000E0": "-1.0E0", "100.00": "99.00",
      "2026-01-01 10:00:00.0000": "2026-01-01 09:00:00.0000", "1000.00": "999.00",
      "1500000000000": "1499999999990", "1403636579758555392": "1403636579748555392",
      "5000000000": "4990000000",
    ]
    row[column] = try #require(earlier[row[column]])
    if let gyroscope = rows.names.firstIndex(of: "gyroTimestamp_sinceReboot(s)") {
      row[gyroscope] = "101"
    }
    rows.lines.append(row)
    let error = try error(rows, format: whole.format)
    #expect(error.line == rows.lines.count)
    #expect(error.column == rows.names[column])
    guard case .backwardTime(let seconds, let previous) = error.problem else {
      Issue.record("\(error)")
      return
    }
    #expect(seconds < previous)
    let reader = RecordingReader(options: ReadingOptions(damage: .skip))
    let recordings = try reader.read(
      Array(rows.text.utf8), name: "r.csv", format: whole.format)
    #expect(
      recordings.warnings.contains(
        RecordingWarning(file: "r.csv", line: rows.lines.count, kind: .backwardTimes, count: 1)))
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
