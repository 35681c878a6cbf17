import Foundation
import Testing

@Suite("inertial collect")
struct CollectTests {
  /// Pushes of 0.5 s between stationary phases, as raw samples or as device motion.
  private func recording(gestures: Int, raw: Bool) -> String {
    let attitude = raw ? "" : "1,0,0,0,"
    var text =
      "time_s,\(raw ? "" : "qw,qx,qy,qz,")gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,"
      + (raw
        ? "accel_x_g,accel_y_g,accel_z_g\n" : "user_accel_x_g,user_accel_y_g,user_accel_z_g\n")
    for index in 0..<(gestures * 150 + 100) {
      let place = index % 150
      let isMoving = place >= 100 && index < gestures * 150
      let push = isMoving ? 0.6 * sin(2 * .pi * Double(place - 100) / 25) : 0
      let turn = isMoving ? 1.5 * cos(2 * .pi * Double(place - 100) / 25) : 0
      text += "\(Double(index) / 100),\(attitude)0,0,\(turn),\(push),0,\(raw ? -1 : 0)\n"
    }
    return text
  }

  private func counts(_ outcome: Program.Outcome) throws -> [String: Int] {
    try #require(try outcome.object()["counts"] as? [String: Int])
  }

  @Test("examples are appended to a file that other subcommands accept")
  func append() throws {
    let folder = try TemporaryFolder()
    let set = folder.path("set.csv")
    let motion = recording(gestures: 1, raw: false)
    let first = try Program.run(
      "collect", "--label", "A", "--user", "me", "--dataset", set, "--json", input: motion)
    #expect(first.status == 0)
    #expect(try counts(first) == ["A": 1])
    let second = try Program.run(
      "collect", folder.write(motion, to: "in.csv"), "--label", "B", "--dataset", set, "--json")
    #expect(try counts(second) == ["A": 1, "B": 1])
    // A file keeps no spaces around a label: with them, it is the same example.
    let spaced = try Program.run(
      "collect", folder.write(motion, to: "in.csv"), "--label", " B ", "--dataset", set, "--json")
    #expect(try counts(spaced) == ["A": 1, "B": 1])
    // Labelled examples keep their label and writer.
    let other = folder.path("other.csv")
    let copied = try Program.run("collect", set, "--dataset", other, "--json")
    #expect(try counts(copied) == ["A": 1, "B": 1])
    let text = try String(contentsOfFile: other, encoding: .utf8)
    #expect(text == (try String(contentsOfFile: set, encoding: .utf8)))
    #expect(text.contains("0,A,me,"))
    #expect(copied.messages.isEmpty)
    // A label for all is said when it replaces others.
    let renamed = try Program.run(
      "collect", set, "--label", "C", "--dataset", folder.path("renamed.csv"), "--json")
    // Both are the same motion.
    #expect(try counts(renamed) == ["C": 1])
    #expect(renamed.messages.contains("--label C replaces the labels of the recordings: A, B"))
  }

  @Test("a recording is cut at stationary phases")
  func atRest() throws {
    let folder = try TemporaryFolder()
    let set = folder.path("set.csv")
    let outcome = try Program.run(
      "collect", "--label", "A", "--at-rest", "--dataset", set, "--json",
      input: recording(gestures: 3, raw: false))
    #expect(outcome.status == 0)
    #expect(try counts(outcome) == ["A": 3])
    let rows = try String(contentsOfFile: set, encoding: .utf8).split(separator: "\n").count - 1
    // 0.5 s each, and part of the stationary phase before.
    #expect((3 * 50...3 * 70).contains(rows), "\(rows)")
  }

