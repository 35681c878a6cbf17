/// A way to learn to tell gestures apart, as ``Evaluation`` tries it.
public protocol GestureClassifier: Sendable {
  /// What it reads of a gesture, computed once for each recording.
  associatedtype Representation: Sendable
  /// What it learns.
  associatedtype Model: Sendable

  /// Learns from `examples`, which are of at least two classes.
  ///
  /// The same examples in the same order give the same model.
  func train(_ examples: [Example<Representation>]) async throws(TrainingError) -> Model

  /// What `model` reads `representation` as.
  func recognize(
    _ representation: Representation, with model: Model
  ) throws(GestureError) -> Recognition
}
