import Foundation
import TestSupport
import Testing

@Suite("inertial evaluate: report, disturbances, the lab's method")
struct EvaluateTests {
  private func letters(_ kind: String, writers: ClosedRange<Int>, in folder: TemporaryFolder) throws
    -> String
  {
    let data = folder.path("letters")
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
    for writer in writers {
      let outcome = try Program.run(
        "simulate", kind == "motion" ? "LOVE LOVE" : "LOVE LOVE LOVE", "--kind", kind, "--writer",
        "\(writer)", "--output",
        data + "/writer\(writer).csv")
      #expect(outcome.status == 0)
    }
    return data
  }

  @Test("the page is self-contained and agrees with the answer")
  func report() throws {
    let folder = try TemporaryFolder()
    let data = try letters("strokes", writers: 1...3, in: folder)
    let page = folder.path("report.html")
    let answer = try Program.run(
      "evaluate", "--dataset", data, "--classifier", "zone-perceptron", "--starts", "3", "--epochs",
      "20", "--report", page, "--json"
    ).object()
    let text = try String(contentsOfFile: page, encoding: .utf8)
    for reference in ["http", "src=", "<link", "<script", "url("] {
      #expect(!text.contains(reference), "\(reference)")
    }
    #expect(text.contains("\(answer["correct"] ?? 0) of 36"))
    let confusion = try #require(answer["confusion"] as? [[Int]])
    let cells = confusion.joined().filter { $0 > 0 }.count
    #expect(text.components(separatedBy: "<td class=\"hit\"").count - 1 == 4)
    #expect(text.components(separatedBy: "<td class=\"miss\"").count - 1 == cells - 4)
    #expect(text.components(separatedBy: "<td class=\"bar\">").count - 1 == 3)
    #expect(text.contains("other writers") && text.contains("own examples of each letter"))
    #expect(text.contains("confidence equals accuracy"))
    // Each kind of error is drawn beside an example of the recognised label.
    let cards = text.components(separatedBy: "<div class=\"card\">").count - 1
    #expect(cards == min(12, cells - 4))
    #expect(text.components(separatedBy: "<polyline").count - 1 >= 2 * cards)
    let failure = try Program.run(
      "evaluate", "--dataset", data, "--classifier", "zone-perceptron", "--starts", "1", "--epochs",
      "1", "--report", "/no/such/folder/report.html", "--json")
    #expect(failure.status == 73 && failure.output.isEmpty)
  }

