public import GestureRecognition

/// Examples, and the recordings without features.
package struct ExampleSet<Representation: Sendable>: Sendable {
  package var examples: [Example<Representation>]
  /// The rejected recordings, in order.
  package var rejected: [RejectedExample]

  /// Creates a set of examples.
  package init(examples: [Example<Representation>]) {
    self.examples = examples
    rejected = []
  }

  /// Represents labelled gestures. Those for which `represent` throws, and motions that are too
  /// short for a gesture, are rejected.
  ///
  /// - Parameters:
  ///   - isTaken: Whether a classifier takes gestures of this kind.
  ///   - represent: Converts samples to the input of the classifier.
  init(
    _ gestures: [RecordedGesture], where isTaken: (Gesture) -> Bool,
    represent: (Gesture) throws(GestureError) -> Representation
  ) throws(TrainingError) {
    self.init(examples: [])
    for (index, gesture) in gestures.enumerated() where isTaken(gesture.samples) {
      let name = gesture.name.isEmpty ? "recording \(index)" : gesture.name
      guard let label = gesture.label else { throw .unlabeled(example: name) }
      let (samples, isMotion) = (gesture.samples, gesture.samples.motions != nil)
      do throws(GestureError) {
        if isMotion, samples.duration > 0 { try samples.checkLength() }
        examples.append(
          Example(
            representation: try represent(samples), label: label, user: gesture.user, name: name,
            duration: samples.duration, motion: isMotion ? index : nil))
      } catch {
        rejected.append(RejectedExample(name: name, label: label, reason: error))
      }
    }
  }

  /// The classes in alphabetical order.
  package var labels: [String] { Set(examples.map(\.label)).sorted() }

  /// The share of the examples that are recognised as their label.
  func accuracy(_ recognize: (Representation) throws(GestureError) -> Recognition) -> Double {
    let correct = examples.count { (try? recognize($0.representation))?.label == $0.label }
    return Double(correct) / Double(examples.count)
  }
}

/// A labelled gesture for training or testing.
package struct Example<Representation: Sendable>: Sendable {
  /// The input of the classifier, such as a feature vector.
  package var representation: Representation
  package var label: String
  /// The writer; `nil` if not recorded.
  package var user: String?
  /// The source, for messages.
  package var name: String
  /// The duration, in seconds.
  package var duration: Double
  /// The index of its motion among `DataSetContent.gestures`; `nil` for a stroke or a vector.
  package var motion: Int?

  /// Creates an example.
  package init(
    representation: Representation, label: String, user: String? = nil, name: String = "",
    duration: Double = 0, motion: Int? = nil
  ) {
    self.representation = representation
    self.label = label
    self.user = user
    self.name = name
    self.duration = duration
    self.motion = motion
  }
}

extension Example: Equatable where Representation: Equatable {}
extension Example: Hashable where Representation: Hashable {}

extension Array {
  /// Checks that there is something to learn.
  func requireDifference<R: Equatable>() throws(TrainingError) where Element == Example<R> {
    // The first example differs from all of other classes, unless the data set is damaged.
    let hasDifference = contains { one in
      !contains { $0.label != one.label && $0.representation == one.representation }
    }
    guard hasDifference else { throw .indistinguishable }
  }
}

/// A recording without features for training or evaluation.
public struct RejectedExample: Hashable, Sendable {
  /// The name of the recording.
  public var name: String
  /// Its true label; `nil` if unknown.
  public var label: String?
  /// The reason.
  public var reason: GestureError
}
