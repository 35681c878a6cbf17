import Foundation
import TestSupport
import Testing

@Suite("Usage")
struct UsageTests {
  @Test("help: standard output, status 0")
  func help() throws {
    let outcome = try Program.run("--help")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("USAGE: inertial"))
    #expect(outcome.messages.isEmpty)
  }

  @Test("without arguments: what to do first, each command with a help")
  func firstSteps() throws {
    let outcome = try Program.run()
    #expect(outcome.status == 0 && outcome.messages.isEmpty)
    let commands = outcome.output.split(separator: "\n").filter { $0.hasPrefix("  inertial ") }
    #expect(commands.count == 5)
    for command in commands {
      let name = String(command.split(separator: " ")[1])
      #expect(try Program.run("help", name).output.contains("USAGE: inertial \(name)"))
    }
  }

  @Test(
    "a misspelt name: status 64 and the name that is meant",
    arguments: [
      (["recgnize", "x.csv"], "recognize"), (["orientaton"], "orientation"), (["Train"], "train"),
      (["recognize", "x.csv", "--built-in", "leters"], "letters"),
    ])
  func suggestion(arguments: [String], meant: String) throws {
    let outcome = try Program.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.messages.contains("Did you mean '\(meant)'?"))
  }

  @Test(
    "a name like no other: no suggestion",
    arguments: [["quaternion"], ["recognize", "x.csv", "--built-in", "quaternion"]])
  func noSuggestion(arguments: [String]) throws {
    let outcome = try Program.run(arguments)
    #expect(outcome.status == 64 && !outcome.messages.contains("Did you mean"))
  }

  @Test("--rate names the option for a table without times")
  func rate() throws {
    let outcome = try Program.run("orientation", "table.csv", "--rate", "100")
    #expect(outcome.status == 64 && outcome.messages.contains("--columns 'time=row/100"))
  }

  @Test("completions list the formats")
  func completions() throws {
    let script = try Program.run("--generate-completion-script", "bash").output
    #expect(script.contains("sensor-logger") && script.contains("inertial-motion"))
  }

  static let subcommands = [
    "simulate", "recognize", "collect", "demo", "features", "train", "evaluate", "score",
    "orientation", "track", "live", "inspect", "convert", "average", "validate",
  ]

  @Test(
    "the help of each subcommand has an example and --json",
    arguments: subcommands + ["studio"])
  func subcommandHelp(name: String) throws {
    let outcome = try Program.run("help", name)
    #expect(outcome.status == 0)
    #expect(outcome.messages.isEmpty)
    #expect(outcome.output.hasPrefix("OVERVIEW: "))
    #expect(outcome.output.contains("USAGE: inertial \(name)"))
    #expect(outcome.output.contains("For example:\n  "))
    #expect(outcome.output.contains("--json"))
    #expect(try Program.run("--help").output.contains("\n  \(name) "))
  }

  @Test("every example of the help runs as printed, in order", arguments: subcommands)
  func examples(of name: String) throws {
    let folder = try TemporaryFolder()
    let help = try Program.run(name, "--help").output
    let examples = try #require(help.components(separatedBy: "For example:\n").last)
      .components(separatedBy: "\n\nUSAGE").first?.replacing("\\\n", with: "")
    let lines = try #require(examples).split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines { try Shell.expectAnswer(of: String(line), in: folder) }
  }

  @Test(
    "the commands of README and of the tutorials run in order",
    arguments: [
      ("README.md", "Run these in order", 7), ("Documentation/Tutorials.md", "# Tutorials", 18),
    ]
  )
  func documented(page: String, start: String, count: Int) throws {
    let folder = try TemporaryFolder()
    let text = try String(
      contentsOf: Locations.package.appending(path: page), encoding: .utf8)
    let lines = try #require(text.components(separatedBy: start).last).split(separator: "\n")
      .filter { $0.hasPrefix("inertial ") }
    #expect(lines.count >= count)
    // The phone of the tutorial is a recording.
    _ = try Program.run(
      ["simulate", String(repeating: "ACO", count: 5).sorted().map(String.init).joined()]
        + ["--output", folder.path("phone.csv")])
    for line in lines.map(String.init) {
      let isOwn = !line.contains("--built-in")
      let replayed = "--replay phone.csv --speed 50"
      try Shell.expectAnswer(
        of: isOwn ? line.replacing("--listen 0.0.0.0:8765", with: replayed) : line, in: folder)
    }
  }

  @Test("a negative number is the value of the option before it")
  func negativeNumbers() throws {
    for line in [
      ["live", "--interval", "-1"], ["live", "--speed", "-0.5"],
      ["recognize", "--min-size", "-1e3", "-"],
    ] {
      let outcome = try Program.run(line, input: "")
      #expect(outcome.status == 64)
      #expect(
        outcome.messages.contains("\(line[1]): expected")
          && outcome.messages.contains("got -"), "\(outcome.messages)")
    }
  }

  @Test(
    "an unknown built-in model: status 64, with the names",
    arguments: [
      ["recognize", "--built-in", "leters", "-"], ["recognize", "-", "--built-in", "leters"],
      ["evaluate", "--dataset", "x.csv", "--built-in", "leters"], ["live", "--built-in", "leters"],
    ])
  func builtIn(arguments: [String]) throws {
    let outcome = try Program.run(arguments, input: "")
    #expect(outcome.status == 64)
    #expect(
      outcome.messages.contains(
        "expected one of letters, digits, lowercase, characters, symbols, gestures"))
    #expect(outcome.messages.contains("got 'leters'"))
    let named = try Program.run("recognize", "--model", "digits", "-", input: "")
    #expect(named.status == 66 && named.messages.contains("--built-in digits"))
    // Without a name, what follows is a file.
    #expect(try Program.run("recognize", "--built-in", "missing.csv").status == 66)
  }

  @Test("help: the options of the subcommand before corrections and messages")
  func optionOrder() throws {
    let text = try Program.run("help", "orientation").output
    let places = try ["\nOPTIONS:", "\nCORRECTIONS", "\nMESSAGES:"].map { title in
      try #require(text.range(of: title)?.lowerBound)
    }
    #expect(places == places.sorted())
  }

  @Test("wrong usage that depends on the data: status 64 and the subcommand")
  func lateUsage() throws {
    let outcome = try Program.run("simulate", "AB3")
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains("character 3 of the text"))
    #expect(outcome.messages.contains("See 'inertial help simulate'"))
  }

  @Test(
    "wrong usage: status 64, a message, nothing on standard output",
    arguments: [
      (["recognise", "hello.csv"], "one of demo, recognize"),
      (["recognize", "-", "--report", "-", "--json"], "--report FILE"),
      (["demo", "--report", "-", "--json"], "--report FILE"),
      (["evaluate", "--dataset", "-", "--report", "-", "--json"], "--report FILE"),
      (["track", "-", "--output", "-", "--json"], "--output FILE"),
      (["track", "-", "--damping", "3"], "--method exponential-damping"),
      (
        ["orientation", "-", "--format", "csv"], "--format: expected one of inertial-sensors"
      ),
      (["evaluate", "--dataset", "-", "--format", "csv"], "got 'csv'"),
      (["orientation", "-", "--format", "grt"], "got 'grt'"),
      (["track", "-", "--format", "grt"], "got 'grt'"),
      (["live", "--format", "inertial-series"], "got 'inertial-series'"),
      (["convert", "-", "--to", "tum", "--format", "grt"], "got 'grt'"),
      (
        ["evaluate", "--dataset", "-", "--built-in", "--protocol", "mixed"], "--protocol requires"
      ),
      (["live", "--declination", "3"], "--frame true-north"),
      (
        ["train", "--synthetic", "--starts", "\(Int.max)", "-o", "m"],
        "--starts and --epochs must be"
      ),
      (
        ["train", "--synthetic", "--takes", "\(Int.max)", "--air-takes", "1", "-o", "m"],
        "expected at most 100000 alphabets"
      ),
    ])
  func usage(arguments: [String], message: String) throws {
    let outcome = try Program.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }

  @Test("a negative declination is accepted; the missing magnetometer is reported")
  func westernDeclination() throws {
    let samples = "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g\n"
    let outcome = try Program.run(
      "live", "--frame", "true-north", "--declination", "-3", input: samples + "0,0,0,0,0,0,-1\n")
    #expect(outcome.status == 65)
    #expect(outcome.messages.contains("magnetometer"))
  }

  @Test("an unknown option: status 64, nothing on standard output")
  func unknownOption() throws {
    let outcome = try Program.run("--no-such-option")
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains("Usage: inertial"))
  }
}
