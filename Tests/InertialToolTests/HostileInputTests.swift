import Foundation
import TestSupport
import Testing

/// Closed streams, named pipes, special characters in names and fields.
@Suite("Hostile input")
struct HostileInputTests {
  /// Runs a shell line that calls `inertial`, and returns its status and messages.
  private func shell(
    _ line: String, in folder: TemporaryFolder
  ) throws -> (status: Int32, messages: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "PATH=\"$0:$PATH\"; cd \"$1\"; \(line)"]
    process.arguments? += [Program.location.deletingLastPathComponent().path, folder.path("")]
    try Data().write(to: URL(filePath: folder.path("messages")))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: folder.path("messages")))
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    return (
      process.endStatus(), try String(contentsOfFile: folder.path("messages"), encoding: .utf8)
    )
  }

  private static let sensors =
    "time_s,accel_x_g,accel_y_g,accel_z_g,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s\n"
    + (0..<50).map { "\(Double($0) / 100),0,0,-1,0,0,0\n" }.joined()
  private static let series =
    "series,label,time,x\n" + (0..<40).map { "\($0),\($0 % 2),0,\($0 % 2)\n" }.joined()

  @Test("closed streams are reported, and output never reaches another file")
  func closedStreams() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.sensors, to: "in.csv")
    for (line, status, message) in [
      ("inertial live <&-", 66, "standard input: cannot be read: Bad file descriptor"),
      ("inertial live </", 66, "standard input: cannot be read: Is a directory"),
      ("inertial orientation - <&-", 66, "standard input: cannot be read: Bad file descriptor"),
      ("inertial orientation in.csv --json -o out.csv >&-", 74, "standard output: writing failed"),
      ("inertial orientation in.csv --json -o out.csv 2>&-", 0, ""),
    ] as [(String, Int32, String)] {
      let outcome = try shell(line, in: folder)
      #expect(outcome.status == status, "\(line)")
      #expect(message.isEmpty || outcome.messages.contains(message), "\(line)")
    }
    let table = try String(contentsOfFile: folder.path("out.csv"), encoding: .utf8)
    #expect(table.split(separator: "\n").count == 51)
    #expect(table.hasPrefix("t,qw,qx,qy,qz\n"))
  }

  @Test("a named pipe is read once by every subcommand")
  func namedPipe() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.sensors, to: "in.csv")
    _ = try folder.write(Self.series, to: "series.csv")
    for line in [
      "cat series.csv | inertial train --dataset /dev/stdin --output m.model",
      "cat series.csv | inertial recognize --model m.model /dev/stdin",
      "cat series.csv | inertial convert /dev/stdin --to inertial-data-set --output s.set",
      "cat series.csv | inertial convert - --to inertial-series --output s.csv",
      "cat in.csv | inertial convert /dev/stdin --to inertial-jsonl --output s.jsonl",
    ] {
      let outcome = try shell(line, in: folder)
      #expect(outcome.status == 0, "\(line): \(outcome.messages)")
    }
    let other = try shell(
      "inertial simulate A --kind motion -o a.csv && inertial evaluate --dataset a.csv --model m.model",
      in: folder)
    #expect(other.status == 65)
    #expect(other.messages.contains("the model was not trained on motion"))
  }

  @Test("control characters of a file are escaped in messages")
  func controlCharacters() throws {
    let outcome = try Program.run(
      "orientation", "-", input: Self.sensors + "0.6,0,0,\u{1B}[2J\u{7},0,0,0\n")
    #expect(outcome.status == 65)
    #expect(outcome.messages.contains("got '\\u{1b}[2J\\u{7}'"))
    #expect(!outcome.messages.unicodeScalars.contains("\u{1B}"))
  }

  @Test("names and labels with quotation marks, accents, commas and control characters")
  func names() throws {
    let folder = try TemporaryFolder()
    let label = "a,\u{301}\"\u{301}<\u{301}b"
    let quoted = "\"\(label.unicodeScalars.map { $0 == "\"" ? "\"\"" : "\($0)" }.joined())\""
    let strokes =
      "label,time_s,x,y\n" + (0..<30).map { "\(quoted),\($0),\($0),\($0 % 7)\n" }.joined()
    let path = try folder.write(strokes, to: "a\"\u{301}\u{1}<b.csv")
    let copy = folder.path("copy.csv")
    let report = folder.path("report.html")
    #expect(
      try Program.run("convert", path, "--to", "inertial-strokes", "--output", copy).status == 0)
    let read = try Program.run("recognize", copy, "--json").object()
    let gesture = try #require((read["gestures"] as? [[String: Any]])?.first)
    #expect(gesture["truth"] as? String == label)
    #expect(try Program.run("recognize", path, "--report", report).status == 0)
    let page = try String(contentsOfFile: report, encoding: .utf8)
    #expect(page.unicodeScalars.allSatisfy { $0.value >= 32 || $0 == "\n" })
    #expect(page.contains("a&quot;\u{301}\u{FFFD}&lt;b.csv"))
  }

  @Test("too many labels for a confusion matrix are rejected")
  func manyLabels() throws {
    let rows = (0..<5001).map { "name\($0),1\n" }.joined()
    let folder = try TemporaryFolder()
    let weights = try folder.write("label,a\nA,1\nB,2\n", to: "weights.csv")
    let outcome = try Program.run("score", "-", "--weights", weights, input: "label,a\n" + rows)
    #expect(outcome.status == 65)
    #expect(
      outcome.messages.contains("expected at most 5000 labels of vectors and weights, got 5003"))
  }

  @Test("many touches, many recordings: linear time", .timeLimit(.minutes(1)))
  func manyParts() throws {
    let folder = try TemporaryFolder()
    var text = "recording,time_s,touch,accel_x_g,accel_y_g,accel_z_g\n"
    for index in 0..<6000 { text += "\(index / 3),\(Double(index) / 100),\(index % 2),0,0,-1\n" }
    let path = try folder.write(text, to: "in.csv")
    let outcome = try Program.run(
      "convert", path, "--to", "inertial-sensors", "--output", folder.path("out.csv"), "--json")
    #expect(outcome.status == 0)
    #expect(try outcome.object()["recordings"] as? Int == 2000)
    let copy = try String(contentsOfFile: folder.path("out.csv"), encoding: .utf8)
    #expect(copy.split(separator: "\n").count { $0.contains(",1,,,,0.0,0.0,-1.0") } == 3000)
  }
}
