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
/// - Precondition: `maximumIterations` is not negative.
/// - Throws: ``RotationAverageError``, naming the first invalid element.
/// - Complexity: O(*n*) a step. `.robust` first compares every two of at most 512 rotations: all of
///   them, or as many drawn by weight, always the same.
public func averageRotation(
  of rotations: [Quaternion<Double>], weights: [Double]? = nil,
  method: RotationAverageMethod = .chordalL2, maximumIterations: Int = 100
) throws(RotationAverageError) -> RotationAverage {
  var accumulator = RotationAccumulator()
  try accumulator.add(contentsOf: rotations, weights: weights)
  let chordal = try accumulator.average()
  precondition(maximumIterations >= 0, "\(maximumIterations) steps cannot be made")
  guard method != .chordalL2 else { return chordal }

  // A zero weight takes part in nothing. Only ratios count, and those of the largest cannot overflow.
  let largest = weights?.max() ?? 1
  var data: [(rotation: Quaternion<Double>, weight: Double)] = []
  data.reserveCapacity(rotations.count)
  for (index, rotation) in rotations.enumerated() {
    let weight = (weights?[index] ?? 1) / largest
    if weight > 0, let unit = rotation.normalized() { data.append((unit, weight)) }
  }
  var descent = RotationDescent(data: data, estimate: chordal.rotation)
  var isUnique = true
  switch method {
  case .chordalL2: break
  case .geodesicL2: descent.run(maximumIterations) { _ in 1 }
  case .geodesicL1:
    isUnique = descent.findMedian(
      maximumIterations, cost: { $0 }, slope: { _ in 1 }, curvature: { _ in 0 })
  // ‖R - S‖ = 2√2 sin(θ/2).
  case .chordalL1:
    isUnique = descent.findMedian(
      maximumIterations, cost: { 2 * Double.sin($0 / 2) }, slope: { Double.cos($0 / 2) },
      curvature: { -Double.sin($0 / 2) / 2 })
  case .robust:
    isUnique = descent.startFromConsensus()
    // d√θ/dθ = 1 / (2√θ), along the direction of the rotation vector.
    descent.run(maximumIterations, limit: RotationDescent.agreement) {
      1 / ($0 * $0.squareRoot())
    }
  }
  return RotationAverage(
    rotation: descent.estimate, mean: chordal.mean, effectiveCount: chordal.effectiveCount,
    hasUniqueMinimum: isUnique)
}
