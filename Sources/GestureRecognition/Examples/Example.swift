/// One gesture to learn from or to be tested on: what a classifier reads of it, and what is known.
public struct Example<Representation: Sendable>: Sendable {
  /// What the classifier reads, such as a feature vector.
  public var representation: Representation
  /// The class.
  public var label: String
  /// Who wrote it; `nil` when unknown.
  public var user: String?
  /// Where it comes from, for messages.
  public var name: String
  /// How long it lasted, in seconds.
  public var duration: Double

  /// An example of these parts.
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
