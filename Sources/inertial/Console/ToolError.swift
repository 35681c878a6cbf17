/// What ends a subcommand early: a status for scripts and a sentence for people.
///
/// The sentence names what was wrong, where, and what would be right.
struct ToolError: Error, CustomStringConvertible {
  let status: ExitStatus
  let description: String

  init(_ status: ExitStatus, _ description: String) {
    self.status = status
    self.description = description
  }
}
