/// One job done by us and by a peer, over the same inputs.
struct Comparison {
  /// What is done, with its size and scalar.
  var name: String
  /// Who else does it.
  var peer: String
  /// The greatest ratio of our time to the peer's that an issue asked for, if one did.
  var target: Double?
  /// How many operations one call of either closure does.
  var operations: Int
  var ours: () -> Void
  var theirs: () -> Void
  /// The largest difference between the two results, relative to their size: proof that both did
  /// the work. Called after both have run.
  var disagreement: () -> Double
  /// What that difference may be.
  var tolerance = 1e-12
}

/// What was measured: nanoseconds an operation, and the ratio of each pair of neighbouring runs.
struct Measurement: Encodable {
  var name: String
  var peer: String
  var ours: Double
  var theirs: Double
  /// The median over pairs of our time over the peer's.
  var ratio: Double
  /// The 10th and 90th percentile of that ratio.
  var ratioLow: Double
  var ratioHigh: Double
  var target: Double?
  var disagreement: Double
  var agrees: Bool

  var holds: Bool? { target.map { ratio <= $0 && agrees } }
}

extension Comparison {
  /// Runs both in turn, `rounds` pairs of at least `minimumMilliseconds` each, so that a change
  /// of the machine's speed meets both alike.
  func measure(rounds: Int, minimumMilliseconds: Double) -> Measurement {
    let clock = ContinuousClock()
    func nanoseconds(_ repetitions: Int, _ body: () -> Void) -> Double {
      let elapsed = clock.measure { for _ in 0..<repetitions { body() } }
      let (seconds, attoseconds) = elapsed.components
      return (Double(seconds) * 1e9 + Double(attoseconds) * 1e-9)
        / Double(repetitions * operations)
    }
    func repetitions(for body: () -> Void) -> Int {
      body()
      let once = nanoseconds(1, body) * Double(operations)
      return max(1, Int(minimumMilliseconds * 1e6 / max(once, 1)))
    }
    let (n, m) = (repetitions(for: ours), repetitions(for: theirs))
    var a: [Double] = []
    var b: [Double] = []
    for round in 0..<rounds {
      // The order alternates, so that neither always runs on the warmer cache.
      if round.isMultiple(of: 2) {
        a.append(nanoseconds(n, ours))
        b.append(nanoseconds(m, theirs))
      } else {
        b.append(nanoseconds(m, theirs))
        a.append(nanoseconds(n, ours))
      }
    }
    let ratios = zip(a, b).map { $0 / $1 }.sorted()
    let difference = disagreement()
    return Measurement(
      name: name, peer: peer, ours: a.sorted()[rounds / 2], theirs: b.sorted()[rounds / 2],
      ratio: ratios[rounds / 2], ratioLow: ratios[rounds / 10],
      ratioHigh: ratios[rounds - 1 - rounds / 10], target: target, disagreement: difference,
      agrees: difference <= tolerance)
  }
}

/// The largest absolute difference of two arrays, relative to the largest element of the second.
func relativeDifference(_ a: [Double], _ b: [Double]) -> Double {
  var (difference, scale) = (0.0, 0.0)
  for (x, y) in zip(a, b) {
    guard x.isFinite, y.isFinite else { return .infinity }
    difference = max(difference, abs(x - y))
    scale = max(scale, abs(y))
  }
  // All zeros means that nobody wrote anything.
  return scale > 0 ? difference / scale : .infinity
}
