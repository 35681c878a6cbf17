/// The samples of one gesture or one take, with what is known of them.
///
/// `Sample` says what was recorded: ``SensorSample``, ``DeviceMotion``, ``Sample3D`` or
/// ``Sample2D``.
public struct LabeledRecording<Sample> {
  /// What was written, such as `A`; `nil` when unknown.
  public var label: String?
  /// Who moved; `nil` when unknown.
  public var user: String?
  /// Where it comes from, for messages: a file, or an index in one.
  public var name: String
  /// The samples in order of time.
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
