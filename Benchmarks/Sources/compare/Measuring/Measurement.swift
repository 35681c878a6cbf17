/// A median and the 10th and 90th percentile about it.
struct Spread: Codable {
  var median: Double
  var low: Double
  var high: Double

  /// The statistics of at least one value.
  init(_ values: [Double]) {
    let sorted = values.sorted()
    median = sorted[sorted.count / 2]
    low = sorted[sorted.count / 10]
    high = sorted[sorted.count - 1 - sorted.count / 10]
  }
}

/// The result of a comparison.
struct Measurement: Codable {
  var name: String
  /// The name of the peer; empty for none.
  var peer: String
  /// The number of measured pairs.
  var rounds: Int
  /// Nanoseconds per operation.
  var ours: Spread
  var theirs: Spread?
  /// The ratio of our time to the peer's, pair by pair.
  var ratio: Spread?
  var targetRatio: Double?
  var targetNanoseconds: Double?
  var disagreement: Double
  var agrees: Bool
  /// The target architecture of the compiler.
  var architecture = ""
  /// The reason where ours is slower.
  var reason: String?

  /// Whether the medians meet the targets; `nil` without a target.
  var holds: Bool? {
    guard targetRatio != nil || targetNanoseconds != nil else { return nil }
    return agrees && (ratio?.median ?? 0) <= targetRatio ?? .infinity
      && ours.median <= targetNanoseconds ?? .infinity
  }

  /// Whether ours is slower in nine pairs of ten.
  var isSlower: Bool { ratio.map { $0.low > 1 } ?? false }

  init(
    name: String, peer: String, rounds: Int, ours: Spread, disagreement: Double, agrees: Bool
  ) {
    self.name = name
    self.peer = peer
    self.rounds = rounds
    self.ours = ours
    self.disagreement = disagreement
    self.agrees = agrees
  }
}
