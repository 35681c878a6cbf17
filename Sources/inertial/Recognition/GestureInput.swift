internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings

/// One gesture as a recording holds it, ready to be read.
struct GestureInput {
  /// What was recorded of it.
  enum Samples {
    case stroke([Sample2D])
    case motion([DeviceMotion])

    var count: Int {
      switch self {
      case .stroke(let samples): samples.count
      case .motion(let samples): samples.count
      }
    }
  }

  /// Where it comes from.
  var name: String
  /// What was written, where the recording says so.
  var truth: String?
  /// Who wrote it, where the recording says so.
  var user: String?
  var samples: Samples

  var count: Int { samples.count }

  /// How long it lasted, in seconds.
  var duration: Double {
    switch samples {
    case .stroke(let samples): (samples.last?.timestamp ?? 0) - (samples.first?.timestamp ?? 0)
    case .motion(let samples): (samples.last?.timestamp ?? 0) - (samples.first?.timestamp ?? 0)
    }
  }
}

extension GestureInput {
  /// The stroke that reports draw of it: for a motion the one that it makes, empty where it makes none.
  var stroke: [Sample2D] {
    switch samples {
    case .stroke(let samples): samples
    case .motion(let samples): (try? samples.stroke()) ?? []
    }
  }
}

extension GestureInput {
  /// The gestures in `recordings`, in order.
  ///
  /// Strokes and device motion are one gesture a recording. Raw sensor samples go through an
  /// orientation filter as a whole and are then cut by the marks of the user's touch; without
  /// marks the whole recording is one gesture. Where a recording holds both raw samples and what
  /// the phone made of them, the phone's motion is taken.
  ///
  /// - Parameter keepingStartup: Whether raw samples are believed before their sensors are settled.
  static func all(in recordings: Recordings, keepingStartup: Bool = false) -> [GestureInput] {
    var inputs = recordings.strokes.map {
      GestureInput(name: $0.name, truth: $0.label, user: $0.user, samples: .stroke($0.samples))
    }
    inputs += recordings.deviceMotion.map {
      GestureInput(name: $0.name, truth: $0.label, user: $0.user, samples: .motion($0.samples))
    }
    guard recordings.deviceMotion.isEmpty else { return inputs }
    for recording in recordings.sensorSamples {
      inputs += gestures(in: recording, keepingStartup: keepingStartup)
    }
    return inputs
  }

  private static func gestures(
    in recording: LabeledRecording<SensorSample>, keepingStartup: Bool
  ) -> [GestureInput] {
    var configuration = InertialFilter.Configuration()
    // Letters need no north, and a magnet near the phone would bend them.
    configuration.usesMagnetometer = false
    let estimator = MotionEstimator(
      filter: InertialFilter(configuration: configuration),
      startup: keepingStartup ? nil : StartupDetector())
    let motions = estimator.process(recording.samples)
    guard recording.samples.contains(where: { $0.isTouching != nil }) else {
      return [
        GestureInput(
          name: recording.name, truth: recording.label, user: recording.user,
          samples: .motion(motions))
      ]
    }
    let letters = (recording.label ?? "").filter { !$0.isWhitespace }.map(String.init)
    let touches = motions.touches
    return touches.enumerated().map { index, touch in
      GestureInput(
        name: "\(recording.name)[\(index)]",
        truth: letters.count == touches.count ? letters[index] : nil, user: recording.user,
        samples: .motion(Array(motions[touch])))
    }
  }

  /// The gesture as classifiers learn from it; without samples when it is no motion.
  var labeledMotion: LabeledRecording<DeviceMotion> {
    guard case .motion(let motions) = samples else {
      return LabeledRecording(label: truth, user: user, name: name, samples: [])
    }
    return LabeledRecording(label: truth, user: user, name: name, samples: motions)
  }
}

extension [DeviceMotion] {
  /// The ranges of consecutive samples during which the user touches.
  fileprivate var touches: [Range<Int>] {
    var ranges: [Range<Int>] = []
    for index in indices where self[index].isTouching == true {
      if let last = ranges.last, last.upperBound == index {
        ranges[ranges.count - 1] = last.lowerBound..<(index + 1)
      } else {
        ranges.append(index..<(index + 1))
      }
    }
    return ranges
  }
}
