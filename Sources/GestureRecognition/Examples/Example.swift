/// A labelled gesture for training or testing.
public struct Example<Representation: Sendable>: Sendable {
  /// The input of the classifier, such as a feature vector.
  public var representation: Representation
  /// The class.
  public var label: String
  /// The writer; `nil` if not recorded.
  public var user: String?
  /// The source, for messages.
  public var name: String
  /// The duration, in seconds.
  public var duration: Double

  /// Creates an example.
  public init(
    representation: Representation, label: String, user: String? = nil, name: String = "",
    duration: Double = 0
  ) {
    self.representation = representation
    self.label = label
    self.user = user
    self.name = name
    self.duration = duration
  }
}
