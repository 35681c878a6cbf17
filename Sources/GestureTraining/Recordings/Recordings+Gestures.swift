public import GestureRecognition
internal import MotionFusion
public import MotionRecordings

extension MotionEstimation {
  /// The estimation of the motion of gestures from raw samples, as ``WritingSession`` makes it.
  package static let ofGestures = MotionEstimation(usesMagnetometer: false)
}

extension Recordings {
  /// The gestures of these recordings, in order.
  ///
  /// A stroke is one gesture. The motion of raw samples is estimated without the magnetometer, and
  /// cut at touch and release; without a touch the whole recording is one gesture. Device motion is
  /// cut if a touch begins and ends within it, and is one gesture otherwise. If a recording has
  /// both raw samples and the phone's own device motion, the device motion is used.
  ///
  /// - Parameter keepingStartup: Whether the start-up transient of raw samples is kept.
  public func gestures(keepingStartup: Bool = false) -> [RecordedGesture] {
    strokes.map { RecordedGesture(.stroke($0.samples), of: $0) }
      + motions(keepingStartup: keepingStartup).flatMap { recording, isCut in
        guard isCut else {
          return [RecordedGesture(.motion(recording.samples), of: recording)]
        }
        return recording.gestures(
          MotionSegmenter().gestures(in: recording.samples).map { .motion($0) })
      }
  }

  /// The device motion of these recordings, in order, and whether it is cut at touch and release.
  func motions(
    keepingStartup: Bool = false
  ) -> some Sequence<(LabeledRecording<DeviceMotion>, isCut: Bool)> {
    let estimation = MotionEstimation(usesMagnetometer: false, skipsStartup: !keepingStartup)
    let known = Set(deviceMotion.map(\.name))
    let others = sensorSamples.filter { !known.contains($0.name) }
    return deviceMotion.map { ($0, isCut: $0.samples.holdsTouch) }
      + others.map { recording in
        (
          LabeledRecording(
            label: recording.label, user: recording.user, name: recording.name,
            samples: estimation.estimate(recording.samples).motions),
          isCut: recording.samples.contains { $0.isTouching != nil }
        )
      }
  }

  /// The estimated motion of raw samples with a touch.
  func streamsWithTouch() -> [[DeviceMotion]] {
    sensorSamples.filter { $0.samples.contains { $0.isTouching == true } }
      .map { MotionEstimation.ofGestures.estimate($0.samples).motions }
  }
}

extension [DeviceMotion] {
  /// Whether a touch begins and ends within it: a log of one gesture, held throughout, does not.
  fileprivate var holdsTouch: Bool {
    let touches = lazy.compactMap(\.isTouching)
    guard let start = touches.firstIndex(of: true), touches.prefix(upTo: start).contains(false)
    else { return false }
    return touches.suffix(from: start).contains(false)
  }
}

extension LabeledRecording {
  /// The gestures of this recording: named by index. The label of the recording is that of a single
  /// gesture. Otherwise its characters are the labels if the counts agree, or its words if those
  /// counts agree.
  func gestures(_ parts: [Gesture]) -> [RecordedGesture] {
    let words = (label ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    let letters = words.flatMap { $0.map(String.init) }
    let labels = letters.count == parts.count ? letters : words
    return parts.enumerated().map { index, samples in
      let own = labels.count == parts.count ? labels[index] : nil
      return RecordedGesture(
        name: "\(name)[\(index)]", label: parts.count == 1 && !words.isEmpty ? label : own,
        user: user, samples: samples)
    }
  }
  /// These gestures of this recording with its names and labels.
  func named(_ gestures: [RecognizedGesture]) -> [RecognizedGesture] {
    zip(gestures, self.gestures(gestures.map(\.gesture.samples))).map { gesture, named in
      var gesture = gesture
      gesture.gesture = named
      return gesture
    }
  }
}
