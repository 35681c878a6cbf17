/// The samples of one gesture or recording, with label, user and name.
///
/// `Sample` is the type of the samples: ``SensorSample``, ``DeviceMotion``, ``Sample3D`` or
/// ``Sample2D``.
public struct LabeledRecording<Sample> {
  /// The gesture's label, such as `A`; `nil` if unknown.
  public var label: String?
  /// The user's name; `nil` if unknown.
  public var user: String?
  /// The source, for messages: a file, or an index in one.
  public var name: String
  /// The samples in the order of time.
  public var samples: [Sample]

  /// A recording of `samples`.
  public init(label: String? = nil, user: String? = nil, name: String = "", samples: [Sample]) {
    self.label = label
    self.user = user
    self.name = name
    self.samples = samples
  }
}

extension LabeledRecording: Sendable where Sample: Sendable {}
extension LabeledRecording: Equatable where Sample: Equatable {}
