/// How an iterative training ended, whichever the trainer.
public struct TrainingReport: Hashable, Sendable, Codable {
  /// Whether it reached its goal; if not, it stopped at its largest number of iterations, and more
  /// of them may change the weights.
  public var converged: Bool
  /// The number of passes through the examples.
  public var iterations: Int
  /// What the trainer minimises, at its end: the mean over the examples, penalty included. Each
  /// trainer says what its loss is.
  public var loss: Double
  /// How many of the examples the result itself reads wrong.
  public var mistakes: Int

  /// A report of these parts.
  public init(converged: Bool, iterations: Int, loss: Double, mistakes: Int) {
    self.converged = converged
    self.iterations = iterations
    self.loss = loss
    self.mistakes = mistakes
  }
}
