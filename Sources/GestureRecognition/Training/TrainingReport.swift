/// The outcome of an iterative training.
public struct TrainingReport: Hashable, Sendable, Codable {
  /// Whether the training converged. If not, it stopped at its largest number of iterations.
  public var converged: Bool
  /// The number of passes through the examples.
  public var iterations: Int
  /// The final value of the trainer's objective, as a mean over the examples.
  package var loss: Double
  /// The number of training examples that the result misclassifies.
  package var mistakes: Int

  /// Creates a report.
  package init(converged: Bool, iterations: Int, loss: Double, mistakes: Int) {
    self.converged = converged
    self.iterations = iterations
    self.loss = loss
    self.mistakes = mistakes
  }
}
