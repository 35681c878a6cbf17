/// What happens to motion that a consumer is too slow for.
public enum DeliveryPolicy: Hashable, Sendable {
  /// The newest are kept, up to this many; older ones are dropped and counted.
  case keepLatest(Int)
  /// Nothing is dropped: with this many waiting, the source is held back until the consumer takes
  /// one.
  ///
  /// That holds up every other consumer too. A pipe's writer then waits; a device whose own
  /// buffer runs over loses samples, which the filter sees as a gap.
  case neverMiss(buffering: Int)

  /// How many motions may wait.
  public var capacity: Int {
    switch self {
    case .keepLatest(let count), .neverMiss(let count): count
    }
  }
}
