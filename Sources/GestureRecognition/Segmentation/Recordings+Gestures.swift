internal import MotionFusion
public import MotionRecordings

extension Recordings {
  /// The gestures of these recordings, in order.
  ///
  /// A stroke and a recording of device motion are one gesture each. Raw samples pass through
  /// `MotionEstimator` without the magnetometer, and are cut at touch and release; without a
  /// touch the whole recording is one gesture. Where a recording has both raw samples and the
  /// phone's own device motion, the device motion is used.
  ///
  /// - Parameter keepingStartup: Whether the start-up transient of raw samples is kept.
  public func gestures(keepingStartup: Bool = false) -> [RecordedGesture] {
    var gestures = strokes.map {
      RecordedGesture(name: $0.name, label: $0.label, user: $0.user, samples: .stroke($0.samples))
    }
    gestures += deviceMotion.map {
      RecordedGesture(name: $0.name, label: $0.label, user: $0.user, samples: .motion($0.samples))
    }
    guard deviceMotion.isEmpty else { return gestures }
    for recording in sensorSamples {
      let estimator = MotionEstimator(skipsStartup: !keepingStartup)
      let motions = estimator.process(recording.samples)
      guard recording.samples.contains(where: { $0.isTouching != nil }) else {
        gestures.append(
          RecordedGesture(
            name: recording.name, label: recording.label, user: recording.user,
            samples: .motion(motions)))
        continue
      }
      let touched = MotionSegmenter().gestures(in: motions)
      let letters = (recording.label ?? "").filter { !$0.isWhitespace }.map(String.init)
      gestures += touched.enumerated().map { index, motions in
        RecordedGesture(
          name: "\(recording.name)[\(index)]",
          label: letters.count == touched.count ? letters[index] : nil, user: recording.user,
          samples: .motion(motions))
      }
    }
    return gestures
  }
}
