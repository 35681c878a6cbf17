import Testing

@Suite("inertial simulate")
struct SimulateTests {
  @Test("equal arguments yield equal recordings, another seed a different one")
  func repeatable() throws {
    let first = try Program.run("simulate", "AB", "--seed", "3")
    #expect(first.status == 0)
    #expect(try Program.run("simulate", "ab", "--seed", "3").output == first.output)
    #expect(try Program.run("simulate", "AB", "--seed", "4").output != first.output)
  }

  @Test("--json prints the time of each letter; the file reads back")
  func json() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("hi.csv")
    let answer = try Program.run("simulate", "HI", "--output", path, "--json").object()
    let gestures = try #require(answer["gestures"] as? [[String: Any]])
    #expect(gestures.map { $0["label"] as? String } == ["H", "I"])
    let copy = try Program.run(
      "convert", path, "--to", "inertial-sensors", "--output", folder.path("copy.csv"), "--json"
    ).object()
    #expect(copy["samples"] as? Int == answer["samples"] as? Int)
    #expect(copy["warnings"] as? [String] == [])
  }

  @Test("symbols and hand gestures by name, recognised by the built-in models")
  func vocabularies() throws {
    let folder = try TemporaryFolder()
    for (vocabulary, text, options) in [
      ("symbols", "square triangle circle checkmark cross", ["--kind", "strokes"]),
      ("gestures", "shake wave", []),
    ] {
      let path = folder.path("\(vocabulary).csv")
      let simulated = try Program.run(
        [
          "simulate", text, "--vocabulary", vocabulary, "--writer", "99", "--output", path,
          "--json",
        ]
          + options
      ).object()
      let gestures = try #require(simulated["gestures"] as? [[String: Any]])
      #expect(
        gestures.map { $0["label"] as? String } == text.split(separator: " ").map(String.init))
      let answer = try Program.run("recognize", path, "--built-in", vocabulary, "--json").object()
      #expect(answer["text"] as? String == text)
      #expect((answer["model"] as? String)?.hasSuffix(", built in") == true)
    }
    let unknown = try Program.run("simulate", "star", "--vocabulary", "symbols")
    #expect(unknown.status == 64 && unknown.messages.contains("no shape for \"star\""))
    let strokes = try Program.run(
      "simulate", "wave", "--vocabulary", "gestures", "--kind", "strokes")
    #expect(strokes.status == 64 && strokes.messages.contains("hand gestures have no strokes"))
  }

  @Test(
    "a text with other characters than A to Z and spaces: status 64", arguments: ["A1", "Ä", " "])
  func noShape(text: String) throws {
    let outcome = try Program.run("simulate", text)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
  }
}
