import Foundation
import TestSupport
import Testing

@Suite("inertial features, weights and the lab's log")
struct FeaturesTests {
  /// A diagonal of 200 points in four equal steps, written as the lab's app writes no file.
  private let diagonal = """
    recording,label,user,time_s,x,y
    1,N,me,0,10,20
    1,N,me,0.1,60,70
    1,N,me,0.2,110,120
    1,N,me,0.3,160,170
    1,N,me,0.4,210,220

    """

  @Test("features of a diagonal: half of the time and way in the middle zone")
  func diagonalStroke() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(diagonal, to: "n.csv")
    let answer = try Program.run("features", path, "--json").object()
    let gesture = try #require((answer["gestures"] as? [[String: Any]])?.first)
    #expect(gesture["size"] as? Double == 200)
    #expect(gesture["clippedSize"] as? Double == 200)
    // Midpoints at 1/8, 3/8, 5/8 and 7/8: one segment in the corners, two in the middle.
    var expected = [Double](repeating: 0, count: 28)
    for (zone, share) in [(0, 0.25), (4, 0.5), (8, 0.25)] {
      for index in 0..<3 { expected[3 * zone + index] = share }
    }
    expected[27] = 1
    #expect(difference(try #require(gesture["features"] as? [Double]), expected) < 1e-12)
    #expect((gesture["rescaled"] as? [[Double]])?.map { $0[1] } == [0, 0.25, 0.5, 0.75, 1])

