/// One job by this package and by a peer, on the same inputs.
struct Comparison {
  /// The job, with its size and scalar type.
  var name: String
  /// The name of the peer; empty where only our time is measured.
  var peer: String
  /// The target: the largest ratio of our time to the peer's.
  var targetRatio: Double?
  /// The target: the largest time per operation, in nanoseconds.
  var targetNanoseconds: Double?
  /// The number of operations in one run of either side.
  var operations: Int
  var ours: Side
  var theirs: Side?
  /// The largest difference between the two results, relative to their size: evidence that both did
  /// the work. Called after both have run.
  var disagreement: () -> Double
  /// The tolerance of that difference.
  var tolerance = 1e-12
  /// The reason where ours is slower.
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

/// The extent of a measurement.
struct Effort {
  /// The largest number of pairs of runs.
  var rounds: Int
  /// The shortest duration of a run, reached by repeating the job.
  var minimumSeconds: Double
  /// The longest duration of all pairs, beyond the smallest number of rounds.
  var budget: Double
  var fewestRounds: Int

  static let full = Effort(rounds: 101, minimumSeconds: 2e-3, budget: 4, fewestRounds: 7)
  static let quick = Effort(rounds: 21, minimumSeconds: 0.5e-3, budget: 0.4, fewestRounds: 3)
}

extension Comparison {
  /// Runs both alternately, so that a change of the machine's speed affects both.
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

  /// The number of repetitions of a job, and their duration.
  private func repetitions(
    of side: Side, _ effort: Effort
  ) -> (count: Int, seconds: Double) {
    _ = side.seconds(1)
    let once = max(side.seconds(1), 1e-9)
    let count = max(1, Int(effort.minimumSeconds / once))
    return (count, once * Double(count))
  }
}
