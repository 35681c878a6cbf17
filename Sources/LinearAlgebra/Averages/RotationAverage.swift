internal import RealModule
public import RotationMath

/// An average of rotations, with its spread and uniqueness.
public struct RotationAverage: Hashable, Sendable {
  /// The average as a unit quaternion, `canonical`.
  public let rotation: Quaternion<Double>
  /// The weighted mean of the method's cost at the average.
  ///
  /// In units of the method: squared chords, squared radians, radians, chords, or roots of radians.
  /// A chord is a Frobenius distance of matrices, 2√2 sin(θ/2).
  public let cost: Double
  /// Whether the average is a minimum to double precision: the descent converged.
  public let isConverged: Bool
  /// Whether it is proven that no rotation has a cost lower by more than one part in 10⁹.
  public let isCertified: Bool
  /// Whether no other rotation is as good an average.
  ///
  /// False if ``alternatives`` were found, and if the cost is constant in a direction, as for the
  /// geodesic median of two rotations. Costs that differ by less than one part in 10⁹ are equal. If
  /// ``isCertified``, uniqueness is proven, except for averages closer than 10⁻¹² rad.
  public let isUnique: Bool
  /// Other averages of equal cost that the search found; empty if ``isUnique``.
  public let alternatives: [Quaternion<Double>]
  /// The covariance of the rotation vectors from the average to the rotations, in rad².
  ///
  /// It refers to the frame that the rotations map from, and is accurate to second order in the
  /// angles.
  public let covariance: Matrix3<Double>
  /// The effective number of rotations, (Σ*w*)² / Σ*w*².
  public let effectiveCount: Double
  /// The gap σ₂ + *s* σ₃ of the mean matrix, from 0 to 2: how well the chordal mean is determined.
  ///
  /// It is zero if several chordal means are equally good, as for three rotations 120° apart
  /// about one axis.
  public let gap: Double

  /// The covariance of the chordal mean as an estimate, in rad², from independent rotations.
  ///
  /// ``covariance`` / (``effectiveCount`` - 1), in the same frame; `nil` unless there is more than
  /// one rotation. To first order in the angles.
  public var meanCovariance: Matrix3<Double>? {
    effectiveCount > 1 ? covariance * (1 / (effectiveCount - 1)) : nil
  }

  /// The root mean square angle to the average, in radians, measured by chords.
  ///
  /// It is the angle whose chord is the root of the weighted mean squared chord. Its error is up to
  /// about 1e-8, or less near the rotation that a ``RotationAccumulator`` starts with.
  public var spread: Double {
    // The covariance is four times the mean of v vᵀ, with |v| = sin(θ/2).
    2 * Double.asin(min(1, max(0, covariance.trace / 4).squareRoot()))
  }
}

/// The cost that an average of rotations minimises.
public enum RotationAverageMethod: String, Hashable, Sendable, Codable, CaseIterable {
  /// The mean of squared chords, in closed form: the rotation nearest to the sum of matrices.
  case chordalL2 = "chordal-l2"
  /// The mean of squared angles: the Karcher mean.
  case geodesicL2 = "geodesic-l2"
  /// The mean of angles: the geodesic median.
  case geodesicL1 = "geodesic-l1"
  /// The mean of chords: the chordal median.
  case chordalL1 = "chordal-l1"
  /// The mean of square roots of angles, each capped at 15°, for data with a majority of outliers.
  case robust

  /// The cost of an angle, and the factor to the unit of ``RotationAverage/cost``.
  ///
  /// The chord ‖*R* - *S*‖ is 2√2 sin(θ/2). The squared chord has a closed form.
  var angleCost: (cost: AngleCost, factor: Double)? {
    switch self {
    case .chordalL2: nil
    case .geodesicL2: (.squaredAngle, 1)
    case .geodesicL1: (.angle, 1)
    case .chordalL1: (.chord, 2.0.squareRoot())
    case .robust: (.cappedRoot, 1)
    }
  }
}

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
///   - rotations: Finite quaternions of any length but zero; their signs do not matter.
///   - weights: One per rotation, zero or more, of any magnitude; `nil` for equal weights.
///   - method: The cost to minimise. Default: `.chordalL2`.
/// - Throws: ``RotationAverageError`` for the first invalid element.
/// - Complexity: O(*n*) for `.chordalL2`, and O(*n*) per step for geodesic methods on rotations
///   within π/2 of their average. Otherwise up to 40 ms for at most 64 rotations, and for
///   more up to nine descents from minima of samples: some seconds for a million.
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

/// An average of rigid transforms.
public struct TransformAverage: Hashable, Sendable {
  /// The average rotation and the mean translation.
  public let transform: RigidTransform<Double>
  /// The average of the rotations, with its spread and uniqueness.
  public let rotation: RotationAverage
}

