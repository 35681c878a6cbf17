public import RotationMath

/// The average of rotations by a method, with weights.
///
/// The iterations of all but `.chordalL2` start from the chordal average, those of `.robust` from
/// the rotation among the data that most others agree with. They stop when a step is below 1e-14
/// rad, or after `maximumIterations`.
///
/// Sources: `.geodesicL2`: J. H. Manton, *A globally convergent numerical algorithm for computing
/// the centre of mass on compact Lie groups*, 2004, doi:10.1109/ICARCV.2004.1469774. The medians: R.
/// Hartley, K. Aftab, J. Trumpf, *L1 rotation averaging using the Weiszfeld algorithm*, CVPR 2011,
/// doi:10.1109/CVPR.2011.5995745. `.robust` joins the generalised
/// Weiszfeld algorithm (K. Aftab, R. Hartley, J. Trumpf, *Generalized Weiszfeld algorithms for Lq
/// optimization*, IEEE TPAMI 37(4), 2015, doi:10.1109/TPAMI.2014.2353625; here *q* = ½) with the
/// idea of S. H. Lee, J. Civera, *Robust single rotation averaging*, 2020, arXiv:2004.00732: what
/// does not agree is left out.
///
/// - Parameters:
///   - rotations: Quaternions, which need not have length one; their signs do not matter.
///   - weights: One each, zero or more; `nil` for equal weights.
///   - method: What to minimise.
///   - maximumIterations: The most steps of an iterative method.
/// - Throws: ``RotationAverageError``, naming the first invalid element.
/// - Complexity: O(*n*) a step; `.robust` O(*n*²) once, on at most 512 candidates.
public func averageRotation(
  of rotations: [Quaternion<Double>], weights: [Double]? = nil,
  method: RotationAverageMethod = .chordalL2, maximumIterations: Int = 100
) throws(RotationAverageError) -> RotationAverage {
  var accumulator = RotationAccumulator()
  try accumulator.add(contentsOf: rotations, weights: weights)
  let chordal = try accumulator.average()
  guard method != .chordalL2 else { return chordal }

  // A zero weight takes part in nothing.
  var data: [(rotation: Quaternion<Double>, weight: Double)] = []
  data.reserveCapacity(rotations.count)
  for (index, rotation) in rotations.enumerated() {
    let weight = weights?[index] ?? 1
    if weight > 0 { data.append((rotation * (1 / rotation.length), weight)) }
  }
  var descent = RotationDescent(data: data, estimate: chordal.rotation)
  switch method {
  case .chordalL2: break
  case .geodesicL2: descent.run(maximumIterations) { _ in 1 }
  case .geodesicL1: descent.run(maximumIterations) { 1 / $0 }
  // d‖R - S‖/dθ = √2 cos(θ/2), along the direction of the rotation vector.
  case .chordalL1: descent.run(maximumIterations) { Double.cos($0 / 2) / $0 }
  case .robust:
    descent.startFromConsensus()
    // d√θ/dθ = 1 / (2√θ), along the direction of the rotation vector.
    descent.run(maximumIterations) {
      $0 < RotationDescent.agreement ? 1 / ($0 * $0.squareRoot()) : 0
    }
  }
  return RotationAverage(
    rotation: descent.estimate, mean: chordal.mean, effectiveCount: chordal.effectiveCount)
}

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
  /// Zhang, *The multivariate L1-median and associated data depth*, PNAS 97(4), 2000).
  mutating func run(_ maximumIterations: Int, weight: (Double) -> Double) {
    for _ in 0..<maximumIterations {
      var step = Vector3<Double>.zero
      var pull = Vector3<Double>.zero
      var total = 0.0
      var held = 0.0
      let back = estimate.conjugate
      for datum in data {
        let vector = (back * datum.rotation).rotationVector
        let angle = vector.length
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
  /// agreement: of many data a fixed choice of them, evenly spread.
  mutating func startFromConsensus() {
    let stride = max(1, data.count / 512)
    var best = (cost: Double.infinity, index: 0)
    for index in Swift.stride(from: 0, to: data.count, by: stride) {
      let candidate = data[index].rotation
      var cost = 0.0
      for datum in data {
        cost += datum.weight * min(candidate.angularDistance(to: datum.rotation), Self.agreement)
        if cost >= best.cost { break }
      }
      if cost < best.cost { best = (cost, index) }
    }
    if !data.isEmpty { estimate = data[best.index].rotation }
  }
}
