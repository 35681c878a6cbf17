public import RotationMath

/// The rotation that best takes one set of vectors to another.
public struct VectorAlignment: Hashable, Sendable {
  /// The rotation: `rotation.act(b)` is near `a`.
  public let rotation: Quaternion<Double>
  /// The square root of the weighted sum of squared distances that are left. A vector of infinite
  /// weight, which is met in direction, does not count.
  public let residual: Double
  /// The covariance of the rotation vector that errors of the vectors cause, per their variance, in
  /// the frame of `a`; `nil` where the rotation is not unique or a weight is infinite.
  public let sensitivity: Matrix3<Double>?
  /// Whether no other rotation is as good, as far as double precision can tell: not so for fewer
  /// than two directions, and for vectors that are mirror images.
  public let isUnique: Bool
}

/// What keeps vectors from being aligned.
public enum VectorAlignmentError: Error, Hashable, Sendable {
  /// There is no pair of vectors with a positive weight.
  case empty
  /// The numbers of vectors and weights differ.
  case countMismatch(a: Int, b: Int, weights: Int)
  /// A component of the pair at this index is not finite.
  case notFinite(index: Int)
  /// The weight at this index is negative or NaN, or a second one that is infinite.
  case invalidWeight(index: Int)
  /// The pair at this index has infinite weight, and one of its vectors no direction.
  case noDirection(index: Int)
}

extension VectorAlignmentError: CustomStringConvertible {
  /// What was wrong, where, and what would be right.
  public var description: String {
    switch self {
    case .empty: "there is no pair of vectors with a positive weight"
    case .countMismatch(let a, let b, let weights):
      "\(a) and \(b) vectors with \(weights) weights; there must be as many of each"
    case .notFinite(let index): "the pair of vectors \(index) is not finite"
    case .invalidWeight(let index):
      "weight \(index) is negative, NaN, or a second infinite one; at most one may be infinite"
    case .noDirection(let index):
      "the pair of vectors \(index) has infinite weight and no direction"
    }
  }
}

/// The rotation *R* that minimises Σ *w*ᵢ ‖*a*ᵢ - *R* *b*ᵢ‖²: Wahba's problem, by Kabsch's solution, the
/// rotation nearest to Σ *w*ᵢ *a*ᵢ *b*ᵢᵀ.
///
/// One pair alone, or one of infinite weight, is met in direction exactly: by the smallest turn
/// that does so, and what the other pairs say of the turn about it.
///
/// Sources: G. Wahba, *A least squares estimate of satellite attitude*, SIAM Review 7(3), 1965; W.
/// Kabsch, Acta Crystallographica A32, 1976; the sensitivity: F. L. Markley, J. Astronautical
/// Sciences 36(3), 1988.
///
/// - Parameters:
///   - a: The vectors to come to.
///   - b: The vectors to turn.
///   - weights: One a pair, zero or more, at most one infinite; `nil` for equal weights.
/// - Throws: ``VectorAlignmentError``.
/// - Complexity: O(*n*); allocates nothing.
public func alignment(
  of b: [Vector3<Double>], to a: [Vector3<Double>], weights: [Double]? = nil
) throws(VectorAlignmentError) -> VectorAlignment {
  guard a.count == b.count, weights.map({ $0.count == a.count }) ?? true else {
    throw .countMismatch(a: a.count, b: b.count, weights: weights?.count ?? a.count)
  }
  var primary: Int?
  var total = 0.0
  var used = 0
  for index in a.indices {
    guard a[index].isFinite, b[index].isFinite else { throw .notFinite(index: index) }
    let weight = weights?[index] ?? 1
    guard weight >= 0, weight < .infinity || primary == nil else {
      throw .invalidWeight(index: index)
    }
    if weight == .infinity {
      primary = index
    } else if weight > 0 {
      total += weight
      used += 1
    }
  }
  if let primary { return try alignment(of: b, to: a, weights: weights, meeting: primary) }
  guard used > 0 else { throw .empty }
  if used == 1, let index = a.indices.first(where: { weights?[$0] ?? 1 > 0 }) {
    return try alignment(of: b, to: a, weights: weights, meeting: index)
  }
  var profile = Matrix3<Double>.zero
  for index in a.indices {
    profile = profile + a[index].outerProduct(b[index]) * (weights?[index] ?? 1)
  }
  let nearest: NearestRotation
  do {
    nearest = try nearestRotation(to: profile, engine: .direct)
  } catch {
    // Finite vectors whose products overflow.
    throw .notFinite(index: 0)
  }
  let s = nearest.signedSingularValues
  var sensitivity: Matrix3<Double>?
  if nearest.isUnique {
    let zeta = (s.x + s.y) * (s.y + s.z) * (s.z + s.x)
    let kappa = s.x * s.y + s.y * s.z + s.z * s.x
    let mean = total / Double(a.count)
    sensitivity =
      (Matrix3(diagonal: Vector3(repeating: kappa)) + profile * profile.transpose) * (mean / zeta)
  }
  return VectorAlignment(
    rotation: nearest.quaternion,
    residual: residual(of: b, to: a, weights: weights, turned: nearest.quaternion, except: nil),
    sensitivity: sensitivity, isUnique: nearest.isUnique)
}

/// The alignment that meets the direction of the pair `primary` exactly.
private func alignment(
  of b: [Vector3<Double>], to a: [Vector3<Double>], weights: [Double]?, meeting primary: Int
) throws(VectorAlignmentError) -> VectorAlignment {
  guard let axis = a[primary].normalized(),
    let shortest = Quaternion(from: b[primary], to: a[primary])
  else { throw .noDirection(index: primary) }
  // The turn about the axis that the others ask for.
  var (sine, cosine, scale) = (0.0, 0.0, 0.0)
  for index in a.indices where index != primary {
    let weight = weights?[index] ?? 1
    let turned = shortest.act(b[index])
    sine += weight * a[index].dot(axis.cross(turned))
    cosine += weight * (a[index].dot(turned) - a[index].dot(axis) * turned.dot(axis))
    scale += weight * a[index].length * turned.length
  }
  let isUnique = Vector2(sine, cosine).length > 16 * .ulpOfOne * scale
  let angle = isUnique ? Double.atan2(y: sine, x: cosine) : 0
  let twist = Quaternion(vector: axis * Double.sin(angle / 2), scalar: Double.cos(angle / 2))
  let rotation = twist * shortest
  let hasInfiniteWeight = (weights?[primary] ?? 1) == .infinity
  return VectorAlignment(
    rotation: rotation,
    residual: residual(
      of: b, to: a, weights: weights, turned: rotation, except: hasInfiniteWeight ? primary : nil),
    sensitivity: nil, isUnique: isUnique)
}

private func residual(
  of b: [Vector3<Double>], to a: [Vector3<Double>], weights: [Double]?,
  turned rotation: Quaternion<Double>, except excluded: Int?
) -> Double {
  var sum = 0.0
  for index in a.indices where index != excluded {
    sum += (weights?[index] ?? 1) * (a[index] - rotation.act(b[index])).lengthSquared
  }
  return sum.squareRoot()
}
