import Foundation
import TestSupport
import Testing

@Suite("inertial train and evaluate")
struct TrainTests {
  private func strokes(_ text: String, writers: ClosedRange<Int>, to folder: TemporaryFolder) throws
  {
    for writer in writers {
      let outcome = try Program.run(
        "simulate", text, "--kind", "strokes", "--writer", "\(writer)",
        "--output", folder.path("writer\(writer).csv"))
      #expect(outcome.status == 0)
    }
  }

  @Test("a trained model recognises letters; damaged or wrong model files are rejected")
  func model() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("model.json")
    let trained = try Program.run(
      "train", "--synthetic", "--writers", "3", "--output", path, "--json"
    ).object()
    #expect((trained["labels"] as? [String])?.count == 26)
    // Three writers draw each letter in one stroke, and print it.
    #expect(trained["examples"] as? Int == 156)

    let stroke = folder.path("v.csv")
    #expect(
      try Program.run("simulate", "V", "--kind", "strokes", "--output", stroke).status == 0)
    let answer = try Program.run("recognize", stroke, "--model", path, "--json").object()
    #expect(answer["text"] as? String == "V")
    #expect(answer["model"] as? String == path)

    let bytes = try Data(contentsOf: URL(filePath: path))
    var altered = bytes
    altered[bytes.count / 2] ^= 1
    let damaged = [
      bytes.prefix(bytes.count / 2), bytes.prefix(10), Data(), altered, Data("text\n".utf8),
    ]
    for (index, contents) in damaged.enumerated() {
      let broken = folder.path("broken\(index).json")
      try contents.write(to: URL(filePath: broken))
      let outcome = try Program.run("recognize", stroke, "--model", broken, "--json")
      #expect(outcome.status == 65)
      #expect(outcome.output.isEmpty)
      #expect(outcome.messages.hasPrefix("Error: \(broken): "), "\(outcome.messages)")
    }
  }

  /// The rows of three motions, and a header.
  private static func motions() throws -> (header: Substring, rows: [[Substring]]) {
    let lines = try Program.run("simulate", "ABC", "--kind", "motion").output.split(separator: "\n")
    return (
      lines[0],
      lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    )
  }

  @Test(
    "the same movements under two labels are refused by every classifier",
    arguments: [
      "nearest-templates", "zone-softmax", "zone-perceptron", "lab", "logistic-regression",
      "gaussian-naive-bayes", "convolution-kernels",
    ])
  func equalMovements(classifier: String) throws {
    let folder = try TemporaryFolder()
    let (header, rows) = try Self.motions()
    let text = ["left", "right"].flatMap { label in
      rows.map { row in
        (["\(row[0])\(label)", label] + row.dropFirst(2).map(String.init)).joined(separator: ",")
      }
    }.joined(separator: "\n")
    let outcome = try Program.run(
      "train", "--dataset", folder.write("\(header)\n\(text)\n", to: "equal.csv"),
      "--classifier", classifier, "--output", folder.path("equal.model"))
    #expect(outcome.status == 65)
    #expect(
      outcome.messages.contains(
        "3 examples with the samples of another example, but another label"))
    #expect(outcome.messages.contains("expected examples that tell the classes apart"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("equal.model")))
  }

  @Test("labelled motions that are all refused: the reason")
  func refusedMotions() throws {
    let folder = try TemporaryFolder()
    let (header, rows) = try Self.motions()
    var seen: Set<Substring> = []
    let first = rows.filter { seen.insert($0[0]).inserted }.map { $0.joined(separator: ",") }
    let outcome = try Program.run(
      "train", "--output", folder.path("a.model"), "--dataset",
      folder.write("\(header)\n\(first.joined(separator: "\n"))\n", to: "short.csv"))
    #expect(outcome.status == 65)
    #expect(outcome.messages.contains("no usable motions of a device to train on, such as"))
    #expect(outcome.messages.contains("a gesture of 1 sample: expected at least"))
  }

  @Test("a data set with the other sign trains the same model by the option that is proposed")
  func otherSign() throws {
    let folder = try TemporaryFolder()
    let (right, turned) = (folder.path("right.csv"), folder.path("turned.csv"))
    #expect(try Program.run("simulate", "ABAB", "--output", right).status == 0)
    let rows = try String(contentsOfFile: right, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let kept = rows[0].indices.filter { !rows[0][$0].hasPrefix("ref_") }
    let text = rows.map { row in
      kept.map { column in
        guard rows[0][column].hasPrefix("accel"), let number = Double(row[column]) else {
          return String(row[column])
        }
        return "\(-number)"
      }.joined(separator: ",")
    }
    try text.joined(separator: "\n").write(toFile: turned, atomically: true, encoding: .utf8)
    var models: [Data] = []
    for (data, options) in [(right, []), (turned, ["--accel-axes", "-x,-y,-z"])] {
      let path = folder.path("sign.model")
      let outcome = try Program.run(
        ["train", "--dataset", data, "--output", path, "--json"] + options)
      #expect(outcome.status == 0, "\(outcome.messages)")
      models.append(try Data(contentsOf: URL(filePath: path)))
    }
    #expect(models[0] == models[1])
  }

  @Test("softmax regression has no random starts")
  func softmax() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("model.json")
    let trained = try Program.run(
      "train", "--synthetic", "--writers", "3", "--classifier", "zone-softmax", "--output", path,
      "--json"
    ).object()
    #expect(trained["perceptron"] == nil)
    #expect(try #require(trained["trainingAccuracy"] as? Double) > 0.95)
    let stroke = folder.path("z.csv")
    #expect(
      try Program.run("simulate", "V", "--kind", "strokes", "--output", stroke).status == 0)
    let answer = try Program.run("recognize", stroke, "--model", path, "--json").object()
    #expect(answer["text"] as? String == "V")
  }

  @Test("letters in the air: trained, recognised, updated; a failed update keeps the model")
  func templates() throws {
    let folder = try TemporaryFolder()
    func write(_ text: String, writer: Int, to name: String) throws -> String {
      let path = folder.path(name)
      let outcome = try Program.run(
        "simulate", text, "--kind", "motion", "--writer", "\(writer)", "--output", path)
      #expect(outcome.status == 0)
      return path
    }
    let letters = try write("LOVE LOVE", writer: 1, to: "letters.csv")
    let first = folder.path("first.json")
    let model = folder.path("model.json")
    let trained = try Program.run("train", "--dataset", letters, "--output", first, "--json")
      .object()
    #expect(trained["classifier"] as? String == "nearest-templates")
    #expect(trained["keptExamples"] as? Int == 8)
    #expect(trained["crossValidatedAccuracy"] as? Double == 1)
    let before = try Data(contentsOf: URL(filePath: first))

    let more = try write("SO", writer: 1, to: "more.csv")
    let read = try Program.run("recognize", letters, "--model", first, "--json").object()
    #expect(read["text"] as? String == "LOVELOVE")
    let updated = try Program.run(
      "train", "--dataset", more, "--update", first, "--output", model, "--json"
    ).object()
    #expect(updated["labels"] as? [String] == ["E", "L", "O", "S", "V"])
    #expect(updated["keptExamples"] as? Int == 10)
    let again = try Program.run("recognize", more, "--model", model, "--json").object()
    #expect(again["text"] as? String == "SO")
    let tested = try Program.run(
      "evaluate", "--dataset", letters, "--model", model, "--json"
    ).object()
    #expect(tested["accuracy"] as? Double == 1)

    let copied = try Program.run(
      "train", "--dataset", letters, "--update", first, "--output", folder.path("copied.json"),
      "--json")
    #expect(try copied.object()["keptExamples"] as? Int == 8)
    #expect(copied.messages.contains("8 examples that \(first) contains"))
    for option in ["--acceptance", "--templates"] {
      let ignored = try Program.run(
        "train", "--dataset", more, "--update", first, "--output", model, option, "1")
      #expect(ignored.status == 64 && ignored.messages.contains(option))
    }

    let refused = try Program.run(
      "train", "--dataset", folder.path("nothing.csv"), "--update", first, "--output", model)
    #expect(refused.status == 66)
    let stroke = folder.path("stroke.csv")
    #expect(
      try Program.run("simulate", "V", "--kind", "strokes", "--output", stroke).status == 0)
    #expect(try Program.run("recognize", stroke, "--model", model).status == 65)
    #expect(try Program.run("train", "--dataset", stroke, "--output", model).status == 65)
    #expect(try Data(contentsOf: URL(filePath: model)) != before)
    #expect(try Program.run("recognize", more, "--model", model).status == 0)
  }

  @Test("equal seeds yield equal model files")
  func repeatable() throws {
    let runs = try (0..<2).map { _ in
      try Program.run(
        "train", "--synthetic", "--writers", "2", "--seed", "9", "--output", "-")
    }
    #expect(runs[0].status == 0)
    #expect(runs[0].bytes == runs[1].bytes)
  }

  @Test("leave-one-user-out: the fields of the answer")
  func evaluation() throws {
    let folder = try TemporaryFolder()
    try strokes("LOVE LOVE", writers: 1...3, to: folder)
    let outcome = try Program.run(
      "evaluate", "--dataset", URL(filePath: folder.path("x")).deletingLastPathComponent().path,
      "--format", "inertial-strokes", "--classifier", "zone-perceptron", "--protocol",
      "leave-one-user-out", "--starts", "10", "--seed", "4", "--json")
    #expect(outcome.status == 0)
    #expect(outcome.messages.isEmpty, "\(outcome.messages)")
    let answer = try outcome.object()
    #expect(answer["total"] as? Int == 24)
    #expect(answer["refused"] as? Int == 0)
    #expect(answer["labels"] as? [String] == ["E", "L", "O", "V"])
    #expect(try #require(answer["accuracy"] as? Double) > 0.5)
    let users = try #require(answer["perUser"] as? [String: [String: Any]])
    #expect(users.count == 3)
    #expect(users.values.allSatisfy { $0["total"] as? Int == 8 })
    let confusion = try #require(answer["confusion"] as? [[Int]])
    #expect(confusion.joined().reduce(0, +) == 24)
    #expect(confusion.indices.reduce(0) { $0 + confusion[$1][$1] } == answer["correct"] as? Int)
  }

  @Test(
    "options that the classifier does not use are errors that name it",
    arguments: [
      (["--zones", "4x4", "--smoothing", "bezier"], "--zones, --smoothing"),
      (["--starts", "5"], "--starts"),
      (["--classifier", "zone-softmax", "--epochs", "7"], "--epochs"),
      (["--classifier", "zone-perceptron", "--templates", "3"], "--templates"),
    ])
  func unusedOptions(options: [String], names: String) throws {
    let folder = try TemporaryFolder()
    try strokes("LO", writers: 1...1, to: folder)
    let data = folder.path("writer1.csv")
    for command in [
      ["train", "--output", folder.path("m"), "--dataset", data], ["evaluate", "--dataset", data],
      ["train", "--output", folder.path("m"), "--synthetic", "--writers", "1"],
    ] {
      let outcome = try Program.run(command + options)
      #expect(outcome.status == 64)
      let classifier = options[0] == "--classifier" ? options[1] : "stroke-network, the default"
      #expect(
        outcome.messages.contains(
          "\(names): expected a --classifier that uses it, got \(classifier)"))
    }
  }

  @Test(
    "wrong usage: status 64",
    arguments: [
      ["train", "--output", "m"], ["train", "--synthetic", "--dataset", "x", "--output", "m"],
      ["train", "--synthetic", "--output", "-", "--json"], ["evaluate", "--json"],
      ["evaluate", "--dataset", "x", "--protocol", "train-test"],
      ["evaluate", "--dataset", "x", "--stabilizer", "hope"],
      ["evaluate", "--dataset", "x", "--classifier", "oracle"],
    ])
  func usage(arguments: [String]) throws {
    let outcome = try Program.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
  }

  @Test("leave-one-user-out with a single user: status 65")
  func tooFewUsers() throws {
    let folder = try TemporaryFolder()
    try strokes("LOVE", writers: 1...1, to: folder)
    let outcome = try Program.run("evaluate", "--dataset", folder.path("writer1.csv"), "--json")
    #expect(outcome.status == 65)
    #expect(outcome.messages.contains("1 user"))
    #expect(outcome.messages.contains("writer1.csv") && outcome.messages.contains("--protocol"))
  }

  @Test(
    "the built-in model on recorded letters in the air of unseen writers",
    .needsRecordings)
  func builtIn() throws {
    // One writer, as a debug build is slow.
    let path = try #require(Locations.recordings).appending(path: "air-letters/user4.csv").path
    let answer = try Program.run(
      "evaluate", "--dataset", path, "--built-in", "--among-present-letters", "--json"
    ).object()
    // Measured: 0.99.
    #expect(try #require(answer["accuracy"] as? Double) >= 0.98)
    #expect((answer["labels"] as? [String])?.count == 10)
  }
}
