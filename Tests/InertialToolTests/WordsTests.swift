import Foundation
import TestSupport
import Testing

@Suite("inertial with --words")
struct WordsTests {
  private static let list = "the\nhello\nworld\nword\ncat\nit's\nhold\nworn\n"

  @Test("recognize: words of a recording with touch, as text, JSON and page")
  func recognize() throws {
    let folder = try TemporaryFolder()
    let air = folder.path("air.csv")
    #expect(try Program.run("simulate", "HELLO WORLD", "--output", air).status == 0)
    let list = try folder.write(Self.list, to: "words.txt")
    let page = folder.path("page.html")
    let line = ["recognize", air, "--words", "--lexicon", list, "--report", page]
    let answer = try Program.run(line + ["--json"]).object()
    let words = try #require(answer["words"] as? [[String: Any]])
    #expect(words.map { $0["text"] as? String } == ["HELLO", "WORLD"])
    #expect(words.allSatisfy { $0["isInLexicon"] as? Bool == true })
    #expect(answer["text"] as? String == words.map { $0["letters"] as? String ?? "" }.joined())
    let confidence = try #require(words[0]["confidence"] as? Double)
    #expect(confidence > 0.5 && confidence <= 1)
    let text = try Program.run(line).output
    #expect(text.contains("\nword HELLO, confidence"))
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains("HELLO WORLD</strong>"))
    #expect(try Program.run("recognize", air, "--json").object()["words"] == nil)
  }

  @Test("live: words instead of gestures, with their times")
  func live() throws {
    let folder = try TemporaryFolder()
    let list = try folder.write(Self.list, to: "words.txt")
    let recording = try Program.run("simulate", "HELLO WORLD").output
    let line = ["live", "--built-in", "--words", "--lexicon", list]
    let outcome = try Program.run(line + ["--json"], input: recording)
    #expect(outcome.status == 0)
    let words = try outcome.output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(words.map { $0["text"] as? String } == ["HELLO", "WORLD"])
    let times = words.flatMap { word in ["start", "end"].compactMap { word[$0] as? Double } }
    #expect(times.count == 4)
    #expect(times == times.sorted() && times[0] > 0)
    let table = try Program.run(line, input: recording).output.split(separator: "\n")
    #expect(table.first == "start,end,word,confidence")
    #expect(table.count == 3)
  }

  @Test("live without touch: a word is one phrase")
  func spotted() throws {
    let folder = try TemporaryFolder()
    let list = try folder.write(Self.list, to: "words.txt")
    let lines = try Program.run("simulate", "HELLO").output.split(separator: "\n")
    let column = try #require(lines[0].split(separator: ",").firstIndex(of: "touch"))
    let untouched = lines.map { line in
      var cells = line.split(separator: ",", omittingEmptySubsequences: false)
      cells.remove(at: column)
      return cells.joined(separator: ",")
    }
    let outcome = try Program.run(
      "live", "--built-in", "--words", "--lexicon", list,
      input: untouched.joined(separator: "\n") + "\n")
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == 2)
    #expect(outcome.output.contains(",HELLO,"))
  }

  @Test("a model of strokes, and a pipeline of letters")
  func models() throws {
    let folder = try TemporaryFolder()
    let list = try folder.write("LOO\nTOOL\n", to: "words.txt")
    let (strokes, air) = (folder.path("strokes.csv"), folder.path("air.csv"))
    for (kind, path) in [("strokes", strokes), ("sensors", air)] {
      let simulated = try Program.run("simulate", "LOO LOO", "--kind", kind, "--output", path)
      #expect(simulated.status == 0)
    }
    for (classifier, data) in [
      ("zone-perceptron", strokes), ("logistic-regression", air),
    ] {
      let model = folder.path(classifier)
      let trained = try Program.run(
        "train", "--dataset", data, "--classifier", classifier, "--output", model)
      #expect(trained.status == 0, "\(trained.messages)")
      let answer = try Program.run(
        "recognize", data, "--model", model, "--words", "--lexicon", list, "--json"
      ).object()
      let words = try #require(answer["words"] as? [[String: Any]])
      #expect(words.map { $0["text"] as? String } == ["LOO", "LOO"], "\(classifier)")
    }
    let built = try Program.run(
      "recognize", strokes, "--words", "--lexicon", list, "--json"
    ).object()
    #expect((built["words"] as? [[String: Any]])?.isEmpty == false)
  }

  @Test("a model without letters: status 65")
  func otherLabels() throws {
    let folder = try TemporaryFolder()
    var rows = ["series,label,time,x,y"]
    for series in 0..<12 {
      for index in 0..<20 {
        let angle = 2 * Double.pi * (Double(index) + 0.1 * Double(series)) / 20
        let isCircle = series % 2 == 0
        let label = isCircle ? "circle" : "across"
        let y = isCircle ? sin(angle) : 0.05 * Double(series)
        rows.append("\(series),\(label),\(Double(index) / 50),\(cos(angle)),\(y)")
      }
    }
    let data = try folder.write(rows.joined(separator: "\n") + "\n", to: "waves.csv")
    let list = try folder.write(Self.list, to: "words.txt")
    let model = folder.path("waves.model")
    let trained = try Program.run("train", "--dataset", data, "--output", model)
    #expect(trained.status == 0, "\(trained.messages)")
    for line in [["recognize", data], ["live"]] {
      let outcome = try Program.run(
        line + ["--model", model, "--words", "--lexicon", list], input: "")
      #expect(outcome.status == 65)
      #expect(outcome.messages.contains("--words: expected a model of letters A to Z, got"))
    }
  }

  @Test("bad lexicons and options: the status and the reason")
  func invalid() throws {
    let folder = try TemporaryFolder()
    let empty = try folder.write("", to: "empty.txt")
    let numbers = try folder.write("1\n2\n", to: "numbers.txt")
    let cases: [(options: [String], status: Int32, reason: String)] = [
      (["--words", "--lexicon", "/no/such/list"], 66, "/no/such/list: no such file"),
      (["--words", "--lexicon", folder.path("")], 66, "cannot be read"),
      (["--words", "--lexicon", empty], 65, "got none on 0 lines"),
      (["--words", "--lexicon", numbers], 65, "got none on 2 lines"),
      (["--lexicon", numbers], 64, "--lexicon requires --words"),
    ]
    for (options, status, reason) in cases {
      for line in [["recognize", "-"], ["live", "--built-in"]] {
        let outcome = try Program.run(line + options, input: "")
        #expect(outcome.status == status, "\(line + options)")
        #expect(outcome.messages.contains(reason), "\(outcome.messages)")
      }
    }
    let attitude = try Program.run("live", "--words", input: "")
    #expect(attitude.status == 64)
    #expect(attitude.messages.contains("--words requires --built-in or --model"))
  }

  @Test("the distribution's list by default; without it, the message names the option")
  func distributionList() throws {
    let recording = try Program.run("simulate", "CAT").output
    let outcome = try Program.run("recognize", "-", "--words", input: recording)
    if FileManager.default.fileExists(atPath: "/usr/share/dict/words") {
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("\nword "))
    } else {
      #expect(outcome.status == 66)
      #expect(outcome.messages.contains("--lexicon FILE names one"))
    }
  }
}
