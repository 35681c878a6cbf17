/// Counts of the motion for one consumer.
public struct DeliveryCounts: Hashable, Sendable {
  /// Motion taken by the consumer.
  public internal(set) var delivered = 0
  /// Motion in the buffer, or for which the source waits until there is room.
  public internal(set) var waiting = 0
  /// Motion lost because the consumer was too slow, or still in the buffer at its end.
  public internal(set) var dropped = 0
  /// Motion left out by the update interval.
  public internal(set) var decimated = 0

  /// The sum of all counts.
  package var total: Int { delivered + waiting + dropped + decimated }
}
