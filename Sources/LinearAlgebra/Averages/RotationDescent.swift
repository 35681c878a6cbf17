import RotationMath

/// Repeated weighted means of the rotation vectors from an estimate to the data.
struct RotationDescent {
  /// Rotations further than this from an estimate do not speak for it: three times 5°, in radians.
  static let agreement = 15 * Double.pi / 180

  let data: [(rotation: Quaternion<Double>, weight: Double)]
  var estimate: Quaternion<Double>

  /// Moves the estimate to the weighted mean of the data as seen from it, until it stays; each
  /// datum's weight is its own times `weight` of its angle in radians.
  ///
  /// Data at the estimate itself, whose direction nothing tells, have no part in a step; a step
  /// that would leave such a datum although it outweighs all others is not made (Y. Vardi, C.-H.
  /// Zhang, *The multivariate L1-median and associated data depth*, PNAS 97(4), 2000). Those at
  /// `limit` radians or further have no part in it either.
  mutating func run(
    _ maximumIterations: Int, limit: Double = .infinity, weight: (Double) -> Double
  ) {
    // Only those whose half angle has at least this cosine are worth their angle.
    let cosine = limit < .pi ? Double.cos(limit / 2) - 1e-12 : 0
    for _ in 0..<maximumIterations {
      var step = Vector3<Double>.zero
      var pull = Vector3<Double>.zero
      var total = 0.0
      var held = 0.0
      let back = estimate.conjugate
      for datum in data {
        let turn = back * datum.rotation
        guard abs(turn.w) >= cosine else { continue }
        let vector = turn.rotationVector
        let angle = vector.length
        guard angle < limit else { continue }
        guard angle > 1e-12 else {
          // At the estimate: it holds with its full weight where weights grow without bound.
          held += weight(1e-12) > 1e6 ? datum.weight : 0
          total += weight(1e-12) > 1e6 ? 0 : datum.weight
          continue
        }
        let factor = datum.weight * weight(angle)
        step += vector * factor
        pull += vector * factor
        total += factor
      }
      guard total > 0 else { return }
      let strength = pull.length
      if held > 0 && strength <= held { return }
      let share = held > 0 ? 1 - held / strength : 1
      step = step * (share / total)
      let next = estimate * Quaternion(rotationVector: step)
      estimate = next * (1 / next.length)
      if step.length < 1e-14 { return }
    }
  }

  /// Moves the estimate to the datum with the smallest sum of angles, each up to the limit of
  /// agreement. Of many data a sample is compared with itself, and the best few of it with all.
  ///
  /// - Returns: Whether no other place among those compared is as good.
  mutating func startFromConsensus() -> Bool {
    let sample = self.sample(512)
    var costs = sample.map { (cost: Self.disagreement(of: $0.rotation, with: sample), $0.rotation) }
    if sample.count < data.count {
      costs.sort { $0.cost < $1.cost }
      costs = costs.prefix(8).map { (Self.disagreement(of: $0.1, with: data), $0.1) }
    }
    guard let best = costs.min(by: { $0.cost < $1.cost }) else { return false }
    estimate = best.1
    return !costs.contains {
      $0.cost <= best.cost * (1 + 1e-12) && $0.1.angularDistance(to: best.1) > 1e-9
    }
  }

  /// At most `count` of the data, chosen as often as their weights say: one at a place that is as
  /// good as random in each of as many equal parts of the total weight.
  private func sample(_ count: Int) -> [(rotation: Quaternion<Double>, weight: Double)] {
    guard data.count > count else { return data }
    let part = data.reduce(0) { $0 + $1.weight / Double(count) }
    // No step of a fixed length: the data may be sources in turn.
    var random = SplitMix64(seed: 0)
    var sample: [(rotation: Quaternion<Double>, weight: Double)] = []
    sample.reserveCapacity(count)
    var passed = 0.0
    var place = part * Double.random(in: 0..<1, using: &random)
    for datum in data {
      passed += datum.weight
      while place < passed && sample.count < count {
        sample.append((datum.rotation, 1))
        place = part * (Double(sample.count) + Double.random(in: 0..<1, using: &random))
      }
    }
    return sample
  }

  /// The weighted sum of the angles from `candidate` to `data`, each up to the limit of agreement.
  private static func disagreement(
    of candidate: Quaternion<Double>, with data: [(rotation: Quaternion<Double>, weight: Double)]
  ) -> Double {
    // The squared chord of two quaternions whose rotations are just that far apart.
    let limit = 2 - 2 * Double.cos(agreement / 2)
    var sum = 0.0
    for datum in data {
      let squared = 2 - 2 * abs(candidate.dot(datum.rotation))
      // Most of what is wrong is far away, and needs no angle.
      let angle = squared < limit ? 4 * Double.asin(max(squared, 0).squareRoot() / 2) : agreement
      sum += datum.weight * angle
    }
    return sum
  }
}
