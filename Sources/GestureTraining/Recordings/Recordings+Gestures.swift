public import GestureRecognition
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
    let known = Set(deviceMotion.map(\.name))
    for recording in sensorSamples where !known.contains(recording.name) {
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
      gestures += recording.gestures(touched.map { .motion($0) })
    }
    return gestures
  }

  /// The estimated motion of raw samples with a touch.
  func streamsWithTouch() -> [[DeviceMotion]] {
    sensorSamples.filter { $0.samples.contains { $0.isTouching == true } }
      .map { MotionEstimator().process($0.samples) }
  }
}

extension LabeledRecording {
  /// The gestures of this recording: named by index, and labelled by the characters of its label if
  /// these are as many, otherwise by its words if those are.
  func gestures(_ parts: [Gesture]) -> [RecordedGesture] {
    let words = (label ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    let letters = words.flatMap { $0.map(String.init) }
    let labels = letters.count == parts.count ? letters : words
    return parts.enumerated().map { index, samples in
      RecordedGesture(
        name: "\(name)[\(index)]", label: labels.count == parts.count ? labels[index] : nil,
        user: user, samples: samples)
    }
  }
}
