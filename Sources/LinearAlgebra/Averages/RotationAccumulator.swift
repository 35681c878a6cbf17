public import RotationMath

/// A running sum of weighted rotations that yields their chordal mean at any time.
///
/// Rotations are added and removed one by one or in bulk, and sums are merged: from several threads
/// or, encoded, from several machines. The chordal mean minimises the weighted sum of squared
/// Frobenius distances between rotation matrices; it is the rotation nearest to their sum.
///
/// The sum is held relative to the first rotation, or the heaviest one added in bulk, so that the
/// spread of concentrated rotations keeps its digits, and in a unit of weight that is a power of
/// two, so that weights of any magnitude neither overflow nor underflow.
///
/// Source: R. Hartley, J. Trumpf, Y. Dai, H. Li, *Rotation averaging*, Int. J. Computer Vision 103,
/// 2013, doi:10.1007/s11263-012-0601-0, section 5.
public struct RotationAccumulator: Hashable, Sendable, Codable {
  /// The rotation that the products are relative to.
  private var reference = Quaternion<Double>.identity
  /// The products of the rotations relative to the reference.
  private var sums = CompensatedSum<QuaternionProducts>()
  /// The exponent of the unit of weight.
  private var exponent = 0
  /// The number of rotations of positive weight in the sum.
  private var positiveCount = 0
  /// The number of rotations in the sum.
  public private(set) var count = 0

  /// Creates an empty sum.
  public init() {}

  private var products: QuaternionProducts { sums.value }

  /// The weighted sum of the rotation matrices, in the unit of weight.
  package var sum: Matrix3<Double> { Matrix3(nearUnit: reference) * products.rotationSum }

  // MARK: - Adding and removing

  /// Adds a rotation, given by a finite quaternion of any length but zero.
  ///
  /// - Throws: ``RotationAverageError/invalidRotation(index:)`` or
  ///   ``RotationAverageError/invalidWeight(index:)`` with the index ``count``. The sum is then
  ///   unchanged.
  /// - Complexity: O(1).
  public mutating func add(
    _ rotation: Quaternion<Double>, weight: Double = 1
  ) throws(RotationAverageError) {
    insert(try checked(rotation, weight), weight: weight)
  }

  /// Adds a valid rotation.
  private mutating func insert(_ rotation: Quaternion<Double>, weight: Double) {
    if products.weight == 0, weight > 0 { restart(at: rotation) }
    sums.add(QuaternionProducts(reference.conjugate * rotation, weight: adopted(weight)))
    count += 1
    if weight > 0 { positiveCount += 1 }
  }

  /// Adds many rotations.
  ///
  /// - Parameters:
  ///   - rotations: Finite quaternions of any length but zero; their signs do not matter.
  ///   - weights: One per rotation, zero or more; `nil` for ones.
  /// - Throws: ``RotationAverageError`` with the index in `rotations` of the first invalid element.
  ///   The sum is then unchanged.
  /// - Complexity: O(*n*); allocates nothing for weights from 2⁻³⁰⁰ to 2³⁰⁰.
  public mutating func add(
    contentsOf rotations: [Quaternion<Double>], weights: [Double]? = nil
  ) throws(RotationAverageError) {
    if let weights, weights.count != rotations.count {
      throw .countMismatch(rotations: rotations.count, weights: weights.count)
    }
    var next = self
    let heaviest = weights.flatMap { all in all.indices.max { all[$0] < all[$1] } } ?? 0
    // The digits of the spread are kept near the reference.
    if next.products.weight == 0, heaviest < rotations.count,
      let direction = Self.direction(rotations[heaviest])
    {
      next.restart(at: direction)
    }
    // A weight that is not finite leaves the weights as they are, to be found below.
    let largest = weights.map { $0.isEmpty ? 0 : $0[heaviest] } ?? 1
    if largest > 0, largest < .infinity { _ = next.adopted(largest) }
    let scaled = next.exponent == 0 ? weights : weights?.map(next.scaled)
    // A small negative weight underflows to zero if it is scaled.
    let isScaledValid = next.exponent == 0 || (weights ?? []).allSatisfy(Self.isWeight)
    if isScaledValid,
      let added = QuaternionProducts(rotations, weights: scaled, relativeTo: next.reference)
    {
      next.sums.add(added)
      next.count += rotations.count
      next.positiveCount += weights.map { $0.count(where: { $0 > 0 }) } ?? rotations.count
      self = next
      return
    }
    next = self
    for (index, rotation) in rotations.enumerated() {
      let weight = weights?[index] ?? 1
      guard let direction = Self.direction(rotation) else { throw .invalidRotation(index: index) }
      guard Self.isWeight(weight) else { throw .invalidWeight(index: index) }
      next.insert(direction, weight: weight)
    }
    self = next
  }

  /// Removes a rotation that was added with this weight.
  ///
  /// Rounding errors remain, until no rotation of positive weight is left.
  ///
  /// - Throws: The errors of ``add(_:weight:)``.
  /// - Precondition: The sum is not empty.
  public mutating func remove(
    _ rotation: Quaternion<Double>, weight: Double = 1
  ) throws(RotationAverageError) {
    precondition(count > 0, "expected a rotation in the sum")
    let direction = try checked(rotation, weight)
    sums.add(
      .zero - QuaternionProducts(reference.conjugate * direction, weight: adopted(weight)))
    count -= 1
    guard weight > 0 else { return }
    positiveCount -= 1
    if positiveCount == 0 { restart(at: .identity) }
  }

