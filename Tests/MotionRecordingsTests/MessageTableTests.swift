import MotionRecordings
import Testing

@Suite("The table of messages")
struct MessageTableTests {
  /// Documentation/Messages.md.
  private static func document() throws -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return String(decoding: try InputFile.read("/\(root)/Documentation/Messages.md"), as: UTF8.self)
  }

  /// The phrase of each error that the table has; a new case does not compile.
  private static func phrase(of problem: RecordingError.Problem) -> String {
    switch problem {
    case .empty: "expected a table with a header line, got an empty file"
    case .noRows: "expected at least one sample, got a header without rows"
    case .notText: "expected UTF-8 text"
    case .badQuotes: "a quoted field has no closing quote"
    case .wrongFieldCount: "fields as in the header, got"
    case .notANumber: "expected a decimal number such as -0.25"
    case .notFinite: "expected a finite number such as -0.25"
    case .backwardTime: "expected a time of at least"
    case .notARotation: "expected a quaternion of length 1"
    case .missingColumns: "missing column"
    case .unknownFormat: "unknown format"
    case .ambiguousFormat: "the header matches several formats"
    case .noSuchFormat: "no format '"
    case .cannotWrite: "cannot hold"
    case .malformed(let text): text
    }
  }

  private static func phrase(of kind: RecordingWarning.Kind) -> String {
    switch kind {
    case .incompleteRows: "incomplete row"
    case .cutRows: "left out that a restart of the logger cut off"
    case .textLines: "of text among the rows left out"
    case .nonFiniteSamples: "with a number that is not finite left out"
    case .unknownAttitudes: "attitude left out that is zeros or NaN"
    case .backwardTimes: "with a time before the previous one left out"
    case .repeatedTimes: "that repeat the previous time stamp"
    case .gaps: "in time, the longest"
    case .lostSamples: "samples are missing one by one"
    case .unusedColumns: "not used:"
    case .unreadFile: "left out, because its columns are those of no sensor"
    case .assumption(let text), .contradiction(let text): text
    }
  }

  @Test("has each error and warning of the code")
  func cases() throws {
    let document = try Self.document()
    let problems: [RecordingError.Problem] = [
      .empty, .noRows, .notText, .badQuotes, .wrongFieldCount(found: 1, expected: 2),
      .notANumber(text: "a"), .notFinite(text: "inf"), .backwardTime(seconds: 1, previous: 2),
      .notARotation(length: 2), .missingColumns(["a"]), .unknownFormat(header: ["a"], known: ["b"]),
      .ambiguousFormat(candidates: ["a", "b"]), .noSuchFormat(name: "a", known: ["b"]),
      .cannotWrite(format: "a", content: "strokes"),
    ]
    for problem in problems {
      let phrase = Self.phrase(of: problem)
      #expect(problem.description.contains(phrase))
      #expect(document.contains("| " + phrase) || document.contains("|" + phrase), "\(phrase)")
    }
    let kinds: [RecordingWarning.Kind] = [
      .incompleteRows, .nonFiniteSamples, .unknownAttitudes, .backwardTimes, .repeatedTimes,
      .cutRows, .textLines, .gaps(seconds: 1), .lostSamples(share: 0.2), .unusedColumns(["a"]),
      .unreadFile,
    ]
    for kind in kinds {
      let phrase = Self.phrase(of: kind)
      let warning = RecordingWarning(file: "r.csv", kind: kind, count: 1)
      #expect(warning.description.contains(phrase))
      #expect(document.contains("| " + phrase), "\(phrase)")
    }
  }

  @Test(
    "has each question about a table without a format",
    arguments: [
      ("ax,ay,az\n0,0,1\n0,0,1\n", nil, "the table has no column of times"),
      ("time,ax,ay,az\n0,0,0,1\n1,0,0,1\n2,0,0,1\n", nil, "the unit of the time"),
      ("t_s,gx,gy,gz\n0,0,0,0\n1,0,0,0\n", nil, "is undecided, rad/s or deg/s"),
      (
        "t_ms,ax,ay,az,gx,gy,gz\n0,0,0,16384,9,9,9\n1,0,0,16384,9,9,9\n", nil,
        "is undecided, a scale such as 1/131 deg/s"
      ),
      (
        "t_s,ax,ay,az\n0,0,0,3\n1,0,0,3\n", nil,
        "expected an acceleration in g or m/s² with gravity"
      ),
      ("t,a,b,c\n0,0,0,3\n1,0,0,3\n", "time=t [s], useraccel=a b c", "is undecided, g or m/s²"),
      ("t_s,ax,ay,az,ax,ay,az\n0,0,0,1,0,0,1\n", nil, "expected one accelerometer, got"),
      (
        "t_s,id,ax,ay,az\n0,1,0,0,1\n0,2,0,0,1\n1,1,0,0,1\n1,2,0,0,1\n2,1,0,0,1\n2,2,0,0,1\n", nil,
        "expected one sensor, got"
      ),
      (
        "t_ms,gx,gy,gz\n0,0,0,178\n200,0,0,-179\n400,0,0,179\n", nil,
        "got angles, which wrap at 180 degrees"
      ),
      ("t,a,b,c\n0,0,0,3\n", "time=t [s], accel=a b d", "expected the column"),
      (
        "t,n,a,b,c\n0,1,0,0,3\n", "time=t+n, accel=a b c",
        "expected fractions of a second in ms, us or ns"
      ),
      (
        "t,a,b,c\n0,0,0,3\n", "time=t [s], gyro=a b c [rad/s] from none.csv",
        "of --columns, which cannot be read"
      ),
      ("0,0,0,3\n1,0,0,3\n", nil, "expected a header, got the numbers"),
    ])
  func questions(text: String, map: String?, phrase: String) throws {
    let options = ReadingOptions(columns: try map.map { try ColumnMap($0) })
    let error = #expect(throws: RecordingError.self) {
      try RecordingReader(options: options).read(Array(text.utf8), name: "r.csv")
    }
    #expect(error?.description.contains(phrase) == true, "\(error?.description ?? "")")
    #expect(try Self.document().contains("| " + phrase))
  }
}