/// Averages rigid transforms: their rotations by a method, their translations by the weighted mean.
///
/// The translation is the mean position of the origin that the transforms map from: with another
/// origin the mean differs. SciPy's `RigidTransform.mean` is that of `.chordalL2`.
///
/// - Parameters:
///   - transforms: Transforms with rotations as in ``averageRotation(of:weights:method:)``.
///   - weights: One per transform, zero or more; `nil` for equal weights.
///   - method: The cost of the rotations to minimise. Default: `.chordalL2`.
/// - Throws: ``RotationAverageError`` for the first invalid element.
public func averageTransform(
  of transforms: [RigidTransform<Double>], weights: [Double]? = nil,
  method: RotationAverageMethod = .chordalL2
) throws(RotationAverageError) -> TransformAverage {
  for (index, transform) in transforms.enumerated() where !transform.translation.isFinite {
    throw .invalidTranslation(index: index)
  }
  let rotation = try averageRotation(
    of: transforms.map({ $0.rotation }), weights: weights, method: method)
  // Relative to the largest weight, so that no sum overflows.
  let largest = weights?.max() ?? 1
  var (mean, total) = (Vector3<Double>.zero, 0.0)
  for (index, transform) in transforms.enumerated() {
    let weight = (weights?[index] ?? 1) / largest
    guard weight > 0 else { continue }
    total += weight
    mean = mean.lerp(to: transform.translation, weight / total)
  }
  return TransformAverage(
    transform: RigidTransform(rotation: rotation.rotation, translation: mean), rotation: rotation)
}

/// Chordal means of rotations by group, in one pass.
///
/// - Parameters:
///   - rotations: Finite quaternions of any length but zero; their signs do not matter.
///   - groups: The group of each rotation, from 0 to `groupCount` - 1.
///   - groupCount: The number of groups.
///   - weights: One per rotation, zero or more; `nil` for equal weights.
/// - Returns: One average per group; `nil` for a group without a rotation of positive weight.
/// - Throws: ``RotationAverageError`` for other numbers of groups or weights than of rotations, and
///   for the first invalid element.
/// - Complexity: O(*n*).
public func averageRotations(
  of rotations: [Quaternion<Double>], groups: [Int], groupCount: Int, weights: [Double]? = nil
) throws(RotationAverageError) -> [RotationAverage?] {
  guard groups.count == rotations.count else {
    throw .groupCountMismatch(rotations: rotations.count, groups: groups.count)
  }
  if let weights, weights.count != rotations.count {
    throw .countMismatch(rotations: rotations.count, weights: weights.count)
  }
  var sums = [RotationAccumulator](repeating: RotationAccumulator(), count: groupCount)
  for (index, group) in groups.enumerated() {
    guard sums.indices.contains(group) else { throw .invalidGroup(index: index) }
    do {
      try sums[group].add(rotations[index], weight: weights?[index] ?? 1)
    } catch .invalidRotation {
      throw .invalidRotation(index: index)
    } catch .invalidWeight {
      throw .invalidWeight(index: index)
    }
  }
  return sums.map { try? $0.average() }
}

/// An error of a rotation average.
public enum RotationAverageError: Error, Hashable, Sendable {
  /// There is no rotation, or none with a positive weight.
  case empty
  /// The numbers of rotations and weights differ.
  case countMismatch(rotations: Int, weights: Int)
  /// The numbers of rotations and their groups differ.
  case groupCountMismatch(rotations: Int, groups: Int)
  /// The quaternion at this index is zero or not finite.
  case invalidRotation(index: Int)
  /// The weight at this index is negative or not finite.
  case invalidWeight(index: Int)
  /// The group at this index is not one of the given number.
  case invalidGroup(index: Int)
  /// The translation at this index is not finite.
  case invalidTranslation(index: Int)
}

extension RotationAverageError: CustomStringConvertible {
  /// The problem, its place and the expected input.
  public var description: String {
    switch self {
    case .empty: "no rotation has a positive weight; an average needs at least one"
    case .countMismatch(let rotations, let weights):
      "expected one weight per rotation, got \(weights) weights for \(rotations) rotations"
    case .groupCountMismatch(let rotations, let groups):
      "expected one group per rotation, got \(groups) groups for \(rotations) rotations"
    case .invalidRotation(let index):
      "rotation \(index) is not a quaternion of finite, positive length"
    case .invalidWeight(let index):
      "weight \(index) is negative or not finite; expected zero or more"
    case .invalidGroup(let index):
      "group \(index) is negative or not below the number of groups"
    case .invalidTranslation(let index): "translation \(index) is not finite"
    }
  }
}
