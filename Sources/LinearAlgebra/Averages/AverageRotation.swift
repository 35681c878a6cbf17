public import RotationMath

/// Averages rotations by a method, with optional weights.
///
/// The result is the global minimum of the method's cost. ``RotationAverage/isCertified`` reports
/// whether that is proven: always for `.chordalL2`, by theorems for concentrated data and for a
/// rotation with most of the weight, and by branch and bound for up to 64 rotations. For more
/// rotations it is the lowest of several minima.
///
/// Sources: descents by Weiszfeld's algorithm (R. Hartley, K. Aftab, J. Trumpf, *L1 rotation
/// averaging using the Weiszfeld algorithm*, CVPR 2011, doi:10.1109/CVPR.2011.5995745; for
/// `.robust` K. Aftab, R. Hartley, J. Trumpf, *Generalized Weiszfeld algorithms for Lq
/// optimization*, IEEE TPAMI 37(4), 2015, doi:10.1109/TPAMI.2014.2353625, with *q* = ½), by J. H.
/// Manton's mean of tangent vectors (2004, doi:10.1109/ICARCV.2004.1469774), and by Newton's
/// method.
///
/// - Parameters:
///   - rotations: Quaternions of any positive length; their signs do not matter.
///   - weights: One per rotation, zero or more, of any magnitude; `nil` for equal weights.
///   - method: The cost to minimise. Default: `.chordalL2`.
/// - Throws: ``RotationAverageError`` for the first invalid element.
/// - Complexity: O(*n*) for `.chordalL2`, and O(*n*) a step for geodesic methods on rotations
///   within π/2 of their average. Otherwise up to 40 ms for at most 64 rotations, and some 20
///   descents, from a sample of 512, for more.
public func averageRotation(
  of rotations: [Quaternion<Double>], weights: [Double]? = nil,
  method: RotationAverageMethod = .chordalL2
) throws(RotationAverageError) -> RotationAverage {
  try averageRotation(of: rotations, weights: weights, method: method, maximumSteps: 100)
}

/// Averages rotations with a given limit of the steps of a descent.
package func averageRotation(
  of rotations: [Quaternion<Double>], weights: [Double]?, method: RotationAverageMethod,
  maximumSteps: Int
) throws(RotationAverageError) -> RotationAverage {
  var accumulator = RotationAccumulator()
  try accumulator.add(contentsOf: rotations, weights: weights)
  let chordal = try accumulator.average()
  guard let (cost, factor) = method.angleCost else { return chordal }
  let search = CostSearch(
    of: cost, over: WeightedRotations(rotations, weights: weights), from: chordal.rotation,
    maximumSteps: maximumSteps)
  return try accumulator.average(at: search, factor: factor, gap: chordal.gap)
}
