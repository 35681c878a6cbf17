/// A median and the 10th and 90th percentile about it.
struct Spread: Codable {
  var median: Double
  var low: Double
  var high: Double

  /// Of one value or more.
  init(_ values: [Double]) {
    let sorted = values.sorted()
    median = sorted[sorted.count / 2]
    low = sorted[sorted.count / 10]
    high = sorted[sorted.count - 1 - sorted.count / 10]
  }
}

/// What a comparison found.
struct Measurement: Codable {
  var name: String
  /// Who else did it; empty for nobody.
  var peer: String
  /// How many pairs were measured.
  var rounds: Int
  /// Nanoseconds an operation.
  var ours: Spread
  var theirs: Spread?
  /// Our time over the peer's, pair by pair.
  var ratio: Spread?
  var targetRatio: Double?
  var targetNanoseconds: Double?
  var disagreement: Double
  var agrees: Bool
  /// What the compiler was allowed to use.
  var architecture = ""
  /// Why we are slower, where we are.
  var reason: String?

  /// Whether the targets are met, by the medians; `nil` where there is none.
  var holds: Bool? {
    guard targetRatio != nil || targetNanoseconds != nil else { return nil }
    return agrees && (ratio?.median ?? 0) <= targetRatio ?? .infinity
      && ours.median <= targetNanoseconds ?? .infinity
  }

  /// Whether we are slower beyond doubt: nine pairs of ten say so.
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
