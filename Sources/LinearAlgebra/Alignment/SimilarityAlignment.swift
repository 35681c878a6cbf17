public import RotationMath

/// The similarity *p* ↦ *c* *Q* *p* + *t* that best aligns one set of points with another.
///
/// *Q* is a rotation or, if allowed, a reflection.
public struct SimilarityAlignment: Hashable, Sendable {
  /// The rotation *Q*, or -*Q* where ``isReflected``.
  public let rotation: Quaternion<Double>
  /// Whether *Q* is a reflection, -1 times the rotation.
  public let isReflected: Bool
  /// The scale *c*, zero or more.
  public let scale: Double
  /// The translation *t*.
  public let translation: Vector3<Double>
  /// The root of the weighted mean squared distance, without a pair of infinite weight.
  public let rootMeanSquareResidual: Double
  /// Whether no other similarity is as good, to double precision.
  ///
  /// It is false for points on a line and, with reflections allowed, for points in a plane.
  public let isUnique: Bool

  /// *Q*, orthogonal, its determinant 1 or -1.
  public var matrix: Matrix3<Double> {
    isReflected ? -Matrix3(normalizing: rotation) : Matrix3(normalizing: rotation)
  }

  /// The similarity as a transform, with a negative scale where ``isReflected``.
  public var transform: SimilarityTransform<Double> {
    SimilarityTransform(
      rotation: rotation, translation: translation, scale: isReflected ? -scale : scale)
  }

  /// The image of a point.
  public func act(_ point: Vector3<Double>) -> Vector3<Double> {
    let rotated = rotation.act(point)
    return (isReflected ? -rotated : rotated) * scale + translation
  }
}

/// Finds the similarity, or the rigid motion, that minimises Σ *w*ᵢ ‖*a*ᵢ - (*c* *Q* *b*ᵢ + *t*)‖².
///
/// Source: S. Umeyama, *Least-squares estimation of transformation parameters between two point
/// patterns*, IEEE TPAMI 13(4), 1991, doi:10.1109/34.88573, equations 40 to 42; with weights, and
/// without its sign correction where reflections are allowed.
///
/// - Parameters:
///   - b: The points to transform.
///   - a: The target points.
///   - weights: One per pair, zero or more, at most one infinite, which is aligned exactly; `nil`
///     for equal weights.
///   - estimatesScale: Whether to estimate *c*; otherwise, and where all points *b* coincide to
///     rounding, it is one. Default: `true`.
///   - allowsReflection: Whether *Q* may be a reflection where that is nearer. Default: `false`.
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

  let variance = pairs.variance(of: b, scale: pairs.scaleB, around: centers.b)
  let isSpread = variance > 0 && pairs.variance(of: a, scale: pairs.scaleA, around: centers.a) > 0
  var scale = pairs.scaleB / pairs.scaleA
  if !estimatesScale {
    scale = 1
  } else if variance > 0 {
    scale *= max(0, values.x + values.y + values.z) / variance
  } else {
    scale = 1
  }
  let centered = SimilarityAlignment(
    rotation: nearest.rotation, isReflected: isReflected, scale: scale, translation: .zero,
    rootMeanSquareResidual: 0, isUnique: false)
  let (centerA, centerB) = (centers.a * (1 / pairs.scaleA), centers.b * (1 / pairs.scaleB))
  return SimilarityAlignment(
    rotation: nearest.rotation, isReflected: isReflected, scale: scale,
    translation: centerA - centered.act(centerB),
    rootMeanSquareResidual: pairs.rootMeanSquareResidual(of: centered, around: centers),
    isUnique: isSpread && nearest.isUnique && !(allowsReflection && isPlanar))
}

extension VectorPairs {
  /// The weighted means of the scaled vectors, or the pair of infinite weight.
  fileprivate var centers: (a: Vector3<Double>, b: Vector3<Double>) {
    if let primary { return (a[primary] * scaleA, b[primary] * scaleB) }
    // The last column sums the weights.
    let sums = sum { index, weight in
      Matrix3(
        columns: a[index] * (scaleA * weight), b[index] * (scaleB * weight),
        Vector3(weight, 0, 0))
    }
    return (sums.c0 * (1 / sums.c2.x), sums.c1 * (1 / sums.c2.x))
  }

  /// Σ *w*ᵢ ‖*p*ᵢ - *centre*‖² of scaled weights and points; zero if all points coincide to
  /// rounding.
  fileprivate func variance(
    of points: [Vector3<Double>], scale: Double, around center: Vector3<Double>
  ) -> Double {
    let sums = sum { index, weight in
      let point = points[index] * scale
      return Vector2((point - center).lengthSquared, point.lengthSquared) * weight
    }
    // The rounding errors of the centre are below 64 eps.
    return sums.x > 4096 * .ulpOfOne * .ulpOfOne * sums.y ? sums.x : 0
  }

  /// The root of the weighted mean squared distance of centred vectors after a similarity.
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
