/// What is taken to be true of a gesture's ends, where no rest before and after it was recorded.
public struct EndConditions: Hashable, Sendable, Codable {
  /// Whether the hand rests at the first sample.
  public var startsAtRest: Bool
  /// Whether the hand rests at the last sample: zero end velocity.
  public var endsAtRest: Bool
  /// Whether the stroke ends where it began: zero mean velocity.
  public var isClosed: Bool

  /// These conditions.
  ///
  /// - Parameters:
  ///   - startsAtRest: Whether the hand rests at the first sample.
  ///   - endsAtRest: Whether the hand rests at the last sample.
  ///   - isClosed: Whether the stroke ends where it began.
  public init(startsAtRest: Bool, endsAtRest: Bool, isClosed: Bool) {
    self.startsAtRest = startsAtRest
    self.endsAtRest = endsAtRest
    self.isClosed = isClosed
  }

  /// All eight.
  public static let all: [EndConditions] = [true, false].flatMap { start in
    [true, false].flatMap { end in
      [false, true].map { EndConditions(startsAtRest: start, endsAtRest: end, isClosed: $0) }
    }
  }
}