  @Test("a live source is cut at stationary phases")
  func live() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run(
      "collect", "--live", "--label", "push", "--dataset", folder.path("set.csv"), "--json",
      input: recording(gestures: 2, raw: true))
    #expect(outcome.status == 0)
    #expect(try counts(outcome) == ["push": 2])
    #expect(outcome.messages.contains("2 added"))
  }

  /// The raw samples of a text, without the touch of the source.
  private func withoutTouch(_ text: String) throws -> String {
    let lines = try Program.run("simulate", text, "--writer", "3").output.split(separator: "\n")
    let names = try #require(lines.first?.split(separator: ","))
    let touch = try #require(names.firstIndex(of: "touch"))
    return lines.map { line in
      var cells = line.split(separator: ",", omittingEmptySubsequences: false)
      cells.remove(at: touch)
      return cells.joined(separator: ",") + "\n"
    }.joined()
  }

  @Test("letters of a source without a touch: movements between them are no examples")
  func lettersWithoutTouch() throws {
    let folder = try TemporaryFolder()
    let set = folder.path("set.csv")
    let outcome = try Program.run(
      "collect", "--live", "--labels", "L,S,Z", "--count", "3", "--dataset", set, "--json",
      input: try withoutTouch("LLLSSSZZZ"))
    #expect(outcome.status == 0)
    #expect(try counts(outcome) == ["L": 3, "S": 3, "Z": 3])
    let read = try Program.run("recognize", set, "--json").object()
    #expect(read["correct"] as? Int == 9)
    // Another letter than the one that is asked for is not added, and said.
    let wrong = try Program.run(
      "collect", "--live", "--labels", "O", "--dataset", folder.path("other.csv"), "--json",
      input: try withoutTouch("LS"))
    #expect(try wrong.object()["added"] as? Int == 0)
    #expect(try wrong.object()["refused"] as? Int == 2)
    #expect(wrong.messages.contains("the movement resembles L, not O: not added"))
  }

  @Test("a live source with a plan: labels in order, and no more than asked for")
  func plan() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run(
      "collect", "--live", "--labels", "one, two", "--count", "2", "--user", "me", "--dataset",
      folder.path("set.csv"), "--json", input: recording(gestures: 5, raw: true))
    #expect(outcome.status == 0)
    #expect(try counts(outcome) == ["one": 2, "two": 2])
    let prompts = outcome.messages.split(separator: "\n").filter { $0.hasPrefix("Next: ") }
    #expect(
      prompts == [
        "Next: one, 1 of 2", "Next: one, 2 of 2", "Next: two, 1 of 2", "Next: two, 2 of 2",
      ])
    #expect(outcome.messages.contains("All examples are collected"))
  }

  @Test("a live source with an accelerometer only")
  func accelerometerOnly() throws {
    let folder = try TemporaryFolder()
    let lines = recording(gestures: 2, raw: true).split(separator: "\n").map { line in
      let cells = line.split(separator: ",")
      return ([cells[0]] + cells.suffix(3)).joined(separator: ",")
    }
    let set = folder.path("set.csv")
    let outcome = try Program.run(
      "collect", "--live", "--label", "A", "--dataset", set, "--json",
      input: lines.joined(separator: "\n") + "\n")
    #expect(outcome.status == 0)
    #expect(try counts(outcome) == ["A": 2])
    #expect(outcome.messages.contains("no gyroscope"))
    let recorded = try Program.run(
      "collect", "--label", "B", "--dataset", set, "--json",
      input: lines.joined(separator: "\n") + "\n")
    #expect(try counts(recorded) == ["A": 2, "B": 1])
  }

  @Test("a live source is cut at touch and release")
  func touch() throws {
    let folder = try TemporaryFolder()
    let letters = try Program.run("simulate", "LOI").output
    let outcome = try Program.run(
      "collect", "--live", "--labels", "L,O,I", "--count", "1", "--dataset",
      folder.path("set.csv"), "--json", input: letters)
    #expect(outcome.status == 0)
    #expect(try counts(outcome) == ["L": 1, "O": 1, "I": 1])
    let read = try Program.run("recognize", folder.path("set.csv"), "--json").object()
    #expect(read["text"] as? String == "LOI")
  }

  /// Three samples held, two not, over and over.
  private func held(_ times: Int, header: String = "time,a,b,touch\n") -> String {
    header
      + (0..<5 * times).map { "\(Double($0) / 10),\($0),\(-$0),\($0 % 5 < 3 ? 1 : 0)\n" }.joined()
  }

  @Test("series of any sensor: by hold, by rest, in a file that train accepts")
  func series() throws {
    let folder = try TemporaryFolder()
    let set = folder.path("set.csv")
    let byHold = try Program.run(
      "collect", "--live", "--series", "--labels", "up,down", "--count", "2", "--dataset", set,
      "--json", input: held(4))
    #expect(byHold.status == 0)
    #expect(try counts(byHold) == ["up": 2, "down": 2])
    let text = try String(contentsOfFile: set, encoding: .utf8)
    #expect(text.hasPrefix("series,label,user,time,x0,x1\n0,up,,0"))
    #expect(text.split(separator: "\n").count == 13)
    let trained = try Program.run(
      "train", "--dataset", set, "--classifier", "gaussian-naive-bayes", "--output",
      folder.path("model"))
    #expect(trained.status == 0)
    // Without a header the rule says that the last column is the touch.
    let named = try Program.run(
      "collect", "--live", "--series", "--label", "up", "--segment", "touch", "--dataset", set,
      "--json", input: held(1, header: ""))
    #expect(try counts(named) == ["up": 3, "down": 2])
    let atRest = try Program.run(
      "collect", "--live", "--series", "--label", "x", "--segment", "rest=0.5/0.2", "--dataset",
      folder.path("rest.csv"), "--json",
      input: (0..<40).map { "\(Double($0) / 10),\($0 % 20 < 10 ? 1 : 0)\n" }.joined())
    #expect(try counts(atRest) == ["x": 2])
  }

  @Test("bad series: the line and what was expected; complete examples are kept")
  func badSeries() throws {
    let folder = try TemporaryFolder()
    let set = folder.path("set.csv")
    let arguments = [
      "collect", "--live", "--series", "--label", "A", "--dataset", set, "--json",
    ]
    for bad in ["9,1\n", "9,x,1,1\n", "9,nan,1,1\n", "0,1,1,1\n"] {
      try? FileManager.default.removeItem(atPath: set)
      let outcome = try Program.run(arguments, input: held(1) + bad)
      #expect(outcome.status == 65, "\(bad)")
      #expect(
        outcome.messages.contains(
          "standard input:7: expected a time, 2 components and 1 or 0 for touching"))
      #expect(FileManager.default.fileExists(atPath: set))
      let skipped = try Program.run(arguments + ["--skip-bad-samples"], input: held(1) + bad)
      #expect(skipped.status == 0 && skipped.messages.contains("1 bad line skipped"))
    }
    let noTouch = try Program.run(arguments, input: "time,a\n0,1\n1,2\n")
    #expect(noTouch.status == 65 && noTouch.messages.contains("--segment RULE"))
    let empty = try Program.run(arguments, input: "")
    #expect(empty.status == 0)
    let other = try Program.run(
      arguments, input: "time,a,touch\n0,1,1\n1,2,0\n")
    #expect(other.status == 65 && other.messages.contains(set))
  }

  @Test(
    "on a terminal: prompts, pictures, undo by a key; the terminal's modes are restored",
    .enabled(if: Terminal.isAvailable, "needs script(1)"))
  func keys() throws {
    let folder = try TemporaryFolder()
    let source = try folder.write(recording(gestures: 2, raw: true), to: "two.csv")
    let set = folder.path("set.csv")
    // The replay of 4 s takes 2 s.
    let terminal = try Terminal(
      "collect", "--live", "--replay", source, "--speed", "2", "--labels", "a,b", "--count", "1",
      "--dataset", set, then: "stty -a")
    try terminal.wait(for: "1 added")
    terminal.type("u")
    let output = try terminal.finish()
    #expect(output.contains("Next: a, 1 of 1  (u: undo, n: next label, q: end)"))
    #expect(output.contains("a: the last example is removed"))
    #expect(output.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
    #expect(output.contains(" icanon") && output.contains(" echo "))
    // Undone before the second gesture or after it: one example remains.
    let text = try String(contentsOfFile: set, encoding: .utf8)
    #expect(text.contains("0,a,") && !text.contains("1,b,"))
  }

  @Test(
    "on a terminal without labels: the label is typed",
    .enabled(if: Terminal.isAvailable, "needs script(1)"))
  func typedLabel() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let set = folder.path("set.csv")
    let terminal = try Terminal("collect", "--live", pipe, "--dataset", set, then: "stty -a")
    let source = try #require(FileHandle(forWritingAtPath: pipe))
    try terminal.wait(for: "Label: ")
    terminal.type("wavx\u{7F}e\n")
    try terminal.wait(for: "Next: wave")
    try source.write(contentsOf: Data(recording(gestures: 1, raw: true).utf8))
    try source.close()
    let output = try terminal.finish()
    #expect(output.contains("1 added") && output.contains(" icanon"))
    #expect(try String(contentsOfFile: set, encoding: .utf8).contains("0,wave,"))
  }

  @Test("--keep-startup keeps the start-up transient of raw samples")
  func keepStartup() throws {
    let folder = try TemporaryFolder()
    var lines = recording(gestures: 1, raw: true).split(separator: "\n").map(String.init)
    func dataset(_ options: String...) throws -> String {
      let path = folder.path(UUID().uuidString + ".csv")
      let outcome = try Program.run(
        ["collect", "--label", "A", "--dataset", path] + options,
        input: lines.joined(separator: "\n") + "\n")
      #expect(outcome.status == 0)
      return try String(contentsOfFile: path, encoding: .utf8)
    }
    // Samples without a start-up transient are all kept.
    #expect(try dataset() == dataset("--keep-startup"))
    for row in 1...30 {
      lines[row] = "\(Double(row - 1) / 100),0,0,0,0,0,\(-Double(row - 1) / 30)"
    }
    let kept = try dataset("--keep-startup").split(separator: "\n")
    let settled = try dataset().split(separator: "\n")
    #expect((20...30).contains(kept.count - settled.count))
    for rows in [kept, settled] { #expect(rows.last?.hasPrefix("0,A,,2.49,") == true) }
  }

  @Test("invalid examples: the reason is printed, and the data set is unchanged")
  func errors() throws {
    let folder = try TemporaryFolder()
    let set = folder.path("set.csv")
    let motion = recording(gestures: 1, raw: false)
    let unlabeled = try Program.run("collect", "--dataset", set, input: motion)
    #expect(unlabeled.status == 65)
    #expect(unlabeled.messages.contains("--label"))
    #expect(!FileManager.default.fileExists(atPath: set))
    let short = try Program.run(
      "collect", "--label", "A", "--minimum-duration", "10", "--dataset", set, "--json",
      input: motion)
    #expect(short.status == 0)
    #expect(try short.object()["refused"] as? Int == 1)
    #expect(!FileManager.default.fileExists(atPath: set))
    let raw = try folder.write(recording(gestures: 1, raw: true), to: "raw.csv")
    let wrong = try Program.run("collect", "--label", "A", "--dataset", raw, input: motion)
    #expect(wrong.status == 65)
    for arguments in [
      ["--dataset", "-", "--label", "A"], ["--dataset", set, "--label", ""],
      ["--dataset", set, "--label", "  "],
      ["--dataset", set, "--live"], ["--dataset", set, "--label", "A", "--iio"],
      ["--dataset", set, "--label", "A", "--minimum-duration", "-1"],
      ["--dataset", set, "--labels", "A,B"], ["--dataset", set, "--label", "A", "--count", "2"],
      ["--dataset", set, "--live", "--labels", "A,,B"],
      ["--dataset", set, "--live", "--labels", "A,A"],
      ["--dataset", set, "--live", "--labels", "A", "--label", "A"],
      ["--dataset", set, "--live", "--labels", "A", "--count", "0"],
      ["--dataset", set, "--live", "--label", "A", "--segment", "touch"],
      ["--dataset", set, "--live", "--label", "A", "--series", "--iio"],
      ["--dataset", set, "--live", "--label", "A", "--series", "--segment", "window=0/1"],
    ] {
      #expect(try Program.run(["collect"] + arguments, input: motion).status == 64)
    }
  }
}
