internal import MotionFusion

/// One gesture of a recording, with its label and user where they are known.
public struct RecordedGesture: Hashable, Sendable {
  /// The recording it is from, for messages.
  public var name: String
  /// The true label; `nil` when unknown.
  public var label: String?
  /// The person who made it; `nil` when unknown.
  public var user: String?
  /// The samples.
  public var samples: Gesture

  /// A gesture with these samples.
  public init(name: String = "", label: String? = nil, user: String? = nil, samples: Gesture) {
    self.name = name
    self.label = label
    self.user = user
    self.samples = samples
  }

  /// The gesture as a labelled motion; without samples if it is not a motion.
  var labeledMotion: LabeledRecording<DeviceMotion> {
    guard case .motion(let motions) = samples else {
      return LabeledRecording(label: label, user: user, name: name, samples: [])
    }
    return LabeledRecording(label: label, user: user, name: name, samples: motions)
  }
}
