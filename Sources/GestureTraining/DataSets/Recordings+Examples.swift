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
  /// The examples of a data set in these recordings, the gestures that are too short, and the
  /// labels of recordings that `label` replaces, in alphabetical order.
  ///
  /// - Parameters:
  ///   - label: The label of all examples; `nil` for the label of each recording.
  ///   - user: The writer of all examples; `nil` for that of each recording.
  ///   - minimumDuration: The minimum duration of an example, in seconds; `nil` for that of its
  ///     kind.
  ///   - atRest: Whether recordings of motion are cut at stationary phases.
  ///   - keepingStartup: Whether the start-up transient of raw samples is kept.
  package func examples(
    label: String?, user: String?, minimumDuration: Double?, atRest: Bool, keepingStartup: Bool
  ) throws(UnlabeledRecordingError) -> (
    examples: [RecordedGesture], short: [RejectedExample], replacedLabels: [String]
  ) {
    var replaced: Set<String> = []
    var examples: [RecordedGesture] = []
    var short: [RejectedExample] = []
    var limits = GestureLimits.motion
    limits.duration = minimumDuration ?? limits.duration
    for input in gestures(keepingStartup: keepingStartup) {
      guard let label = label ?? input.label, !label.isEmpty else {
        throw UnlabeledRecordingError(name: input.name)
      }
      if let own = input.label, own != label { replaced.insert(own) }
      var pieces = [input.samples]
      if atRest, case .motion(let motions) = input.samples {
        pieces = MotionSegmenter(limits: limits, usesTouch: false)
          .gestures(in: motions).map { .motion($0) }
      }
      for samples in pieces {
        let example = RecordedGesture(
          name: input.name, label: label, user: user ?? input.user, samples: samples)
        do throws(GestureError) {
          try samples.checkLength(minimumDuration: minimumDuration)
          examples.append(example)
        } catch {
          short.append(RejectedExample(name: input.name, label: label, reason: error))
        }
      }
    }
    return (examples, short, replaced.sorted())
  }
}
