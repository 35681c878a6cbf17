internal import RealModule
public import RotationMath

/// The rotation that best aligns one set of vectors with another.
public struct VectorAlignment: Hashable, Sendable {
  /// The rotation, for which `rotation.act(b)` is near `a`.
  public let rotation: Quaternion<Double>
  /// The root of the weighted sum of squared distances, without a pair of infinite weight.
  public let residual: Double
  /// The covariance of the rotation vector per variance of the vectors, in the frame of `a`.
  ///
  /// It is `nil` if the rotation is not unique or a weight is infinite.
  public let sensitivity: Matrix3<Double>?
  /// Whether no other rotation is as good, to double precision.
  ///
  /// It is false for fewer than two directions, and for some vectors that are mirror images.
  public let isUnique: Bool
}

/// Finds the rotation *R* that minimises Σ *w*ᵢ ‖*a*ᵢ - *R* *b*ᵢ‖² (Wahba's problem).
///
/// Kabsch's solution is the rotation nearest to Σ *w*ᵢ *a*ᵢ *b*ᵢᵀ. A single pair, or a pair of
/// infinite weight, is aligned exactly by the smallest rotation; the other pairs determine the
/// rotation about that direction.
///
/// Vectors are not normalised: a pair weighs by the product of its lengths, ‖*a*ᵢ‖ ‖*b*ᵢ‖ *w*ᵢ. To
/// weigh directions equally, pass unit vectors.
///
/// Sources: G. Wahba, *A least squares estimate of satellite attitude*, SIAM Review 7(3), 1965; W.
/// Kabsch, Acta Crystallographica A32, 1976; the sensitivity: F. L. Markley, J. Astronautical
/// Sciences 36(3), 1988.
///
/// - Parameters:
///   - b: The vectors to rotate.
///   - a: The target vectors.
///   - weights: One per pair, zero or more, at most one infinite; `nil` for equal weights.
/// - Throws: ``VectorAlignmentError``.
/// - Complexity: O(*n*); allocates nothing.
public func alignment(
  of b: [Vector3<Double>], to a: [Vector3<Double>], weights: [Double]? = nil
) throws(VectorAlignmentError) -> VectorAlignment {
  let pairs = try VectorPairs(a: a, b: b, weights: weights)
  if let primary = pairs.primary { return try pairs.alignment(exactFor: primary) }
  if pairs.usedCount == 1, let index = pairs.firstUsed, a[index] != .zero, b[index] != .zero {
    return try pairs.alignment(exactFor: index)
  }
  let profile = pairs.profile()
  let nearest = pairs.rotation(nearestTo: profile)
  let s = nearest.signedSingularValues
  var sensitivity: Matrix3<Double>?
  if nearest.isUnique {
    let zeta = (s.x + s.y) * (s.y + s.z) * (s.z + s.x)
    let kappa = s.x * s.y + s.y * s.z + s.z * s.x
    let mean = pairs.scaledTotalWeight / Double(a.count)
    let scaled =
      (Matrix3(diagonal: Vector3(repeating: kappa)) + profile * profile.transpose) * (mean / zeta)
    sensitivity = (scaled * pairs.scaleA) * pairs.scaleB
  }
  return VectorAlignment(
    rotation: nearest.rotation, residual: pairs.residual(of: nearest.rotation),
    sensitivity: sensitivity, isUnique: nearest.isUnique)
}

extension VectorPairs {
  /// The alignment that is exact for the direction of the pair `index`.
  fileprivate func alignment(exactFor index: Int) throws(VectorAlignmentError) -> VectorAlignment {
    guard let axis = a[index].normalized(), let shortest = Quaternion(from: b[index], to: a[index])
    else { throw .noDirection(index: index) }
    // The rotation about the axis that fits the other pairs best.
    var (sine, cosine, scale) = (0.0, 0.0, 0.0)
    forEach { other, weight in
      guard other != index else { return }
      let (start, end) = (shortest.act(b[other] * scaleB), a[other] * scaleA)
      sine += weight * end.dot(axis.cross(start))
      cosine += weight * (end.dot(start) - end.dot(axis) * start.dot(axis))
      scale += weight * end.length * start.length
    }
    let isUnique = Vector2(sine, cosine).length > 16 * .ulpOfOne * scale
    let angle = isUnique ? Double.atan2(y: sine, x: cosine) : 0
    let twist = Quaternion(vector: axis * Double.sin(angle / 2), scalar: Double.cos(angle / 2))
    let rotation = twist * shortest
    return VectorAlignment(
      rotation: rotation, residual: residual(of: rotation), sensitivity: nil,
      isUnique: isUnique)
  }

  /// The root of Σ *w*ᵢ ‖*a*ᵢ - *R* *b*ᵢ‖², without the pair of infinite weight.
  fileprivate func residual(of rotation: Quaternion<Double>) -> Double {
    // One scale for both, so that their difference has a meaning.
    let scale = min(scaleA, scaleB)
    var sum = 0.0
    forEach { index, weight in
      let distance = a[index] * scale - rotation.act(b[index] * scale)
      sum += weight * distance.lengthSquared
    }
    return (sum / scaleOfWeights).squareRoot() / scale
  }
}

/// Validated pairs of vectors with weights.
///
/// Powers of two scale the largest vectors and weights near one, so that no product overflows or
/// underflows.
struct VectorPairs {
  let a: [Vector3<Double>]
  let b: [Vector3<Double>]
  let weights: [Double]?
  /// The index of the pair of infinite weight.
  private(set) var primary: Int?
  /// The number of pairs with a positive weight.
  private(set) var usedCount = 0
  private(set) var scaleA = 1.0
  private(set) var scaleB = 1.0
  private(set) var scaleOfWeights = 1.0

