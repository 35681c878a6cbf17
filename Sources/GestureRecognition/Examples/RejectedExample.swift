/// A recording without features for training or evaluation.
public struct RejectedExample: Hashable, Sendable {
  /// The name of the recording.
  public var name: String
  /// Its true label; `nil` when unknown.
  public var label: String?
  /// The reason.
  public var reason: GestureError
}
