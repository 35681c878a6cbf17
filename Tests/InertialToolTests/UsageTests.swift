import Testing

@Suite("Usage")
struct UsageTests {
  @Test("help is an answer: on standard output, status 0")
  func help() throws {
    let outcome = try Program.run("--help")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("USAGE: inertial"))
    #expect(outcome.messages.isEmpty)
  }

  @Test(
    "each subcommand explains itself and takes --json",
    arguments: [
      "demo", "recognize", "train", "evaluate", "score", "convert", "simulate", "live", "collect",
    ])
  func subcommandHelp(name: String) throws {
    let outcome = try Program.run(name, "--help")
    #expect(outcome.status == 0)
    #expect(outcome.messages.isEmpty)
    #expect(outcome.output.hasPrefix("OVERVIEW: "))
    #expect(outcome.output.contains("USAGE: inertial \(name)"))
    #expect(outcome.output.contains("--json"))
    #expect(try Program.run("--help").output.contains("\n  \(name) "))
  }

  @Test("an unknown option is wrong usage: status 64, nothing on standard output")
  func unknownOption() throws {
    let outcome = try Program.run("--no-such-option")
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains("Usage: inertial"))
  }
}