  @Test("the lab's method, and disturbances of the tested motions only")
  func labAndDisturbances() throws {
    let folder = try TemporaryFolder()
    let data = try letters("motion", writers: 1...2, in: folder)
    func run(_ arguments: String...) throws -> [String: Any] {
      try Program.run(["evaluate", "--dataset", data, "--json"] + arguments).object()
    }
    let lab = try run("--classifier", "lab", "--starts", "3", "--epochs", "20")
    #expect(lab["classifier"] as? String == "lab")
    #expect(lab["stabilizer"] as? String == "exponential-damping")
    let same = try run(
      "--classifier", "zone-perceptron", "--stabilizer", "exponential-damping", "--starts", "3",
      "--epochs", "20")
    #expect(lab["confusion"] as? [[Int]] == same["confusion"] as? [[Int]])
    let plain = try run("--protocol", "user-dependent", "--all-protocols", "--learning-curves")
    let others = try #require(plain["protocols"] as? [String: [String: [String: Any]]])
    #expect(others.keys.sorted() == ["leave-one-user-out", "mixed"])
    #expect(others["mixed"]?["all"]?["total"] as? Int == 16)
    #expect(others["mixed"]?["withoutLong"]?["excluded"] is Int)
    let curves = try #require(plain["learningCurves"] as? [[String: Any]])
    #expect(
      curves.map { $0["amount"] as? String } == ["added-examples"],
      "one other writer and one own example alone are no curves")
    #expect(plain["disturbance"] == nil && plain["accuracy"] as? Double == 1)
    for disturbance in ["24-hz", "rolled-left"] {
      let answer = try run("--protocol", "user-dependent", "--disturb", disturbance)
      #expect(answer["disturbance"] as? String == disturbance)
      #expect(answer["total"] as? Int == 16)
      #expect(try #require(answer["accuracy"] as? Double) > 0.7)
    }
    #expect(
      try Program.run("evaluate", "--dataset", data, "--disturb", "everything").status == 64)
    // Zone classifiers do not reject out-of-vocabulary letters.
    let zones = try Program.run(
      "evaluate", "--dataset", data, "--classifier", "zone-softmax", "--leave-letters-out")
    #expect(zones.status == 64 && zones.messages.contains("requires nearest-templates"))
  }

  @Test(
    "the lab's method on recorded letters in the air",
    .needsRecordings)
  func lab() throws {
    let folder = try #require(Locations.recordings).appending(path: "air-letters").path
    let answer = try Program.run(
      "evaluate", "--dataset", folder, "--classifier", "lab", "--starts", "2", "--epochs", "20",
      "--json"
    ).object()
    #expect(answer["total"] as? Int == 499)
    // All starts and epochs: 54.7 %; zero-end-velocity: 78.8 %.
    #expect(abs(try #require(answer["accuracy"] as? Double) - 0.5) < 0.05)
  }

  @Test("labels of one example are not tested, as in training; a model without them is said")
  func untested() throws {
    let folder = try TemporaryFolder()
    let recording = folder.path("hello.csv")
    let data = folder.path("letters.csv")
    #expect(try Program.run("simulate", "HELLO WORLD", "--output", recording).status == 0)
    #expect(try Program.run("collect", recording, "--dataset", data, "--user", "me").status == 0)
    let trained = try Program.run(
      "train", "--dataset", data, "--output", folder.path("a.model"), "--json"
    ).object()
    #expect(trained["crossValidatedExamples"] as? Int == 5)
    for method in ["mixed", "user-dependent"] {
      let answer = try Program.run(
        "evaluate", "--dataset", data, "--protocol", method, "--json"
      ).object()
      #expect(answer["accuracy"] as? Double == trained["crossValidatedAccuracy"] as? Double)
      #expect(answer["total"] as? Int == 5 && answer["untested"] as? Int == 5)
    }
    let text = try Program.run("evaluate", "--dataset", data, "--protocol", "mixed")
    #expect(text.output.contains("not tested  5: no training example has their label"))
    let other = try Program.run("evaluate", "--dataset", data, "--built-in", "gestures")
    #expect(other.status == 0 && other.messages.contains("labels that the model does not have"))
    // Two labels of one example each.
    #expect(
      try Program.run("simulate", "AB", "--output", recording).status == 0
        && Program.run("collect", recording, "--dataset", folder.path("two.csv")).status == 0)
    let none = try Program.run(
      "evaluate", "--dataset", folder.path("two.csv"), "--protocol", "mixed")
    #expect(none.status == 65 && none.messages.contains("no examples left to test on"))
  }

  @Test("accepted and rejected gestures add up; a smaller acceptance accepts no more")
  func acceptance() throws {
    let folder = try TemporaryFolder()
    let data = try letters("motion", writers: 1...3, in: folder)
    var accepted: [Int] = []
    for share in ["0", "0.5", "0.9", "1"] {
      let answer = try Program.run(
        "evaluate", "--dataset", data, "--acceptance", share, "--json"
      ).object()
      let counts = ["acceptedCorrect", "acceptedWrong", "rejected"].map { answer[$0] as? Int ?? -1 }
      #expect(counts.reduce(0, +) == answer["total"] as? Int)
      #expect((answer["rejectedGestures"] as? [[String: Any]])?.count == counts[2])
      accepted.append(counts[0] + counts[1])
    }
    #expect(accepted == accepted.sorted() && accepted[0] < accepted[3])
  }

  @Test("spotting: writers, a data set, recordings without letters")
  func spotting() throws {
    let folder = try TemporaryFolder()
    func spot(_ options: String...) throws -> Program.Outcome {
      try Program.run(["evaluate", "--protocol", "spotting"] + options)
    }
    let writer = try spot("--writers", "1", "--text", "LOVE", "--seed", "3", "--json").object()
    #expect(writer["total"] as? Int == 4 && writer["right"] as? Int ?? 0 >= 3)
    let linked = try spot(
      "--writers", "1", "--text", "HELZMSKA", "--seed", "8100", "--without-rests", "--json"
    ).object()
    #expect(linked["total"] as? Int == 8 && linked["right"] as? Int ?? 0 >= 6)
    let simulated = try Program.run("simulate", "LOVE", "--without-rests").output
    let rested = try Program.run("simulate", "LOVE").output
    #expect(simulated.split(separator: "\n").count < rested.split(separator: "\n").count)
    #expect(try Program.run("simulate", "A", "--kind", "strokes", "--without-rests").status == 64)
    let data = try letters("motion", writers: 1...2, in: folder)
    let users = try spot("--dataset", data, "--lead", "0.1", "--json").object()
    #expect(users["total"] as? Int == 16)
    #expect((users["perUser"] as? [String: Any])?.count == 2)
    #expect(try spot("--dataset", data, "--built-in").status == 0)
    #expect(try spot("--dataset", data, "--without-rests").status == 0)
    #expect(try spot("--dataset", data, "--without-rests", "--lead", "1").status == 64)
    let still = try folder.write(
      "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g\n"
        + (0..<300).map { "\(Double($0) / 100),0,0,0,0,0,-1\n" }.joined(), to: "still.csv")
    let others = try spot("--others", still, "--json").object()
    #expect(others["invented"] as? Int == 0 && others["total"] as? Int == 0)
    #expect(try spot().status == 64)
    #expect(try spot("--dataset", data, "--report", folder.path("p.html")).status == 64)
    for option in [["--writers", "1"], ["--text", "A"], ["--others", still], ["--lead", "1"]] {
      let outcome = try Program.run(["evaluate", "--dataset", data, "--built-in"] + option)
      #expect(outcome.status == 64 && outcome.messages.contains("requires --protocol spotting"))
    }
    #expect(try spot("--writers", "1", "--text", "a1").status == 64)
  }
}
