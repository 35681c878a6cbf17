/// The conditions at the ends of a gesture.
public struct EndConditions: Hashable, Sendable {
  /// Whether the hand is stationary at the first sample.
  public var startsAtRest: Bool
  /// Whether the hand is stationary at the last sample: zero end velocity.
  public var endsAtRest: Bool
  /// Whether the stroke ends at its start: zero mean velocity.
  public var isClosed: Bool

  /// All eight combinations.
  static let all: [EndConditions] = [true, false].flatMap { start in
    [true, false].flatMap { end in
      [false, true].map { EndConditions(startsAtRest: start, endsAtRest: end, isClosed: $0) }
    }
  }
}
