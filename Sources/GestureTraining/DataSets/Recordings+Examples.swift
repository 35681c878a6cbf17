package import GestureRecognition
internal import MotionFusion
package import MotionRecordings

/// Recordings that are not examples of a data set.
package struct UnlabeledRecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the recording.
  let name: String

  /// The missing content, and what was expected.
  package var description: String { "\(name): expected a label, got none; set it with --label" }
}

extension Recordings {
  /// The examples of a data set in these recordings, and the gestures that are too short.
  ///
  /// - Parameters:
  ///   - label: The label of all examples; `nil` for the label of each recording.
  ///   - user: The writer of all examples; `nil` for that of each recording.
  ///   - minimumSamples: The fewest samples of an example.
  ///   - atRest: Whether recordings of motion are cut at stationary phases.
  ///   - keepingStartup: Whether the start-up transient of raw samples is kept.
  /// - Throws: ``UnlabeledRecordingError`` for a recording without a label.
  package func examples(
    label: String?, user: String?, minimumSamples: Int, atRest: Bool, keepingStartup: Bool
  ) throws(UnlabeledRecordingError) -> (examples: [RecordedGesture], short: [RecordedGesture]) {
    var examples: [RecordedGesture] = []
    var short: [RecordedGesture] = []
    for input in gestures(keepingStartup: keepingStartup) {
      guard let label = label ?? input.label, !label.isEmpty else {
        throw UnlabeledRecordingError(name: input.name)
      }
      var pieces = [input.samples]
      if atRest, case .motion(let motions) = input.samples {
        pieces = MotionSegmenter(minimumSamples: minimumSamples, usesTouch: false)
          .gestures(in: motions).map { .motion($0) }
      }
      for samples in pieces {
        let example = RecordedGesture(
          name: input.name, label: label, user: user ?? input.user, samples: samples)
        if samples.count < minimumSamples {
          short.append(example)
        } else {
          examples.append(example)
        }
      }
    }
    return (examples, short)
  }
}
