internal import MotionFusion
internal import MotionRecordings

extension DataSetContent {
  /// Removes recordings whose samples and label repeat those of an earlier one.
  ///
  /// Feature vectors and series of any sensor are kept: short or quantised ones can be equal by
  /// chance.
  ///
  /// - Returns: The number of removed recordings.
  package mutating func removeDuplicates() -> Int {
    guard case .recordings(var recordings) = self else { return 0 }
    let count =
      Self.removeDuplicates(from: &recordings.deviceMotion)
      + Self.removeDuplicates(from: &recordings.strokes)
      + Self.removeDuplicates(from: &recordings.sensorSamples)
    if count > 0 { self = .recordings(recordings) }
    return count
  }

  private struct Content<Sample: Hashable>: Hashable {
    var label: String?
    var samples: [Sample]
  }

  private static func removeDuplicates<Sample: Hashable>(
    from recordings: inout [LabeledRecording<Sample>]
  ) -> Int {
    var known: Set<Content<Sample>> = []
    let before = recordings.count
    recordings.removeAll { recording in
      recording.samples.count > 1
        && !known.insert(Content(label: recording.label, samples: recording.samples)).inserted
    }
    return before - recordings.count
  }
}
