/// Accepts the gestures within long movements together with their neighbours: other movements
/// resemble a letter now and then, but not several in a row.
///
/// The mean similarity of a gesture, the three before it and the two after it decides, as far as
/// they are within 6 s. Chosen so that less than one gesture a minute is accepted in development
/// data without letters; a threshold for each gesture alone loses ten times as many letters.
struct SpottingContext: Sendable {
  private static let previousCount = 3
  private static let nextCount = 2
  /// The largest time to a neighbour, in seconds.
  private static let reach = 6.0
  private static let leastSimilarity = -0.15

  private var previous: [(time: Double, similarity: Double)] = []

  /// Whether a gesture is accepted.
  ///
  /// - Parameters:
  ///   - time: The time of the gesture, in seconds.
  ///   - similarity: Its similarity, as against other movements.
  ///   - next: The gestures that probably follow.
  mutating func accept(
    at time: Double, similarity: Double, before next: [(time: Double, similarity: Double)]
  ) -> Bool {
    let near = (previous + next.prefix(Self.nextCount)).filter {
      abs($0.time - time) < Self.reach
    }
    let sum = near.reduce(similarity) { $0 + $1.similarity }
    previous.append((time, similarity))
    if previous.count > Self.previousCount { previous.removeFirst() }
    return sum / Double(near.count + 1) >= Self.leastSimilarity
  }
}
