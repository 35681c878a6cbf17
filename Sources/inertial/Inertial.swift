internal import ArgumentParser

/// The command-line tool: its subcommands, and how it ends.
@main
struct Inertial: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inertial",
    abstract: "Turns the motion of a phone into orientation, paths and letters.",
    discussion: """
      A file named - is standard input. With --json a subcommand prints one JSON object on \
      standard output; messages always go to standard error.

      The exit status is 0 when all went well, 1 when validate finds an error too large, 64 for \
      wrong usage, 65 for bad data, 66 for a missing input, 70 for a mistake in this program, 73 \
      or 74 when a file cannot be written.
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Letters",
        subcommands: [
          Demo.self, Recognize.self, Collect.self, Train.self, Evaluate.self, Score.self,
        ]),
      CommandGroup(name: "Motion", subcommands: [Orientation.self, Track.self, Live.self]),
      CommandGroup(name: "Recordings", subcommands: [Convert.self, Simulate.self]),
      CommandGroup(name: "Rotations", subcommands: [Average.self, Validate.self]),
    ])

  /// How a subcommand is called.
  private static func name(of command: any ParsableCommand.Type) -> String {
    "\(command)".lowercased()
  }

  /// The first argument, where it is neither an option nor a subcommand.
  private static var unknownSubcommand: String? {
    guard let first = CommandLine.arguments.dropFirst().first, !first.hasPrefix("-"),
      first != "help", !configuration.subcommands.map(name).contains(first)
    else { return nil }
    return first
  }

  static func main() async {
    Console.holdStandardStreams()
    var command: any ParsableCommand
    do {
      command = try parseAsRoot()
    } catch {
      if let unknown = unknownSubcommand {
        let names = configuration.subcommands.map(name)
        Console.error(
          "There is no subcommand '\(unknown)'; expected one of \(names.joined(separator: ", ")).")
        exit(withError: ExitCode.validationFailure)
      }
      // Help, the version, or wrong usage: the parser knows what to say.
      exit(withError: error)
    }
    do {
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let error as ValidationError {
      // What only the recordings could tell.
      Console.error("\(error.message)")
      Console.note("See 'inertial help \(name(of: type(of: command)))' for more information.")
      exit(withError: ExitCode.validationFailure)
    } catch {
      // A stated status, and help that was asked for, are the parser's to end with.
      guard !(error is ExitCode), exitCode(for: error) == .failure else { exit(withError: error) }
      Console.error("\(error)")
      exit(withError: ExitCode(ExitStatus(of: error).rawValue))
    }
  }
}
