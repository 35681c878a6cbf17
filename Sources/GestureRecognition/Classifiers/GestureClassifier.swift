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

  /// Classifies `representation` with `model`.
  func recognize(
    _ representation: Representation, with model: Model
  ) throws(GestureError) -> Recognition
}
