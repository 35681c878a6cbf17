import RotationMath

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
  /// The rounding errors of plain sums of many terms would hide that a rotation is not unique. Here
  /// they are those of 64 terms at most.
  @inline(__always)
  func sum<Term: AdditiveArithmetic>(
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
