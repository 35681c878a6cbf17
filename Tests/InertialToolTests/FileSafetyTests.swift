import Foundation
import TestSupport
import Testing

/// Files that the program changes while others read or write them.
@Suite("Safety of files")
struct FileSafetyTests {
  @Test("no output option replaces an input, also by a link or within a folder")
  func outputOverInput() throws {
    let folder = try TemporaryFolder()
    let letters = folder.path("set/letters.csv")
    try FileManager.default.createDirectory(
      atPath: folder.path("set"), withIntermediateDirectories: true)
    #expect(
      try Program.run("simulate", "AB", "--kind", "motion", "--output", letters).status == 0)
    let sensors = folder.path("sensors.csv")
    #expect(try Program.run("simulate", "A", "--output", sensors).status == 0)
    let model = folder.path("letters.model")
    #expect(
      try Program.run(
        "train", "--dataset", letters, "--classifier", "zone-softmax", "--output", model
      ).status == 0)
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: letters)
    let set = folder.path("set")
    let lines: [[String]] = [
      ["train", "--dataset", letters, "--output", letters],
      ["train", "--dataset", letters, "--output", link],
      ["train", "--dataset", set, "--output", letters],
      ["train", "--dataset", letters, "--update", model, "--output", model],
      ["recognize", letters, "--report", letters],
      ["recognize", sensors, letters, "--report", link],
      ["recognize", sensors, "--model", model, "--report", model],
      ["evaluate", "--dataset", letters, "--report", letters],
      ["evaluate", "--dataset", letters, "--model", model, "--report", model],
      [
        "evaluate", "--protocol", "train-test", "--dataset", sensors, "--training", letters,
        "--report", letters,
      ],
      ["orientation", sensors, "--output", sensors],
      ["orientation", sensors, "--report", sensors],
      ["orientation", sensors, "--measurements", letters, "--output", link],
      ["track", sensors, "--output", sensors],
      ["track", sensors, "--report", sensors],
      ["track", sensors, "--measurements", letters, "--output", link],
      ["track", sensors, "--measurements", letters, "--report", letters],
      ["convert", letters, "--to", "inertial-motion", "--output", link],
      ["demo", "--model", model, "--report", model],
      ["collect", letters, "--dataset", letters],
      ["collect", letters, "--dataset", link],
    ]
    let files = [letters, sensors, model]
    let before = try files.map { try Data(contentsOf: URL(filePath: $0)) }
    for line in lines {
      let outcome = try Program.run(line)
      #expect(outcome.status == 64, "\(line)")
      #expect(outcome.messages.contains("expected a file other than the input"), "\(line)")
      #expect(try files.map { try Data(contentsOf: URL(filePath: $0)) } == before, "\(line)")
    }
    let both = try Program.run(
      "track", sensors, "--output", folder.path("x"), "--report", folder.path("set/../x"))
    #expect(both.status == 64)
    #expect(both.messages.contains("expected a file other than that of --output"))
  }

  @Test("ten collections at once: every example is in the data set")
  func concurrentCollections() throws {
    let folder = try TemporaryFolder()
    let set = folder.path("set.csv")
    let processes = try (0..<10).map { index in
      let letters = folder.path("\(index).csv")
      let simulated = try Program.run(
        "simulate", "ABCD", "--kind", "strokes", "--writer", "\(index)", "--output", letters)
      #expect(simulated.status == 0)
      let process = Program.process(["collect", letters, "--dataset", set, "--user", "\(index)"])
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      return process
    }
    for process in processes { try process.run() }
    for process in processes {
      #expect(process.endStatus() == 0)
    }
    // One more adds nothing: its examples are duplicates.
    let last = try Program.run(
      "collect", folder.path("0.csv"), "--dataset", set, "--json"
    ).object()
    #expect(last["added"] as? Int == 0)
    #expect(last["duplicates"] as? Int == 4)
    #expect(last["counts"] as? [String: Int] == ["A": 10, "B": 10, "C": 10, "D": 10])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("")).allSatisfy {
        $0.hasSuffix(".csv")
      })
  }

  @Test("letters collected twice from raw samples are in the data set once")
  func repeatedMotion() throws {
    let folder = try TemporaryFolder()
    let letters = folder.path("letters.csv")
    #expect(try Program.run("simulate", "HI", "--output", letters).status == 0)
    let line = ["collect", letters, "--dataset", folder.path("set.csv"), "--json"]
    #expect(try Program.run(line).object()["added"] as? Int == 2)
    let again = try Program.run(line).object()
    #expect(again["added"] as? Int == 0 && again["duplicates"] as? Int == 2)
    #expect(again["total"] as? Int == 2)
  }

  @Test("a data set with repeated examples is trained and tested without them")
  func duplicates() throws {
    let folder = try TemporaryFolder()
    let letters = folder.path("letters.csv")
    #expect(
      try Program.run("simulate", "AABB", "--kind", "motion", "--output", letters).status == 0)
    let set = folder.path("set.csv")
    for _ in 0..<2 {
      #expect(
        try Program.run("collect", letters, "--dataset", set, "--keep-duplicates").status == 0)
    }
    let model = folder.path("m.model")
    let outcome = try Program.run("train", "--dataset", set, "--output", model, "--json")
    #expect(outcome.messages.contains("4 duplicates left out; --keep-duplicates keeps them"))
    #expect(try outcome.object()["examples"] as? Int == 4)
    let kept = try Program.run(
      "train", "--dataset", set, "--keep-duplicates", "--output", model, "--json")
    #expect(try kept.object()["examples"] as? Int == 8)
  }

  @Test("the accuracy of a training is stated with the number of tested examples")
  func singles() throws {
    let folder = try TemporaryFolder()
    let letters = folder.path("letters.csv")
    #expect(
      try Program.run("simulate", "AABBCDE", "--kind", "motion", "--output", letters).status == 0)
    let outcome = try Program.run(
      "train", "--dataset", letters, "--output", folder.path("m.model"))
    #expect(outcome.output.contains(" on 4 of 7 examples"), "\(outcome.output)")
  }

  @Test(
    "one bad input of several: an error, status 65, and the answers of the others",
    arguments: ["recognize", "orientation", "track"])
  func batch(command: String) throws {
    let folder = try TemporaryFolder()
    let good = [folder.path("a.csv"), folder.path("c.csv")]
    for path in good {
      #expect(try Program.run("simulate", "L", "--output", path).status == 0)
    }
    let bad = try folder.write("something,else\n1,2\n", to: "b.csv")
    let outcome = try Program.run(command, good[0], bad, folder.path("none"), good[1], "--json")
    #expect(outcome.status == 65)
    #expect(outcome.messages.contains("b.csv"))
    #expect(outcome.messages.contains("none: no such file"))
    #expect(outcome.messages.contains("2 of 4 inputs failed"))
    let answer = try outcome.object()
    let parts = (answer["files"] ?? answer["gestures"]) as? [Any]
    #expect(parts?.count == 2)
    let none = try Program.run(command, bad, folder.path("none"), "--json")
    #expect(none.status == 65)
    #expect(none.output.isEmpty)
    // Inputs that fail alike keep the status of their error.
    #expect(try Program.run(command, folder.path("none")).status == 66)
    #expect(try Program.run(command, folder.path("none"), folder.path("no")).status == 66)
    #expect(try Program.run(command, good[0], folder.path("none")).status == 66)
  }

  @Test(
    "one bad file in a folder: the answers of the others, as of its files one by one",
    arguments: ["recognize", "orientation", "track"])
  func folder(command: String) throws {
    let folder = try TemporaryFolder()
    let set = folder.path("set")
    try FileManager.default.createDirectory(atPath: set, withIntermediateDirectories: false)
    for name in ["a", "c"] {
      #expect(try Program.run("simulate", "L", "--output", "\(set)/\(name).csv").status == 0)
    }
    let whole = try Program.run(command, set, "--json")
    #expect(whole.status == 0)
    _ = try folder.write("something,else\n1,2\n", to: "set/b.csv")
    let outcome = try Program.run(command, set, "--json")
    #expect(outcome.status == 65)
    #expect(outcome.messages.contains("set/b.csv:1: unknown format"))
    #expect(outcome.messages.contains("1 of 3 inputs failed"))
    #expect(outcome.output == whole.output)
  }

  @Test("standard input for two inputs is wrong usage")
  func standardInputTwice() throws {
    let outcome = try Program.run("track", "-", "--measurements", "-", input: "")
    #expect(outcome.status == 64)
    #expect(outcome.messages.contains("standard input, -, for one input only"))
  }

  @Test("a demo without a writable folder shows its answer, then the error")
  func demo() throws {
    let outcome = try Program.run("demo", "--report", "/none/report.html")
    #expect(outcome.status == 73)
    #expect(outcome.output.contains("Read: AMAZING"))
    #expect(!outcome.output.contains("Report:"))
  }

  @Test("labels with control characters are escaped in answers")
  func escapes() throws {
    let folder = try TemporaryFolder()
    let strokes =
      "label,time_s,x,y\n"
      + (0..<30).map { "A\u{1B}[2J\u{202E},\($0),\($0),\($0 % 7)\n" }.joined()
    let path = try folder.write(strokes, to: "in.csv")
    let outcome = try Program.run("collect", path, "--dataset", folder.path("set.csv"))
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("A\\u{1b}[2J\\u{202e} 1"))
    #expect(!outcome.output.unicodeScalars.contains("\u{1B}"))
  }

  @Test(
    "help to a full device is an error",
    .enabled(if: access("/dev/full", W_OK) == 0, "needs /dev/full"))
  func helpToFullDevice() throws {
    for arguments in [["--help"], ["help", "train"], ["--version"]] {
      let process = Program.process(arguments)
      process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
      process.standardError = FileHandle.nullDevice
      try process.run()
      #expect(process.endStatus() == 74, "\(arguments)")
    }
    #expect(try Program.run("help", "nothing").status == 64)
  }

  @Test("a magnetometer alone has no orientation")
  func magnetometerAlone() throws {
    let outcome = try Program.run(
      "orientation", "-",
      input: (0..<9).map { "{\"time_s\":0.0\($0),\"mag_uT\":[20,0,-40]}\n" }.joined())
    #expect(outcome.status == 65)
    #expect(outcome.messages.contains("expected a gyroscope or an accelerometer"))
  }
}
