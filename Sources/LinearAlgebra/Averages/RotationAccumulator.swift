public import RotationMath

/// A running sum of weighted rotations, from which their chordal average can be read at any time.
///
/// Add rotations as they come, remove them again, merge sums from several threads or, encoded, from
/// several machines: the average is that of all together. The chordal average minimises the weighted sum of squared
/// Frobenius distances between rotation matrices; it is the rotation nearest to their sum.
///
/// Source: R. Hartley, J. Trumpf, Y. Dai, H. Li, *Rotation averaging*, Int. J. Computer Vision 103,
/// 2013, doi:10.1007/s11263-012-0601-0, section 5.
public struct RotationAccumulator: Hashable, Sendable, Codable {
  /// The weighted sum of rotation matrices.
  public private(set) var sum = Matrix3<Double>.zero
  /// The sum of the weights.
  public private(set) var totalWeight = 0.0
  /// The sum of the squared weights.
  public private(set) var totalSquaredWeight = 0.0
  /// How many rotations were added and not removed.
  public private(set) var count = 0

  /// A sum of nothing.
  public init() {}

  /// Adds a rotation, whose quaternion need not have length one.
  ///
  /// - Throws: ``RotationAverageError/invalidRotation(index:)`` or
  ///   ``RotationAverageError/invalidWeight(index:)``, both with the index ``count``, or
  ///   ``RotationAverageError/overflow``; the sum is then unchanged.
  /// - Complexity: O(1).
  public mutating func add(
    _ rotation: Quaternion<Double>, weight: Double = 1
  ) throws(RotationAverageError) {
    try check(rotation, weight)
    try accumulate(rotation, factor: 2 / rotation.lengthSquared, weight: weight, sign: 1)
    count += 1
  }

  /// Adds many rotations, as ``add(_:weight:)`` does one after another.
  ///
  /// - Parameters:
  ///   - rotations: Quaternions, which need not have length one; their signs do not matter.
  ///   - weights: One each, zero or more; `nil` for ones.
  /// - Throws: ``RotationAverageError``, with the index in `rotations` of the first that is invalid;
  ///   the sum is then unchanged.
  /// - Complexity: O(*n*), at the speed of memory; allocates nothing.
  public mutating func add(
    contentsOf rotations: [Quaternion<Double>], weights: [Double]? = nil
  ) throws(RotationAverageError) {
    if let weights, weights.count != rotations.count {
      throw .countMismatch(rotations: rotations.count, weights: weights.count)
    }
    guard let products = QuaternionProducts(rotations, weights: weights) else {
      for (index, rotation) in rotations.enumerated() {
        guard Self.isDirection(rotation) else { throw .invalidRotation(index: index) }
        guard Self.isWeight(weights?[index] ?? 1) else { throw .invalidWeight(index: index) }
      }
      preconditionFailure("a sum of valid rotations is valid")
    }
    let (newSum, newWeight) = (sum + products.matrix, totalWeight + products.weight)
    guard newSum.isFinite, newWeight < .infinity else { throw .overflow }
    (sum, totalWeight) = (newSum, newWeight)
    totalSquaredWeight += products.squaredWeight
    count += rotations.count
  }

  /// Removes a rotation that was added with this weight; rounding errors of both stay.
  ///
  /// - Throws: What ``add(_:weight:)`` throws.
  public mutating func remove(
    _ rotation: Quaternion<Double>, weight: Double = 1
  ) throws(RotationAverageError) {
    try check(rotation, weight)
    try accumulate(rotation, factor: 2 / rotation.lengthSquared, weight: weight, sign: -1)
    count -= 1
  }

  /// Adds all that `other` holds.
  public mutating func merge(_ other: Self) {
    sum = sum + other.sum
    totalWeight += other.totalWeight
    totalSquaredWeight += other.totalSquaredWeight
    count += other.count
  }

  private func check(
    _ rotation: Quaternion<Double>, _ weight: Double
  ) throws(RotationAverageError) {
    guard Self.isDirection(rotation) else { throw .invalidRotation(index: count) }
    guard Self.isWeight(weight) else { throw .invalidWeight(index: count) }
  }

  /// Whether a quaternion is finite and has a length whose square neither over- nor underflows.
  private static func isDirection(_ rotation: Quaternion<Double>) -> Bool {
    (0x1p-1000...0x1p1000).contains(rotation.lengthSquared)
  }

  private static func isWeight(_ weight: Double) -> Bool { weight >= 0 && weight < .infinity }

  /// *w* times the rotation matrix *I* + *f*(…), with *f* = 2/‖*q*‖².
  @inline(__always)
  private mutating func accumulate(
    _ q: Quaternion<Double>, factor: Double, weight: Double, sign: Double
  ) throws(RotationAverageError) {
    let w = weight * sign
    let f = w * factor
    let (x, y, z) = (q.x * f, q.y * f, q.z * f)
    let (xx, yy, zz) = (x * q.x, y * q.y, z * q.z)
    let (xy, xz, yz) = (x * q.y, x * q.z, y * q.z)
    let (wx, wy, wz) = (x * q.w, y * q.w, z * q.w)
    let newSum =
      sum
      + Matrix3(
        columns: Vector3(w - (yy + zz), xy + wz, xz - wy),
        Vector3(xy - wz, w - (xx + zz), yz + wx), Vector3(xz + wy, yz - wx, w - (xx + yy)))
    guard newSum.isFinite, totalWeight + w < .infinity else { throw .overflow }
    sum = newSum
    totalWeight += w
    totalSquaredWeight += sign * weight * weight
  }

  /// The chordal average of what was added.
  ///
  /// - Parameter engine: How to find the rotation nearest to the sum.
  /// - Throws: ``RotationAverageError/empty``, also when as many were removed as added, or
  ///   ``RotationAverageError/overflow`` of what was merged.
  /// - Complexity: O(1).
  public func average(
    engine: NearestRotationEngine = .direct
  ) throws(RotationAverageError) -> RotationAverage {
    // After as many were removed as added there are only rounding errors left.
    guard count > 0, totalWeight > 0 else { throw .empty }
    guard totalWeight < .infinity else { throw .overflow }
    // No reciprocal: that of a subnormal weight is infinite.
    let mean = Matrix3(
      columns: sum.c0 / totalWeight, sum.c1 / totalWeight, sum.c2 / totalWeight)
    do {
      let nearest = try nearestRotation(to: mean, engine: engine)
      return RotationAverage(
        rotation: nearest.quaternion, mean: mean,
        effectiveCount: totalWeight * totalWeight / totalSquaredWeight)
    } catch {
      throw .overflow
    }
  }
}
