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

  static func main() async {
    var command: any ParsableCommand
    do {
      command = try parseAsRoot()
    } catch {
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
      let name = "\(type(of: command))".lowercased()
      Console.note("See 'inertial help \(name)' for more information.")
      exit(withError: ExitCode.validationFailure)
    } catch {
      // A stated status, and help that was asked for, are the parser's to end with.
      guard !(error is ExitCode), exitCode(for: error) == .failure else { exit(withError: error) }
      Console.error("\(error)")
      exit(withError: ExitCode(ExitStatus(of: error).rawValue))
    }
  }
}
