/// An error of a subcommand: the exit status and a message.
///
/// The message names the place, the problem and the expected input.
struct ToolError: Error, CustomStringConvertible {
  let status: ExitStatus
  let description: String

  init(_ status: ExitStatus, _ description: String) {
    self.status = status
    self.description = description
  }
}
