internal import ArgumentParser

/// The inputs of a subcommand: failures are reported, and the other inputs are processed.
struct Batch {
  private let count: Int
  private var failures = 0

  /// A batch of `count` inputs.
  init(count: Int) { self.count = count }

  /// Processes one input. Of several inputs a failure is printed and counted.
  ///
  /// - Throws: The error of a single input, and wrong usage.
  mutating func process(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error where count > 1 && !(error is ValidationError) {
      Console.error("\(error)")
      failures += 1
    }
  }

  /// Whether no input succeeded.
  var isFailed: Bool { failures == count }

  /// Ends the batch, after the answer.
  ///
  /// - Throws: ``ToolError`` after failures.
  func finish() throws {
    guard failures > 0 else { return }
    throw ToolError(.badData, "\(failures) of \(counted(count, "input")) failed")
  }
}
