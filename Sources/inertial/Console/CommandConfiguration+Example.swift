internal import ArgumentParser

extension CommandConfiguration {
  /// What a subcommand does, with a command line that can be typed as it stands.
  ///
  /// - Parameters:
  ///   - abstract: One sentence.
  ///   - discussion: What else must be known.
  ///   - examples: Command lines, one a line.
  init(abstract: String, discussion: String, examples: String) {
    let lines = examples.split(separator: "\n").map { "  \($0)" }
    self.init(
      abstract: abstract,
      discussion: discussion + "\n\nFor example:\n" + lines.joined(separator: "\n"))
  }
}
