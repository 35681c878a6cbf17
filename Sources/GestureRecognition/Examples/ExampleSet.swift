package import MotionFusion

/// Examples, and the recordings without features.
package struct ExampleSet<Representation: Sendable>: Sendable {
  /// The examples in the order of their recordings.
  package var examples: [Example<Representation>]
  /// The rejected recordings, in order.
  package var rejected: [RejectedExample]

  /// Creates a set of examples.
  package init(examples: [Example<Representation>]) {
    self.examples = examples
    rejected = []
  }

  /// Represents labelled recordings. Those for which `represent` throws are rejected.
  ///
  /// - Parameters:
  ///   - recordings: One gesture each, its samples in order of time.
  ///   - time: The time of a sample, in seconds.
  ///   - minimumSamples: The number of samples below which a recording is rejected.
  ///   - represent: Converts samples to the input of the classifier.
  /// - Throws: ``TrainingError/unlabeled(example:)`` for a recording without a label.
  package init<Sample>(
    _ recordings: [LabeledRecording<Sample>], time: (Sample) -> Double, minimumSamples: Int = 0,
    represent: ([Sample]) throws(GestureError) -> Representation
  ) throws(TrainingError) {
    examples = []
    rejected = []
    let areMotions = Sample.self == DeviceMotion.self
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
            duration: duration, motion: areMotions ? index : nil))
      } catch {
        rejected.append(RejectedExample(name: name, label: label, reason: error))
      }
    }
  }

  /// The classes in alphabetical order.
  package var labels: [String] { Set(examples.map(\.label)).sorted() }

  /// Appends the examples and the rejected recordings of another set.
  package mutating func append(_ other: ExampleSet) {
    examples += other.examples
    rejected += other.rejected
  }
}
