import Foundation
import TestSupport
import Testing

@Suite("inertial with pipelines")
struct PipelineTests {
  /// Three poses of a phone with small variations, in the GRT format.
  private static func poses(_ labels: [Int]) -> String {
    let rows = labels.enumerated().map { index, label in
      let shift = 0.02 * Double(index % 5) - 0.04
      let pose = [[shift, 0, -1], [0, -1, shift], [1, shift, 0.01]][label - 1]
      return "\(label)\t" + pose.map { "\($0)" }.joined(separator: "\t")
    }
    let classes = Set(labels).sorted().map { label in
      "\(label)\t\(labels.count { $0 == label })\tNOT_SET"
    }
    return """
      GRT_LABELLED_CLASSIFICATION_DATA_FILE_V1.0
      DatasetName: Poses
      InfoText: held in the hand
      NumDimensions: 3
      TotalNumExamples: \(labels.count)
      NumberOfClasses: \(classes.count)
      ClassIDsAndCounters:\u{20}
      \(classes.joined(separator: "\n"))
      UseExternalRanges: 0
      Data:
      \(rows.joined(separator: "\n"))

      """
  }

  private static let fifteen = (0..<15).map { $0 % 3 + 1 }

  /// Series of two classes of waves.
  private static let waves: String = {
    var rows = ["series,label,time,x,y"]
    for series in 0..<12 {
      let isCircle = series % 2 == 0
      for index in 0..<20 {
        let angle = 2 * Double.pi * (Double(index) + 0.1 * Double(series)) / 20
        rows.append(
          "\(series),\(isCircle ? "circle" : "across"),\(Double(index) / 50),\(cos(angle)),"
            + "\(isCircle ? sin(angle) : 0.05 * Double(series))")
      }
    }
    return rows.joined(separator: "\n") + "\n"
  }()

