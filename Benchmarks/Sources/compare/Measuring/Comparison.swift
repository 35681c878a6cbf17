/// One job done by us and by a peer, over the same inputs.
struct Comparison {
  /// What is done, with its size and scalar.
  var name: String
  /// Who else does it; empty where nobody does and only our time is of interest.
  var peer: String
  /// The greatest ratio of our time to the peer's that is acceptable.
  var targetRatio: Double?
  /// The greatest number of nanoseconds an operation that is acceptable.
  var targetNanoseconds: Double?
  /// How many operations one run of either side does.
  var operations: Int
  var ours: Side
  var theirs: Side?
  /// The largest difference between the two results, relative to their size: proof that both did
  /// the work. Called after both have run.
  var disagreement: () -> Double
  /// What that difference may be.
  var tolerance = 1e-12
  /// Why we are slower, where we are.
  var reason: String?
}

extension Comparison {
  /// A comparison of two jobs in this process, held to a ratio.
  init(
    name: String, peer: String, target: Double?, operations: Int, ours: @escaping () -> Void,
    theirs: @escaping () -> Void, disagreement: @escaping () -> Double,
    tolerance: Double = 1e-12, reason: String? = nil
  ) {
    self.init(
      name: name, peer: peer, targetRatio: target, operations: operations,
      ours: Side(ours), theirs: Side(theirs), disagreement: disagreement, tolerance: tolerance,
      reason: reason)
  }
}

/// How long to measure.
struct Effort {
  /// The largest number of pairs of runs.
  var rounds: Int
  /// How long one run lasts at least, by repeating the job.
  var minimumSeconds: Double
  /// How long all pairs last at most, but for the smallest number of rounds.
  var budget: Double
  var fewestRounds: Int

  static let full = Effort(rounds: 101, minimumSeconds: 2e-3, budget: 4, fewestRounds: 7)
  static let quick = Effort(rounds: 21, minimumSeconds: 0.5e-3, budget: 0.4, fewestRounds: 3)
}

extension Comparison {
  /// Runs both in turn, pair after pair, so that a change of the machine's speed meets both alike.
  func measure(_ effort: Effort) -> Measurement {
    let n = repetitions(of: ours, effort)
    let m = theirs.map { repetitions(of: $0, effort) }
    let pair = n.seconds + (m?.seconds ?? 0)
    let rounds = min(effort.rounds, max(effort.fewestRounds, Int(effort.budget / pair)))
    var a: [Double] = []
    var b: [Double] = []
    for round in 0..<rounds {
      // The order alternates, so that neither always runs on the warmer cache.
      if round.isMultiple(of: 2) { a.append(nanoseconds(ours, n.count)) }
      if let theirs, let m { b.append(nanoseconds(theirs, m.count)) }
      if !round.isMultiple(of: 2) { a.append(nanoseconds(ours, n.count)) }
    }
    let difference = disagreement()
    var measurement = Measurement(
      name: name, peer: peer, rounds: rounds, ours: Spread(a), disagreement: difference,
      agrees: difference <= tolerance)
    if !b.isEmpty {
      measurement.theirs = Spread(b)
      measurement.ratio = Spread(zip(a, b).map { $0 / $1 })
    }
    measurement.targetRatio = targetRatio
    measurement.targetNanoseconds = targetNanoseconds
    measurement.reason = reason
    return measurement
  }

  private func nanoseconds(_ side: Side, _ repetitions: Int) -> Double {
    side.seconds(repetitions) * 1e9 / Double(repetitions * operations)
  }

  /// How often to repeat a job, and how long that takes.
  private func repetitions(
    of side: Side, _ effort: Effort
  ) -> (count: Int, seconds: Double) {
    _ = side.seconds(1)
    let once = max(side.seconds(1), 1e-9)
    let count = max(1, Int(effort.minimumSeconds / once))
    return (count, once * Double(count))
  }
}
