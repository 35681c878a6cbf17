import RotationMath

/// A descent on the rotation group by weighted means of rotation vectors.
struct RotationDescent {
  /// The limit of agreement, 15° in radians: three standard deviations of 5°, the noise of the
  /// inliers in S. H. Lee and J. Civera's protocol.
  static let agreement = 15 * Double.pi / 180

  let data: [(rotation: Quaternion<Double>, weight: Double)]
  var estimate: Quaternion<Double>

  /// Repeats the step to the weighted mean of the data relative to the estimate until it converges.
  ///
  /// A datum at the estimate has no direction and does not contribute to the step, but it holds the
  /// estimate if it outweighs all others (Y. Vardi, C.-H. Zhang, *The multivariate L1-median and
  /// associated data depth*, PNAS 97(4), 2000).
  ///
  /// - Parameters:
  ///   - maximumSteps: The limit of steps.
  ///   - limit: Data at this angle or beyond do not contribute, in radians.
  ///   - weight: The factor of a datum's weight at an angle in radians.
  mutating func run(
    _ maximumSteps: Int, limit: Double = .infinity, weight: (Double) -> Double
  ) {
    // A cheap test: smaller cosines of the half angle are beyond the limit.
    let cosine = limit < .pi ? Double.cos(limit / 2) - 1e-12 : 0
    for _ in 0..<maximumSteps {
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
          // At the estimate: it holds with its full weight where `weight` is unbounded.
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

  /// Moves the estimate to the datum with the smallest sum of angles, each capped at ``agreement``.
  ///
  /// From many data a sample is compared with itself, and its best eight with all data.
  ///
  /// - Returns: Whether no other rotation among those compared has an equal sum.
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

  /// A stratified sample of at most `count` data, by weight.
  ///
  /// It takes one datum at a random position in each of `count` equal parts of the total weight.
  private func sample(_ count: Int) -> [(rotation: Quaternion<Double>, weight: Double)] {
    guard data.count > count else { return data }
    let part = data.reduce(0) { $0 + $1.weight / Double(count) }
    // A fixed step would miss sources that alternate in the data.
    var random = SplitMix64(seed: 0)
    var sample: [(rotation: Quaternion<Double>, weight: Double)] = []
    sample.reserveCapacity(count)
    var passed = 0.0
    var position = part * Double.random(in: 0..<1, using: &random)
    for datum in data {
      passed += datum.weight
      while position < passed && sample.count < count {
        sample.append((datum.rotation, 1))
        position = part * (Double(sample.count) + Double.random(in: 0..<1, using: &random))
      }
    }
    return sample
  }

  /// The weighted sum of the angles from `candidate` to `data`, each capped at ``agreement``.
  private static func disagreement(
    of candidate: Quaternion<Double>, with data: [(rotation: Quaternion<Double>, weight: Double)]
  ) -> Double {
    // The squared distance of two quaternions whose rotations are 15° apart.
    let limit = 2 - 2 * Double.cos(agreement / 2)
    var sum = 0.0
    for datum in data {
      let squared = 2 - 2 * abs(candidate.dot(datum.rotation))
      // Most outliers are far away and need no arcsine.
      let angle = squared < limit ? 4 * Double.asin(max(squared, 0).squareRoot() / 2) : agreement
      sum += datum.weight * angle
    }
    return sum
  }
}
