import Foundation
import TestSupport
import Testing

@Suite("Messages")
struct MessageTests {
  /// Accelerometer readings without a gyroscope: a warning, and an answer.
  private static let still =
    "time_s,accel_x_g,accel_y_g,accel_z_g\n"
    + (0..<50).map { "\(Double($0) / 100),0,0,-1\n" }.joined()

  @Test("warnings are printed, left out with --quiet, and never part of the answer")
  func quiet() throws {
    let plain = try Program.run("orientation", "-", "--json", input: Self.still)
    #expect(plain.status == 0)
    #expect(plain.messages.contains("Warning: standard input: expected a gyroscope"))
    let quiet = try Program.run("orientation", "-", "--json", "--quiet", input: Self.still)
    #expect(quiet.status == 0)
    #expect(quiet.output == plain.output)
    #expect(quiet.messages.isEmpty)
  }

  @Test("errors are printed with --quiet too")
  func errors() throws {
    let outcome = try Program.run("orientation", "-", "-q", input: "hello\n")
    #expect(outcome.status == 65)
    #expect(outcome.messages.hasPrefix("Error: "))
  }

  @Test("--verbose says what was read, and how long it took")
  func verbose() throws {
    let plain = try Program.run("orientation", "-", "--json", input: Self.still)
    let outcome = try Program.run("orientation", "-", "--json", "-v", input: Self.still)
    #expect(outcome.output == plain.output)
    #expect(outcome.messages.contains("inertial-sensors, 1 recording with 50 samples, read in 0."))
    #expect(outcome.messages.contains("orientation: 0."))
  }

  @Test(
    "colours follow --color; pipes have none",
    arguments: [([], false), (["--color", "never"], false), (["--color", "always"], true)])
  func color(options: [String], isColored: Bool) throws {
    let outcome = try Program.run(["orientation", "-"] + options, input: Self.still)
    #expect(outcome.messages.contains("\u{1B}[33mWarning:\u{1B}[0m standard") == isColored)
    #expect(outcome.messages.contains("\u{1B}") == isColored)
  }

  @Test(
    "on a terminal messages have colours, unless NO_COLOR is set",
    .enabled(if: Terminal.isAvailable, "needs script(1)"), .timeLimit(.minutes(1)),
    arguments: [
      ("env -u NO_COLOR TERM=xterm", true), ("env NO_COLOR=1 TERM=xterm", false),
      ("env -u NO_COLOR TERM=dumb", false),
    ])
  func colorOnTerminal(prefix: String, isColored: Bool) throws {
    let terminal = try Terminal("recognize", "/no/file", before: prefix, then: "true")
    let text = try terminal.finish()
    #expect(text.contains("Error:"))
    #expect(text.contains("\u{1B}[1;31mError:\u{1B}[0m") == isColored)
  }

  @Test(
    "on a terminal long reading shows its progress, which ends before the answer",
    .enabled(if: Terminal.isAvailable, "needs script(1)"), .timeLimit(.minutes(5)))
  func progress() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("long.csv")
    // The bar appears after a second.
    var text = "time_ms,ax,ay,az,gx,gy,gz\n"
    for row in 0..<800_000 { text += "\(row)0,0.01,-0.02,-0.99,0.\(row % 7),0.02,-0.01\n" }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let shown = try Terminal("orientation", path, then: "true").finish()
    let parts = shown.components(separatedBy: "\r\u{1B}[2K")
    #expect(parts.count > 2)
    #expect(parts.contains { $0.contains(/^.*long\.csv: \d+ %, \d+ (s|min) left$/) })
    #expect(parts.last?.contains("800000 samples") == true)
    // Nothing of it goes into a pipe.
    #expect(try !Program.run("orientation", path).messages.contains("%, "))
  }

  @Test("--quiet and --verbose exclude each other; other times for colours are rejected")
  func usage() throws {
    let both = try Program.run("demo", "-q", "-v")
    #expect(both.status == 64)
    #expect(both.messages.contains("expected --quiet or --verbose, got both"))
    #expect(try Program.run("demo", "--color", "red").status == 64)
  }
}
