public import RotationMath

/// Averages rotations by a method, with optional weights.
///
/// The iterative methods start from the chordal mean, `.robust` from the rotation in the data that
/// most others agree with. They stop when a step is shorter than 1e-14 rad, or after 100 steps.
///
/// Sources: `.geodesicL2`: J. H. Manton, *A globally convergent numerical algorithm for computing
/// the centre of mass on compact Lie groups*, 2004, doi:10.1109/ICARCV.2004.1469774. The medians:
/// R. Hartley, K. Aftab, J. Trumpf, *L1 rotation averaging using the Weiszfeld algorithm*, CVPR
/// 2011, doi:10.1109/CVPR.2011.5995745. `.robust` combines the generalised Weiszfeld algorithm (K.
/// Aftab, R. Hartley, J. Trumpf, *Generalized Weiszfeld algorithms for Lq optimization*, IEEE TPAMI
/// 37(4), 2015, doi:10.1109/TPAMI.2014.2353625; here *q* = ½) with the rejection of outliers of S.
/// H. Lee, J. Civera, *Robust single rotation averaging*, 2020, arXiv:2004.00732.
///
/// - Parameters:
///   - rotations: Quaternions of any positive length; their signs do not matter.
///   - weights: One per rotation, zero or more; `nil` for equal weights.
///   - method: The cost to minimise. Default: `.chordalL2`.
/// - Throws: ``RotationAverageError`` for the first invalid element.
/// - Complexity: O(*n*) a step. `.robust` first compares all pairs of at most 512 rotations; from
///   more it draws a sample by weight, with a fixed seed.
public func averageRotation(
  of rotations: [Quaternion<Double>], weights: [Double]? = nil,
  method: RotationAverageMethod = .chordalL2
) throws(RotationAverageError) -> RotationAverage {
  try averageRotation(of: rotations, weights: weights, method: method, maximumSteps: 100)
}

/// Averages rotations with a given limit of the steps of iterative methods.
package func averageRotation(
  of rotations: [Quaternion<Double>], weights: [Double]?, method: RotationAverageMethod,
  maximumSteps: Int
) throws(RotationAverageError) -> RotationAverage {
  var accumulator = RotationAccumulator()
  try accumulator.add(contentsOf: rotations, weights: weights)
  let chordal = try accumulator.average()
  guard method != .chordalL2 else { return chordal }

  // Rotations of zero weight have no effect. Dividing by the largest weight prevents overflow.
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
  case .geodesicL2: descent.run(maximumSteps) { _ in 1 }
  case .geodesicL1:
    isUnique = descent.findMedian(
      maximumSteps, cost: { $0 }, slope: { _ in 1 }, curvature: { _ in 0 })
  // ‖R - S‖ = 2√2 sin(θ/2).
  case .chordalL1:
    isUnique = descent.findMedian(
      maximumSteps, cost: { 2 * Double.sin($0 / 2) }, slope: { Double.cos($0 / 2) },
      curvature: { -Double.sin($0 / 2) / 2 })
  case .robust:
    isUnique = descent.startFromConsensus()
    // d√θ/dθ = 1 / (2√θ), along the direction of the rotation vector.
    descent.run(maximumSteps, limit: RotationDescent.agreement) {
      1 / ($0 * $0.squareRoot())
    }
  }
  return RotationAverage(
    rotation: descent.estimate, mean: chordal.mean, effectiveCount: chordal.effectiveCount,
    hasUniqueMinimum: isUnique)
}