  /// Checks the pairs and finds their scales.
  ///
  /// - Throws: ``VectorAlignmentError``.
  init(
    a: [Vector3<Double>], b: [Vector3<Double>], weights: [Double]?
  ) throws(VectorAlignmentError) {
    guard a.count == b.count, weights.map({ $0.count == a.count }) ?? true else {
      throw .countMismatch(a: a.count, b: b.count, weights: weights?.count ?? a.count)
    }
    (self.a, self.b, self.weights) = (a, b, weights)
    var (largestA, largestB, largestWeight) = (0.0, 0.0, 0.0)
    for index in a.indices {
      guard a[index].isFinite, b[index].isFinite else { throw .notFinite(index: index) }
      let weight = weights?[index] ?? 1
      guard weight >= 0, weight < .infinity || primary == nil else {
        throw .invalidWeight(index: index)
      }
      // A vector of zero weight must not set the scale.
      guard weight > 0 else { continue }
      usedCount += 1
      largestA = max(largestA, a[index].maximumMagnitude)
      largestB = max(largestB, b[index].maximumMagnitude)
      if weight == .infinity {
        primary = index
      } else {
        largestWeight = max(largestWeight, weight)
      }
    }
    guard usedCount > 0 else { throw .empty }
    scaleA = Self.powerOfTwo(bringingNearOne: largestA)
    scaleB = Self.powerOfTwo(bringingNearOne: largestB)
    scaleOfWeights = Self.powerOfTwo(bringingNearOne: largestWeight)
  }

  /// The first pair with a positive weight.
  var firstUsed: Int? { a.indices.first { weights?[$0] ?? 1 > 0 } }

  /// Calls `body` with the index and the scaled weight of each pair of positive, finite weight.
  func forEach(_ body: (_ index: Int, _ scaledWeight: Double) -> Void) {
    for index in a.indices where index != primary {
      let weight = weights?[index] ?? 1
      if weight > 0 { body(index, weight * scaleOfWeights) }
    }
  }

  /// The sum of a term of each pair of positive, finite weight, with an error of a few roundings.
  ///
  /// The rounding errors of plain sums of many terms would hide that a rotation is not unique.
  /// Here, sums have 64 terms at most.
  @inline(__always) func sum<Term: AdditiveArithmetic>(
    _ term: (_ index: Int, _ scaledWeight: Double) -> Term
  ) -> Term {
    var total = CompensatedSum<Term>()
    for start in stride(from: 0, to: a.count, by: 64) {
      var block = Term.zero
      for index in start..<min(start + 64, a.count) where index != primary {
        let weight = weights?[index] ?? 1
        if weight > 0 { block += term(index, weight * scaleOfWeights) }
      }
      total.add(block)
    }
    return total.value
  }

  /// The sum of the finite weights, scaled.
  var scaledTotalWeight: Double { sum { $1 } }

  /// Σ *w*ᵢ (*a*ᵢ - *centre*ₐ)(*b*ᵢ - *centre*ᵦ)ᵀ of scaled weights, vectors and centres.
  func profile(
    around centers: (a: Vector3<Double>, b: Vector3<Double>) = (.zero, .zero)
  ) -> Matrix3<Double> {
    sum { index, weight in
      let (end, start) = (a[index] * scaleA - centers.a, b[index] * scaleB - centers.b)
      return end.outerProduct(start) * weight
    }
  }

  /// The rotation nearest to a profile, which is always finite.
  func rotation(nearestTo profile: Matrix3<Double>) -> NearestRotation {
    do {
      return try nearestRotation(to: profile)
    } catch {
      preconditionFailure("a profile of scaled vectors is not finite: \(error)")
    }
  }

  private static func powerOfTwo(bringingNearOne largest: Double) -> Double {
    // One factor of at most 2¹⁰⁰⁰ is enough: subnormal numbers need not reach one.
    guard largest > 0 else { return 1 }
    return Double(
      sign: .plus, exponent: max(-1000, min(1000, -Int(largest.exponent))), significand: 1)
  }
}

/// An error of an alignment of vectors or points.
public enum VectorAlignmentError: Error, Hashable, Sendable {
  /// There is no pair of vectors with a positive weight.
  case empty
  /// The numbers of vectors and weights differ.
  case countMismatch(a: Int, b: Int, weights: Int)
  /// A component of the pair of vectors at this index is not finite.
  case notFinite(index: Int)
  /// The weight at this index is negative, NaN, or the second infinite weight.
  case invalidWeight(index: Int)
  /// The pair at this index has infinite weight and a zero vector.
  case noDirection(index: Int)
}

extension VectorAlignmentError: CustomStringConvertible {
  /// The problem, its place and the expected input.
  public var description: String {
    switch self {
    case .empty: "no pair of vectors has a positive weight; an alignment needs at least one"
    case .countMismatch(let a, let b, let weights):
      "expected equal counts, got \(a) and \(b) vectors with \(weights) weights"
    case .notFinite(let index): "pair \(index) has a component that is not finite"
    case .invalidWeight(let index):
      "weight \(index) is negative, NaN, or the second infinite weight; expected zero or more"
    case .noDirection(let index):
      "pair \(index) has infinite weight and a zero vector; expected two directions"
    }
  }
}
