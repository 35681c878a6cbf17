package import GestureRecognition

/// A trainable classifier of gestures.
///
/// ``Evaluation`` tests any conforming type.
package protocol GestureClassifier: Sendable {
  /// The input of the classifier, computed once for each recording.
  associatedtype Representation: Sendable
  /// The result of training.
  associatedtype Model: Sendable

  /// Trains a model on examples of at least two classes.
  ///
  /// The same examples in the same order yield the same model.
  func train(_ examples: [Example<Representation>]) async throws(TrainingError) -> Model

  /// Trains a model for a user, on examples of others and of that user.
  ///
  /// Default: own examples count as much as others.
  func train(
    _ examples: [Example<Representation>], own: [Example<Representation>]
  ) async throws(TrainingError) -> Model

  /// Classifies `representation` with `model`.
  func recognize(
    _ representation: Representation, with model: Model
  ) throws(GestureError) -> Recognition

  /// The classes that every model has, whatever its examples. Default: none.
  var fixedLabels: [String] { get }

  /// A new session for one writer, which recognises gestures in the order of writing; `nil` if each
  /// recognition is independent. Default: `nil`.
  func session(with model: Model) -> WriterSession?

  /// The input in a state of a session. Default: the input.
  func read(_ representation: Representation, in state: WriterState) -> Representation
}

extension GestureClassifier {
  package func train(
    _ examples: [Example<Representation>], own: [Example<Representation>]
  ) async throws(TrainingError) -> Model {
    try await train(examples + own)
  }

  package var fixedLabels: [String] { [] }

  package func session(with model: Model) -> WriterSession? { nil }

  package func read(_ representation: Representation, in state: WriterState) -> Representation {
    representation
  }

  /// Recognises inputs with `model`, in a state of a session.
  func recognizer(
    with model: Model
  ) -> (Representation, _ state: WriterState) throws(GestureError) -> Recognition {
    { (representation, state) throws(GestureError) in
      try recognize(read(representation, in: state), with: model)
    }
  }
}

/// The outcome of an iterative training.
package struct TrainingReport: Hashable, Sendable, Codable {
  /// Whether the training converged. If not, it stopped at its largest number of iterations.
  package var converged: Bool
  /// The number of passes through the examples.
  package var iterations: Int
  /// The final value of the trainer's objective, as a mean over the examples.
  package var loss: Double
  /// The number of training examples that the result misclassifies.
  package var mistakes: Int

  package init(converged: Bool, iterations: Int, loss: Double, mistakes: Int) {
    self.converged = converged
    self.iterations = iterations
    self.loss = loss
    self.mistakes = mistakes
  }
}
