import MotionFusion
import MotionRecordings
import Testing

@Suite("Tables of strokes")
struct StrokeFormatTests {
  private func read(_ text: String) throws -> Recordings {
    try RecordingReader().read(Array(text.utf8), name: "s.csv")
  }

  /// A cross of two strokes with half a second in between, and a letter of one stroke.
  private static let table = """
    recording,label,user,stroke,time_s,x,y
    0,X,a,3,0.0,0,0
    0,X,a,3,0.1,1,1
    0,X,a,3,0.2,2,2
    0,X,a,7,1.2,2,0
    0,X,a,7,1.3,1,1
    0,X,a,7,1.4,0,2
    1,I,a,0,0.0,0,0
    1,I,a,0,0.1,0,1

    """

  @Test("strokes are numbered from 0, and a pause between them is no gap")
  func numbers() throws {
    let recordings = try read(Self.table)
    #expect(recordings.strokes.map(\.label) == ["X", "I"])
    #expect(recordings.strokes[0].samples.map(\.stroke) == [0, 0, 0, 1, 1, 1])
    #expect(recordings.strokes[0].samples.map(\.timestamp) == [0, 0.1, 0.2, 1.2, 1.3, 1.4])
    #expect(recordings.strokes[1].samples.map(\.stroke) == [0, 0])
    #expect(recordings.warnings.isEmpty)
    // The same pause within a stroke is a gap.
    let gap = try read(Self.table.replacing("X,a,7", with: "X,a,3"))
    #expect(gap.warnings.map(\.kind) == [.gaps(seconds: 1)])
  }

  @Test("what is written reads back; a table of single strokes has no such column")
  func roundTrip() throws {
    let recordings = try read(Self.table)
    let text = try RecordingWriter.text(of: recordings, format: "inertial-strokes")
    #expect(text.hasPrefix("recording,label,user,stroke,time_s,x,y\n0,X,a,0,0.0,0.0,0.0\n"))
    let copy = try read(text)
    #expect(copy.strokes.map(\.samples) == recordings.strokes.map(\.samples))
    var single = recordings
    single.strokes.removeFirst()
    #expect(
      try RecordingWriter.text(of: single, format: "inertial-strokes")
        .hasPrefix("recording,label,user,time_s,x,y\n"))
  }

  @Test("a stroke without a whole number is an error", arguments: ["", "1.5", "first", "1e99"])
  func malformed(_ number: String) throws {
    let table = Self.table.replacing("0,X,a,7,1.3", with: "0,X,a,\(number),1.3")
    let error = #expect(throws: RecordingError.self) { try read(table) }
    #expect(error?.line == 6 && error?.column == "stroke")
    #expect(error?.description.contains("expected a whole number") == true)
  }
}
