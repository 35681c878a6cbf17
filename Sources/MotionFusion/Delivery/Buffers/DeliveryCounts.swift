/// What became of the motion that a source gave for one consumer.
public struct DeliveryCounts: Hashable, Sendable {
  /// Taken by the consumer.
  public var delivered = 0
  /// Waiting to be taken.
  public var waiting = 0
  /// Lost because the consumer was too slow, or because it ended with these still waiting.
  public var dropped = 0
  /// Left out because the update interval had not passed.
  public var thinned = 0

  /// Nothing yet.
  public init() {}

  /// All of them together: the motion there was.
  public var total: Int { delivered + waiting + dropped + thinned }
}
