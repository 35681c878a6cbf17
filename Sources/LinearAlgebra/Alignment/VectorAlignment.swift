public import RotationMath

/// The rotation that best aligns one set of vectors with another.
public struct VectorAlignment: Hashable, Sendable {
  /// The rotation, for which `rotation.act(b)` is near `a`.
  public let rotation: Quaternion<Double>
  /// The root of the weighted sum of squared distances, without a pair of infinite weight.
  public let residual: Double
  /// The covariance of the rotation vector per variance of the vectors, in the frame of `a`.
  ///
  /// It is `nil` where the rotation is not unique or a weight is infinite.
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
    rotation: nearest.quaternion, residual: pairs.residual(of: nearest.quaternion),
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