  @Test("GRT poses: trained, recognised in a live stream, and checked by checksum")
  func stream() throws {
    let folder = try TemporaryFolder()
    let data = try folder.write(Self.poses(Self.fifteen), to: "poses.grt")
    let model = folder.path("poses.model")
    let trained = try Program.run(
      "train", "--dataset", data, "--classifier", "gaussian-naive-bayes", "--preprocess",
      "moving-average=3", "--postprocess", "label-filter=2/3", "--postprocess", "change-filter",
      "--output", model, "--json"
    ).object()
    #expect(trained["classifier"] as? String == "gaussian-naive-bayes")
    #expect(trained["labels"] as? [String] == ["1", "2", "3"])
    #expect(trained["trainingAccuracy"] as? Double == 1)

    // Face up, on an edge, out of vocabulary, on the edge again.
    let samples =
      Array(repeating: "0,0,-1", count: 6) + Array(repeating: "0,-1,0", count: 6)
      + Array(repeating: "9,9,9", count: 6) + Array(repeating: "0,-1,0", count: 6)
    let lines =
      "time,x,y,z\n" + samples.enumerated().map { "\(Double($0) / 50),\($1)\n" }.joined()
    let live = try Program.run("live", "--model", model, "--json", input: lines)
    #expect(live.status == 0 && live.messages.isEmpty)
    let readings = try live.output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(readings.map { $0["label"] as? String } == ["1", "2", "2"])
    #expect(readings.allSatisfy { ($0["confidence"] as? Double ?? 0) > 0.9 })
    #expect(try #require(readings[1]["start"] as? Double) < 0.25)

    let table = try Program.run("live", "--model", model, input: lines + "1.0,0,zero,0\n")
    #expect(table.status == 65)
    #expect(table.output.hasPrefix("start,end,label,confidence\n"))
    #expect(table.messages.contains("standard input:26: expected a time, 3 components"))
    let skipping = try Program.run(
      "live", "--model", model, "--skip-bad-samples", input: lines + "1.0,0,zero,0\n")
    #expect(skipping.status == 0)
    #expect(skipping.messages.contains("1 bad line skipped"))

    let read = try Program.run("recognize", data, "--model", model, "--json").object()
    #expect(read["accuracy"] as? Double == 1)
    #expect(read["total"] as? Int == 15)

    var bytes = try Data(contentsOf: URL(filePath: model))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(filePath: model))
    let damaged = try Program.run("live", "--model", model, input: lines)
    #expect(damaged.status == 65 && damaged.output.isEmpty)
    #expect(damaged.messages.contains("checksum"))
  }

  @Test("a table of series: trained, evaluated, recognised; a mismatch is reported")
  func series() throws {
    let folder = try TemporaryFolder()
    let data = try folder.write(Self.waves, to: "waves.csv")
    let model = folder.path("waves.model")
    let trained = try Program.run("train", "--dataset", data, "--output", model, "--json").object()
    #expect(trained["classifier"] as? String == "convolution-kernels")
    let report = try #require(trained["training"] as? [String: Any])
    #expect(report["converged"] as? Bool == true && report["mistakes"] as? Int == 0)
    let page = folder.path("waves.html")
    let tried = try Program.run(
      "evaluate", "--dataset", data, "--protocol", "mixed", "--classifier", "logistic-regression",
      "--preprocess", "low-pass=10", "--segment", "window=15/2", "--report", page, "--json"
    ).object()
    #expect(try #require(tried["accuracy"] as? Double) > 0.9)
    #expect(tried["classifier"] as? String == "logistic-regression")
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains("examples of each class"))
    let finished = try Program.run("evaluate", "--dataset", data, "--model", model, "--json")
      .object()
    #expect(finished["accuracy"] as? Double == 1)
    let read = try Program.run("recognize", data, "--model", model, "--json").object()
    #expect(read["correct"] as? Int == 12)

    let stroke = try folder.write("time_s,x,y,z\n0,0,0,1\n1,1,1,1\n", to: "stroke.csv")
    #expect(try Program.run("recognize", stroke, "--model", model).status == 65)
    let other = try folder.write(Self.poses(Self.fifteen), to: "poses.grt")
    let mismatch = try Program.run("recognize", other, "--model", model)
    #expect(mismatch.status == 65)
    #expect(mismatch.messages.contains("series of samples of 2 components"))
  }

  @Test("letters in the air from a live source, cut at stationary phases")
  func liveLetters() throws {
    let folder = try TemporaryFolder()
    let samples = folder.path("lo.csv")
    #expect(try Program.run("simulate", "LO", "--output", samples).status == 0)
    let live = try Program.run(
      "live", "--replay", samples, "--speed", "1000", "--built-in", "--json")
    #expect(live.status == 0 && live.messages.isEmpty)
    let readings = try live.output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    // The movement between the letters is a gesture too.
    #expect(readings.first?["label"] as? String == "L" && readings.last?["label"] as? String == "O")
    let times: [Double] = try readings.flatMap { reading in
      try ["start", "end"].map { try #require(reading[$0] as? Double) }
    }
    #expect(times == times.sorted())
    #expect(
      try Program.run("live", "--built-in", "--model", samples, input: "").status == 64)
  }

  @Test("a data set keeps its content across formats")
  func conversion() throws {
    let folder = try TemporaryFolder()
    let grt = try folder.write(Self.poses(Self.fifteen), to: "poses.grt")
    let (file, table, again) = (folder.path("file"), folder.path("table"), folder.path("again"))
    for (from, to, path) in [
      (grt, "inertial-data-set", file), (file, "inertial-series", table),
      (file, "inertial-data-set", again),
    ] {
      let answer = try Program.run("convert", from, "--to", to, "--output", path, "--json").object()
      #expect(answer["recordings"] as? Int == 15 && answer["samples"] as? Int == 15)
    }
    let bytes = try Data(contentsOf: URL(filePath: file))
    #expect(bytes.starts(with: "inertial data set\n".utf8))
    let notes = try #require(bytes.range(of: Data("held in the hand".utf8)))
    #expect(try Data(contentsOf: URL(filePath: again)) == bytes)
    #expect(try Program.run("inspect", file).output.contains("15 examples of 3 components"))
    let models = try [grt, file, table].map { data in
      let outcome = try Program.run(
        "train", "--dataset", data, "--classifier", "gaussian-naive-bayes", "--output", "-")
      #expect(outcome.status == 0)
      // The header with its checksum and the notes differ; the models are equal.
      let parts = outcome.bytes.dropFirst(27)
      let notes = try #require(parts.range(of: Data("dataSet".utf8)))
      return Data(parts[..<notes.lowerBound])
    }
    #expect(models[0] == models[1] && models[0] == models[2])
    let altered = folder.path("altered")
    try (bytes[..<notes.lowerBound] + Data("hurt".utf8) + bytes[(notes.lowerBound + 4)...])
      .write(to: URL(filePath: altered))
    let refused = try Program.run("convert", altered, "--to", "inertial-series")
    #expect(refused.status == 65 && refused.output.isEmpty)
    #expect(refused.messages.contains("checksum"))
    let letters = folder.path("letters.csv")
    #expect(
      try Program.run("simulate", "LO", "--kind", "motion", "--output", letters).status == 0)
    let series = try Program.run("convert", letters, "--to", "inertial-series")
    #expect(series.output.hasPrefix("series,label,user,time,x0,x1,x2,x3,x4,x5\n0,L,"))
  }

  @Test("a pipeline on device motion accepts the same recordings as other models")
  func motion() throws {
    let folder = try TemporaryFolder()
    let letters = folder.path("letters.csv")
    let simulated = try Program.run(
      "simulate", "LOVE LOVE", "--kind", "motion", "--output", letters)
    #expect(simulated.status == 0)
    let model = folder.path("model")
    let trained = try Program.run(
      "train", "--dataset", letters, "--output", model, "--json", "--classifier",
      "logistic-regression"
    ).object()
    #expect(trained["classifier"] as? String == "logistic-regression")
    let read = try Program.run("recognize", letters, "--model", model, "--json").object()
    #expect(read["text"] as? String == "LOVELOVE")
    let tested = try Program.run("evaluate", "--dataset", letters, "--model", model, "--json")
      .object()
    #expect(tested["accuracy"] as? Double == 1)
    let refused = try Program.run(
      "recognize", "-", "--model", model, input: "time_s,x,y\n0,0,0\n1,1,1\n2,2,1\n")
    #expect(refused.status == 65)
    #expect(refused.messages.contains("angular rate"))
  }

  @Test("a pipeline without angular rates accepts an accelerometer alone, live and recorded")
  func accelerometerOnly() throws {
    let folder = try TemporaryFolder()
    // Swings along x or y, one a recording, and one after the other.
    func swings(_ labels: [String], touch: Bool) -> String {
      var text = "time_s,\(touch ? "touch," : "")accel_x_g,accel_y_g,accel_z_g\n"
      for (index, label) in labels.enumerated() {
        for step in 0..<100 {
          let isHeld = (30..<70).contains(step)
          let push = isHeld ? 0.5 * sin(2 * .pi * Double(step - 30) / 40) : 0
          let (x, y) = label == "x" ? (push, 0) : (0, push)
          text +=
            "\(Double(100 * index + step) / 100),\(touch ? isHeld ? "1," : "0," : "")\(x),\(y),-1\n"
        }
      }
      return text
    }
    let data = folder.path("set.csv")
    for label in ["x", "y", "x", "y", "x", "y"] {
      let collected = try Program.run(
        "collect", "--label", label, "--dataset", data, input: swings([label], touch: true))
      #expect(collected.status == 0)
    }
    let model = folder.path("swings.model")
    let trained = try Program.run(
      "train", "--dataset", data, "--classifier", "logistic-regression", "--channel",
      "user-acceleration", "--channel", "gravity", "--output", model)
    #expect(trained.status == 0)
    let stream = swings(["y", "x", "x"], touch: true)
    let live = try Program.run("live", "--model", model, "--json", input: stream)
    #expect(live.status == 0 && live.messages.contains("no gyroscope"))
    let labels = try live.output.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["label"] as? String ?? "?"
    }
    #expect(labels == ["y", "x", "x"])
    let read = try Program.run("recognize", "-", "--model", model, "--json", input: stream)
    #expect(read.status == 0)
    #expect(try read.object()["text"] as? String == "yxx")
    // With angular rates among the channels, a gyroscope is required.
    let needing = folder.path("rates.model")
    let other = try Program.run(
      "train", "--dataset", data, "--classifier", "logistic-regression", "--output", needing)
    #expect(other.status == 0)
    let refused = try Program.run("live", "--model", needing, input: stream)
    #expect(refused.status == 65 && refused.messages.contains("gyroscope"))
  }

  @Test(
    "invalid training sets: the status, the reason, and the old model is kept",
    arguments: [
      ("", 65, "empty"), (poses([1, 1, 1]), 65, "all examples are of class 1"),
      (poses([1]), 65, "all examples are of class 1"),
      (poses([1, 1, 2]), 65, "1 example of class 2"),
      ("series,label,time,x\n0,A,0,nan\n1,B,0,1\n", 65, "is not finite"),
      ("series,label,time,x\n0,A,0,1\n0,A,1\n1,B,0,1\n", 65, "fields"),
      ("inertial data set\n\u{9}\0\0\0\0\0\0\0\0\0\0\0", 65, "format version 1, got 9"),
      ("inertial data set\n\u{1}\0\0\0\0\0\0\0\u{1}\0\0\0\0", 65, "checksum"),
    ] as [(String, Int32, String)])
  func badData(text: String, status: Int32, message: String) throws {
    let folder = try TemporaryFolder()
    let model = try folder.write("the old model", to: "model")
    let outcome = try Program.run(
      "train", "--dataset", "-", "--classifier", "gaussian-naive-bayes", "--output", model,
      input: text)
    #expect(outcome.status == status)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
    #expect(try String(contentsOfFile: model, encoding: .utf8) == "the old model")
  }

  @Test("an interrupted training keeps the old model and leaves no temporary file")
  func interrupted() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write("the old model", to: "model")
    let process = Program.process([
      "train", "--synthetic", "--writers", "100", "--output", model,
    ])
    process.standardError = FileHandle.nullDevice
    try process.run()
    Thread.sleep(forTimeInterval: 0.3)
    #expect(process.isRunning)
    process.terminate()
    #expect(process.endStatus() < 0)
    #expect(try String(contentsOfFile: model, encoding: .utf8) == "the old model")
    let parent = URL(filePath: model).deletingLastPathComponent().path
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent) == ["model"])
  }

  @Test(
    "wrong usage: status 64",
    arguments: [
      ["--preprocess", "moving-average=many"], ["--preprocess", "low-pass"],
      ["--preprocess", "derivative=2"], ["--segment", "window=5"], ["--segment", "rest=1/2/3"],
      ["--features", "zones=3"], ["--postprocess", "label-filter=3/2"],
      ["--preprocess", "low-pass=1"], ["--classifier", "lab"],
      ["--classifier", "lab", "--preprocess", "derivative"], ["--sample-rate", "0"],
    ])
  func usage(arguments: [String]) throws {
    let outcome = try Program.run(
      ["train", "--dataset", "-", "--output", "m"] + arguments, input: Self.poses(Self.fifteen))
    #expect(outcome.status == 64, "\(outcome.messages)")
    #expect(outcome.output.isEmpty)
  }
}
