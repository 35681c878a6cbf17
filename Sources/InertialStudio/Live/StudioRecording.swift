internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings

/// A recording for replay, as device motion.
struct StudioRecording: Sendable {
  var id: Int
  var name: String
  var motions: [DeviceMotion]
  /// The time of the recording in seconds.
  var duration: Double { (motions.last?.timestamp ?? 0) - (motions.first?.timestamp ?? 0) }

  /// The recordings of motion in `recordings`, numbered from `first`.
  ///
  /// Raw samples pass through `MotionEstimator` as in `recognize`. Single gestures of device
  /// motion, as in data sets, follow each other in one recording with a rest between them.
  static func all(
    in recordings: Recordings, name: String, first: Int
  ) throws(RequestFailure) -> [StudioRecording] {
    var found: [StudioRecording] = []
    if !recordings.deviceMotion.isEmpty {
      found.append(
        StudioRecording(id: first, name: name, motions: joined(recordings.deviceMotion)))
    } else {
      for recording in recordings.sensorSamples {
        let isOnly = recordings.sensorSamples.count == 1
        found.append(
          StudioRecording(
            id: first + found.count, name: isOnly ? name : "\(name): \(recording.name)",
            motions: MotionEstimator().process(recording.samples)))
      }
    }
    found.removeAll { $0.motions.count < 2 || $0.duration <= 0 }
    guard !found.isEmpty else {
      throw .unprocessable(
        recordings.strokes.isEmpty
          ? "\(name): expected samples of motion with a duration, got none"
          : "\(name) holds strokes: import it under Teach")
    }
    return found
  }

  /// Gestures one after another, one second apart, each touched from start to end.
  private static func joined(_ recordings: [LabeledRecording<DeviceMotion>]) -> [DeviceMotion] {
    guard recordings.count > 1 else { return recordings[0].samples }
    var motions: [DeviceMotion] = []
    for recording in recordings {
      guard let start = recording.samples.first?.timestamp else { continue }
      let shift = (motions.last.map { $0.timestamp + 1 } ?? 0) - start
      for var motion in recording.samples {
        motion.timestamp += shift
        motion.isTouching = motion.isTouching ?? true
        motions.append(motion)
      }
      if var release = motions.last {
        release.timestamp += 0.01
        release.isTouching = false
        motions.append(release)
      }
    }
    return motions
  }
}
