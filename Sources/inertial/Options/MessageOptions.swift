internal import ArgumentParser

/// The options of messages, which all subcommands share.
struct MessageOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print errors only: no warnings, no progress.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also print what is read, and how long it takes.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "When to colour messages: auto (on a terminal, unless NO_COLOR is set), always, never.",
      valueName: "when"))
  var color = MessageSettings.Color.auto

  /// Sets what ``Console`` prints.
  func validate() throws {
    guard !(quiet && verbose) else {
      throw ValidationError("expected --quiet or --verbose, got both.")
    }
    Console.settings.withLock {
      $0 = MessageSettings(
        detail: quiet ? .errors : verbose ? .everything : .warnings, color: color)
    }
  }
}

extension MessageSettings.Color: ExpressibleByArgument {}
