import RotationMath

/// Pairs of vectors with weights, checked; and powers of two that bring the largest of each near one, so
/// that no product over- or underflows.
struct VectorPairs {
  let a: [Vector3<Double>]
  let b: [Vector3<Double>]
  let weights: [Double]?
  /// The pair of infinite weight.
  private(set) var primary: Int?
  /// How many pairs have a positive weight.
  private(set) var usedCount = 0
  private(set) var scaleA = 1.0
  private(set) var scaleB = 1.0
  private(set) var scaleOfWeights = 1.0

  /// - Throws: ``VectorAlignmentError`` for pairs that are not as many, not finite, or have no or a wrong
  ///   weight.
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
      // What has no weight must not set the scale.
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

  /// Calls `body` with the index and the scaled weight of each pair of positive, finite weight: what has
  /// none may be too large to be scaled.
  @inline(__always)
  func forEach(_ body: (_ index: Int, _ scaledWeight: Double) -> Void) {
    for index in a.indices where index != primary {
      let weight = weights?[index] ?? 1
      if weight > 0 { body(index, weight * scaleOfWeights) }
    }
  }

  /// The sum of the finite weights, scaled.
  var scaledTotalWeight: Double {
    var total = 0.0
    forEach { total += $1 }
    return total
  }

  /// Σ *w*ᵢ (*a*ᵢ - *centre*ₐ)(*b*ᵢ - *centre*ᵦ)ᵀ of scaled weights and vectors; the centres are scaled as well.
  func profile(
    around centers: (a: Vector3<Double>, b: Vector3<Double>) = (.zero, .zero)
  ) -> Matrix3<Double> {
    var profile = Matrix3<Double>.zero
    forEach { index, weight in
      let (end, start) = (a[index] * scaleA - centers.a, b[index] * scaleB - centers.b)
      profile = profile + end.outerProduct(start) * weight
    }
    return profile
  }

  /// The rotation nearest to a profile, which is always finite.
  func rotation(nearestTo profile: Matrix3<Double>) -> NearestRotation {
    do {
      return try nearestRotation(to: profile, engine: .direct)
    } catch {
      preconditionFailure("sums of products of numbers near one overflowed: \(error)")
    }
  }

  private static func powerOfTwo(bringingNearOne largest: Double) -> Double {
    // Subnormal numbers come as near as one factor brings them.
    guard largest > 0 else { return 1 }
    return Double(
      sign: .plus, exponent: max(-1000, min(1000, -Int(largest.exponent))), significand: 1)
  }
}
