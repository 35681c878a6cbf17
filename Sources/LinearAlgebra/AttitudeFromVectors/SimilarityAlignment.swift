public import RotationMath

/// The similarity that best takes one set of points to another: *p* ↦ *c* *Q* *p* + *t*, with *Q* a rotation or,
/// if allowed, a reflection.
public struct SimilarityAlignment: Hashable, Sendable {
  /// The rotation. Where ``isReflected``, points are turned by it and then negated.
  public let rotation: Quaternion<Double>
  /// Whether *Q* is a reflection: -1 times the rotation.
  public let isReflected: Bool
  /// The scale *c*, zero or more.
  public let scale: Double
  /// The translation *t*.
  public let translation: Vector3<Double>
  /// The square root of the weighted mean of the squared distances that are left. A pair of infinite
  /// weight, which is met, does not count.
  public let rootMeanSquareResidual: Double
  /// Whether no other similarity is as good, as far as double precision can tell: not so for points
  /// on a line; nor, with reflections allowed, for points in a plane.
  public let isUnique: Bool

  /// *Q*, orthogonal, its determinant 1 or -1.
  public var matrix: Matrix3<Double> {
    isReflected ? -Matrix3(normalizing: rotation) : Matrix3(normalizing: rotation)
  }

  /// A point of the first set, brought to the second.
  public func act(_ point: Vector3<Double>) -> Vector3<Double> {
    let turned = rotation.act(point)
    return (isReflected ? -turned : turned) * scale + translation
  }
}

/// The similarity, or the rigid motion, that minimises Σ *w*ᵢ ‖*a*ᵢ - (*c* *Q* *b*ᵢ + *t*)‖².
///
/// Source: S. Umeyama, *Least-squares estimation of transformation parameters between two point
/// patterns*, IEEE TPAMI 13(4), 1991, doi:10.1109/34.88573, equations 40 to 42; with weights, and with
/// its sign left out where reflections are allowed.
///
/// - Parameters:
///   - b: The points to move.
///   - a: The points to come to.
///   - weights: One a pair, zero or more, at most one infinite, which is then met exactly; `nil` for
///     equal weights.
///   - estimatesScale: Whether *c* is to be found; otherwise it is one. Points *b* that all coincide
///     leave it at one.
///   - allowsReflection: Whether *Q* may be a reflection where that is nearer.
/// - Throws: ``VectorAlignmentError``.
/// - Complexity: O(*n*); allocates nothing.
public func similarityAlignment(
  of b: [Vector3<Double>], to a: [Vector3<Double>], weights: [Double]? = nil,
  estimatesScale: Bool = true, allowsReflection: Bool = false
) throws(VectorAlignmentError) -> SimilarityAlignment {
  let pairs = try VectorPairs(a: a, b: b, weights: weights)
  let centers = pairs.centers
  let profile = pairs.profile(around: centers)
  var nearest = pairs.rotation(nearestTo: profile)
  let isReflected = allowsReflection && nearest.isReflectionUndone
  // The orthogonal matrix nearest to A with det A < 0 is minus the rotation nearest to -A.
  if isReflected { nearest = pairs.rotation(nearestTo: -profile) }
  let values = nearest.signedSingularValues
  let isPlanar = abs(values.z) <= 16 * .ulpOfOne * values.x

  let variance = pairs.variance(around: centers.b)
  var scale = pairs.scaleB / pairs.scaleA
  if !estimatesScale {
    scale = 1
  } else if variance > 0 {
    scale *= max(0, values.x + values.y + values.z) / variance
  } else {
    scale = 1
  }
  let unmoved = SimilarityAlignment(
    rotation: nearest.quaternion, isReflected: isReflected, scale: scale, translation: .zero,
    rootMeanSquareResidual: 0, isUnique: false)
  let (centerA, centerB) = (centers.a * (1 / pairs.scaleA), centers.b * (1 / pairs.scaleB))
  return SimilarityAlignment(
    rotation: nearest.quaternion, isReflected: isReflected, scale: scale,
    translation: centerA - unmoved.act(centerB),
    rootMeanSquareResidual: pairs.rootMeanSquareResidual(of: unmoved, around: centers),
    isUnique: nearest.isUnique && !(allowsReflection && isPlanar))
}

extension VectorPairs {
  /// The weighted means of scaled vectors: those of the pair of infinite weight where there is one.
  fileprivate var centers: (a: Vector3<Double>, b: Vector3<Double>) {
    if let primary { return (a[primary] * scaleA, b[primary] * scaleB) }
    var (sumA, sumB, total) = (Vector3<Double>.zero, Vector3<Double>.zero, 0.0)
    forEach { index, weight in
      sumA += a[index] * (scaleA * weight)
      sumB += b[index] * (scaleB * weight)
      total += weight
    }
    return (sumA * (1 / total), sumB * (1 / total))
  }

  /// Σ *w*ᵢ ‖*b*ᵢ - *centre*‖² of scaled weights and vectors.
  fileprivate func variance(around center: Vector3<Double>) -> Double {
    var sum = 0.0
    forEach { index, weight in
      sum += (b[index] * scaleB - center).lengthSquared * weight
    }
    return sum
  }

  /// The root of the weighted mean squared distance that a similarity leaves of centred vectors.
  fileprivate func rootMeanSquareResidual(
    of similarity: SimilarityAlignment, around centers: (a: Vector3<Double>, b: Vector3<Double>)
  ) -> Double {
    var (sum, total) = (0.0, 0.0)
    let ratio = scaleA / scaleB
    forEach { index, weight in
      let moved = similarity.act(b[index] * scaleB - centers.b) * ratio
      sum += (a[index] * scaleA - centers.a - moved).lengthSquared * weight
      total += weight
    }
    return total > 0 ? (sum / total).squareRoot() / scaleA : 0
  }
}
