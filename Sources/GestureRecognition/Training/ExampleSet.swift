/// Examples, and the recordings that gave none.
public struct ExampleSet<Representation: Sendable>: Sendable {
  /// A recording that is no example.
  public struct Refusal: Hashable, Sendable {
    /// Where it comes from.
    public var name: String
    /// What it should have been.
    public var label: String?
    /// Why.
    public var reason: GestureError
  }

  /// The examples in the order of their recordings.
  public var examples: [Example<Representation>]
  /// The others, in order.
  public var refused: [Refusal]

  /// Represents each labelled recording; those for which `represent` throws are refused.
  ///
  /// - Throws: ``TrainingError/unlabeled(example:)`` for a recording without a label.
  public init<Sample>(
    _ recordings: [LabeledRecording<Sample>], duration: ([Sample]) -> Double,
    represent: ([Sample]) throws(GestureError) -> Representation
  ) throws(TrainingError) {
    examples = []
    refused = []
    for (index, recording) in recordings.enumerated() {
      let name = recording.name.isEmpty ? "recording \(index)" : recording.name
      guard let label = recording.label else { throw .unlabeled(example: name) }
      do {
        examples.append(
          Example(
            representation: try represent(recording.samples), label: label, user: recording.user,
            name: name, duration: duration(recording.samples)))
      } catch {
        refused.append(Refusal(name: name, label: label, reason: error))
      }
    }
  }

  /// A set of examples that are represented already.
  public init(examples: [Example<Representation>]) {
    self.examples = examples
    refused = []
  }
}