  /// Adds the rotations of another sum.
  public mutating func merge(_ other: Self) {
    guard other.products.weight != 0 else {
      count += other.count
      return
    }
    if products.weight == 0 { (reference, exponent) = (other.reference, other.exponent) }
    let turn = reference.conjugate * other.reference
    let unit = other.exponent < exponent ? Self.power(other.exponent - exponent) : 1
    if other.exponent > exponent { rescale(to: other.exponent) }
    sums.add(other.sums.mapped { $0.turned(by: turn).scaled(by: unit) })
    count += other.count
    positiveCount += other.positiveCount
  }

  private func checked(
    _ rotation: Quaternion<Double>, _ weight: Double
  ) throws(RotationAverageError) -> Quaternion<Double> {
    guard let direction = Self.direction(rotation) else { throw .invalidRotation(index: count) }
    guard Self.isWeight(weight) else { throw .invalidWeight(index: count) }
    return direction
  }

  /// A quaternion of this direction whose squared length, divided into a weight, neither overflows
  /// nor underflows.
  ///
  /// `nil` if it is zero or not finite.
  private static func direction(_ rotation: Quaternion<Double>) -> Quaternion<Double>? {
    (0x1p-300...0x1p300).contains(rotation.lengthSquared) ? rotation : rotation.normalized()
  }

  private static func isWeight(_ weight: Double) -> Bool { weight >= 0 && weight < .infinity }

  // MARK: - Reference and unit of weight

  private mutating func restart(at rotation: Quaternion<Double>) {
    reference = rotation.normalized() ?? .identity
    sums = CompensatedSum()
    exponent = 0
  }

  /// The weight in the unit of weight, after a change of the unit if the weight is out of its
  /// range.
  private mutating func adopted(_ weight: Double) -> Double {
    if weight > 0 {
      let own = Int(weight.exponent)
      if own > exponent + 300 || (products.weight == 0 && own < exponent - 300) {
        rescale(to: own)
      }
    }
    return scaled(weight)
  }

  private func scaled(_ weight: Double) -> Double {
    guard exponent != 0 else { return weight }
    // In two steps: 2¹⁰⁷⁴ is not a number.
    return weight * Self.power(-exponent / 2) * Self.power(-exponent - (-exponent / 2))
  }

  private mutating func rescale(to newExponent: Int) {
    if products.weight != 0 {
      let factor = Self.power(max(-1000, exponent - newExponent))
      sums = sums.mapped { $0.scaled(by: factor) }
    }
    exponent = newExponent
  }

  private static func power(_ exponent: Int) -> Double {
    Double(sign: .plus, exponent: max(-1000, exponent), significand: 1)
  }

  // MARK: - Averages

  /// The chordal mean of the rotations in the sum.
  ///
  /// - Parameter engine: The algorithm for the rotation nearest to the sum. Default: `.automatic`.
  /// - Throws: ``RotationAverageError/empty`` if no rotation of positive weight is left.
  /// - Complexity: O(1).
  public func average(
    engine: NearestRotationEngine = .automatic
  ) throws(RotationAverageError) -> RotationAverage {
    let products = products, total = products.weight
    guard positiveCount > 0, total > 0 else { throw .empty }
    guard let nearest = try? nearestRotation(to: products.rotationSum * (1 / total), engine: engine)
    else { throw .empty }
    let gap = nearest.gap
    // The mean of unit matrices has rounding errors of a few eps, and eigenvalues differ by twice
    // the gap.
    let isUnique = gap > 64 * .ulpOfOne
    let rotation = reference * nearest.rotation
    let covariance = covariance(at: rotation)
    return RotationAverage(
      rotation: rotation.canonical,
      // ‖R - S‖² = 8 sin²(θ/2), and the covariance is four times the mean of v vᵀ.
      cost: max(0, 2 * covariance.trace), isConverged: true, isCertified: true, isUnique: isUnique,
      alternatives: isUnique
        ? [] : nearest.alternatives(within: 256 * .ulpOfOne).map { (reference * $0).canonical },
      covariance: covariance, effectiveCount: effectiveCount, gap: gap)
  }

  /// The average that a search found.
  func average(
    at search: CostSearch, factor: Double, gap: Double
  ) throws(RotationAverageError) -> RotationAverage {
    let best = search.best
    return RotationAverage(
      rotation: best.rotation.canonical, cost: factor * best.value, isConverged: best.isConverged,
      isCertified: search.isProven, isUnique: search.isUnique,
      alternatives: search.rivals.map { $0.rotation.canonical },
      covariance: covariance(at: best.rotation), effectiveCount: effectiveCount, gap: gap)
  }

  private var effectiveCount: Double {
    products.weight * products.weight / products.squaredWeight
  }

  private func covariance(at rotation: Quaternion<Double>) -> Matrix3<Double> {
    let relative = products.turned(by: rotation.conjugate * reference)
    return relative.vectorProducts * (4 / products.weight)
  }
}
