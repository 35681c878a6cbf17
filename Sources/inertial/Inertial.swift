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

      The exit status is 0 when all went well, 64 for wrong usage, 65 for bad data, 66 for a \
      missing input, 70 for a mistake in this program, 73 or 74 when a file cannot be written.
      """,
    version: "0.1.0",
    subcommands: [
      Demo.self,
      Recognize.self,
      Collect.self,
      Train.self,
      Evaluate.self,
      Score.self,
      Convert.self,
      Simulate.self,
      Average.self,
      Validate.self,
      Orientation.self,
      Live.self,
      Track.self,
    ])

  static func main() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      // The parser knows what to do with its own errors: help, wrong usage, a stated status.
      if error is ExitCode { exit(withError: error) }
      guard exitCode(for: error) == .failure else { exit(withError: error) }
      Console.error("\(error)")
      exit(withError: ExitCode(ExitStatus(of: error).rawValue))
    }
  }
}