    let log = try Program.run("features", path, "--style", "log")
    #expect(log.output.hasPrefix("('N', [+0.25000, +0.25000, +0.25000, +0.00000, "))
    #expect(log.output.hasSuffix("+0.25000, 1.0]),\n"))
    let details = try Program.run("features", path, "--style", "details", "--min-size", "400")
    #expect(details.output.contains("size 200.00000, clipped 400.00000, 5 rescaled samples"))
    let grid = try Program.run("features", path, "--zones", "4x2", "--json").object()
    #expect((grid["names"] as? [String])?.count == 25)
    let separate = try Program.run("features", path, "--scaling", "separate", "--json")
    #expect(separate.status == 0)
    // Four segments of a straight line become 14: two straight ends and three curves of four.
    let smooth = try Program.run("features", path, "--smoothing", "bezier", "--json").object()
    let curve = try #require((smooth["gestures"] as? [[String: Any]])?.first)
    #expect((curve["rescaled"] as? [[Double]])?.count == 15)
    let model = folder.path("smooth.model")
    let letters = folder.path("letters.csv")
    #expect(
      try Program.run("simulate", "ABAB", "--kind", "strokes", "--output", letters).status == 0)
    let options = ["--classifier", "lab", "--starts", "1", "--smoothing", "bezier"]
    #expect(
      try Program.run(["train", "--dataset", letters, "--output", model] + options).status == 0)
    #expect(try Data(contentsOf: URL(filePath: model)).range(of: Data("bezier".utf8)) != nil)
    #expect(
      try Program.run("recognize", letters, "--model", model, "--json").object()["text"] as? String
        == "ABAB")
  }

  @Test("a gesture without features is a warning, and none at all an error")
  func rejections() throws {
    let folder = try TemporaryFolder()
    let dot = "2,O,me,0,5,5\n"
    let some = try Program.run(
      "features", folder.write(diagonal + dot, to: "some.csv"), "--json")
    #expect(some.status == 0)
    #expect(try some.object()["refused"] as? Int == 1)
    #expect(some.messages.contains("expected at least 2"))
    let none = try Program.run(
      "features", folder.write("recording,label,user,time_s,x,y\n" + dot, to: "none.csv"))
    #expect(none.status == 65)
  }

  @Test("table, log and arrays of weights give the same model and labels")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let strokes = folder.path("strokes.csv")
    #expect(
      try Program.run(
        "simulate", "LOVELOVELOVE", "--kind", "strokes", "--output", strokes
      ).status == 0)
    let (table, log) = (folder.path("table.csv"), folder.path("log.txt"))
    #expect(try Program.run("features", strokes, "--output", table).status == 0)
    #expect(try Program.run("features", strokes, "--style", "log", "-o", log).status == 0)

    // The lab's way: a model, its weights as source to paste, and a model of those.
    let model = folder.path("lab.model")
    let source = try Program.run(
      "train", "--dataset", log, "--classifier", "lab", "--starts", "20", "--output", model,
      "--print", "swift")
    #expect(source.status == 0, "\(source.messages)")
    #expect(source.output.contains("let N_LABELS = 4\nlet N_FEATURES = 28\n"))
    #expect(source.output.contains(#"let labels = ["E", "L", "O", "V", "?"]"#))
    let weights = try folder.write(source.output, to: "weights.swift")
    let pasted = folder.path("pasted.model")
    #expect(
      try Program.run("train", "--weights", weights, "--output", pasted, "--json").object()[
        "labels"] as? [String] == ["E", "L", "O", "V"])
    for vectors in [table, log] {
      let scored = try Program.run("score", vectors, "--model", pasted, "--json").object()
      #expect(scored["accuracy"] as? Double == 1)
      let direct = try Program.run("score", vectors, "--weights", weights, "--json").object()
      #expect(direct["predictions"] as? [String] == scored["predictions"] as? [String])
    }
    let read = try Program.run("recognize", strokes, "--model", pasted, "--json").object()
    #expect(read["text"] as? String == "LOVELOVELOVE")
  }

  @Test("columns of zone features are matched by name by a model and in training")
  func columnOrder() throws {
    let folder = try TemporaryFolder()
    let strokes = folder.path("strokes.csv")
    #expect(
      try Program.run("simulate", "LOVELOVE", "--kind", "strokes", "--output", strokes).status == 0)
    let table = folder.path("table.csv")
    #expect(try Program.run("features", strokes, "--output", table).status == 0)
    let rows = try String(contentsOfFile: table, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: ",").reversed().joined(separator: ",") + "\n"
    }
    #expect(rows[0].hasPrefix("bias,dy8,"))
    let reversed = try folder.write(rows.joined(), to: "reversed.csv")
    let scores = try [table, reversed].map { try Program.run("score", $0, "--json").output }
    #expect(scores[0].contains("predictions") && scores[0] == scores[1])
    let options = ["--classifier", "lab", "--starts", "1", "--print", "swift", "--output"]
    let weights = try [table, reversed].map {
      try Program.run(["train", "--dataset", $0] + options + [folder.path("a.model")]).output
    }
    #expect(weights[0].contains("let weights") && weights[0] == weights[1])
  }

  @Test(
    "the lab's weights as a model: 423 of the lab's 457 vectors",
    .needsRecordings)
  func labWeights() throws {
    let data = try #require(Locations.recordings).appending(path: "lab-letters").path
    let folder = try TemporaryFolder()
    let model = folder.path("lab.model")
    let made = try Program.run("train", "--weights", data + "/weights.csv", "--output", model)
    #expect(made.status == 0)
    #expect(made.output == "26 labels: \(model)\n")
    let scored = try Program.run("score", data + "/vectors.csv", "--model", model, "--json")
    #expect(try scored.object()["correct"] as? Int == 423)

    // The same labels by `score` and by `recognize`, where strokes exist.
    let strokes = folder.path("strokes.csv")
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    #expect(
      try Program.run("simulate", alphabet, "--kind", "strokes", "--output", strokes).status == 0)
    let vectors = folder.path("vectors.csv")
    #expect(try Program.run("features", strokes, "--output", vectors).status == 0)
    let predictions =
      try Program.run("score", vectors, "--model", model, "--json")
      .object()["predictions"] as? [String]
    let read = try Program.run("recognize", strokes, "--model", model, "--json").object()
    #expect(read["text"] as? String == predictions?.joined())
  }

  @Test(
    "malformed logs and weights: status 65 and the place",
    arguments: [
      ("('A', [1, 2, x]),\n", "log.txt:1: expected a number such as -0.25, got 'x]),'"),
      ("('A', [1, 2]),\n('B', [1]),\n", "log.txt:2: expected 2 components"),
      ("('A', [1, 2)", "log.txt:1: expected ','"),
      ("('', [1, 2, 3, 1]),\n('A', [1, 2, 3, 1]),\n", "vector 1 has no label"),
      ("('', [1, 2, 3, 1]),\n", "got vectors without labels"),
      ("('A', [1, 2, 3, 1]),\n", "expected 28 features per vector, got 4"),
    ])
  func malformedLog(text: String, message: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run(
      "train", "--dataset", folder.write(text, to: "log.txt"), "--classifier", "lab", "-o",
      folder.path("model"))
    #expect(outcome.status == 65)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }

  @Test(
    "malformed weights: status 65",
    arguments: [
      ("weights = [[1, 2, 3, 4], [1, 2]]\nlabels = ['A', 'B']\n", "in the first row, got 2"),
      ("weights = [[1, 2, 3, 4], [1, 2, 3, 4]]\nlabels = ['A']\n", "per row of 'weights', got 1"),
      ("weights = [[1, 2, 3, 4], [1, 2, 3, nan]]\nlabels = ['A', 'B']\n", "finite weights"),
      ("weights = [[1, 2], [3, 4]]\nlabels = ['A', 'B']\n", "expected 28 weights per class"),
      ("weights = [[1, 2, 3, 4], [1, 2, 3, 4]]\nlabels = ['A', 'A']\n", "the same name"),
      ("label,x\nA,1\nB,2\n", "expected 28 weights per class"),
      ("x,y\n1,2\n", "missing column 'label'"),
    ])
  func malformedWeights(text: String, message: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run(
      "train", "--weights", folder.write(text, to: "weights.py"), "-o", folder.path("model"))
    #expect(outcome.status == 65)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }

  @Test(
    "wrong usage: status 64",
    arguments: [
      ["train", "--weights", "w", "--dataset", "d", "-o", "m"], ["train", "--weights", "w"],
      ["train", "--weights", "w", "--print", "swift", "--json"],
      ["train", "--weights", "w", "--classifier", "nearest-templates", "-o", "m"],
      ["features", "x.csv", "--zones", "3"], ["features", "x.csv", "--zones", "0x3"],
      ["features", "x.csv", "--zones", "3x17"], ["features", "x.csv", "--min-size", "-1"],
      ["features", "x.csv", "--style", "xml"], ["features"],
    ])
  func usage(arguments: [String]) throws {
    let outcome = try Program.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
  }
}
