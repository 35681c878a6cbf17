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
  /// - Parameters:
  ///   - recordings: One gesture each, its samples in order of time.
  ///   - time: The time of a sample, in seconds.
  ///   - minimumSamples: Recordings with fewer samples are refused.
  ///   - represent: What a classifier reads of the samples of a gesture.
  /// - Throws: ``TrainingError/unlabeled(example:)`` for a recording without a label.
  public init<Sample>(
    _ recordings: [LabeledRecording<Sample>], time: (Sample) -> Double, minimumSamples: Int = 0,
    represent: ([Sample]) throws(GestureError) -> Representation
  ) throws(TrainingError) {
    examples = []
    refused = []
    for (index, recording) in recordings.enumerated() {
      let name = recording.name.isEmpty ? "recording \(index)" : recording.name
      guard let label = recording.label else { throw .unlabeled(example: name) }
      let samples = recording.samples
      do throws(GestureError) {
        guard samples.count >= minimumSamples else {
          throw .tooFewSamples(count: samples.count, minimum: minimumSamples)
        }
        let duration =
          if let first = samples.first, let last = samples.last { time(last) - time(first) } else {
            0.0
          }
        examples.append(
          Example(
            representation: try represent(samples), label: label, user: recording.user, name: name,
            duration: duration))
      } catch {
        refused.append(Refusal(name: name, label: label, reason: error))
      }
    }
  }

  /// The classes in alphabetical order.
  public var labels: [String] { Set(examples.map(\.label)).sorted() }

  /// Adds the examples and the refusals of another set.
  public mutating func append(_ other: ExampleSet) {
    examples += other.examples
    refused += other.refused
  }

  /// A set of examples that are represented already.
  public init(examples: [Example<Representation>]) {
    self.examples = examples
    refused = []
  }
}
