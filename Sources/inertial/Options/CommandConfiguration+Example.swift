internal import ArgumentParser

extension CommandConfiguration {
  /// A configuration whose discussion ends with example command lines.
  ///
  /// - Parameters:
  ///   - abstract: A summary in one sentence.
  ///   - discussion: Further explanation.
  ///   - examples: Command lines, one on each line.
  init(abstract: String, discussion: String, examples: String) {
    let lines = examples.split(separator: "\n").map { "  \($0)" }
    self.init(
      abstract: abstract,
      discussion: discussion + "\n\nFor example:\n" + lines.joined(separator: "\n"))
  }
}
