public import RotationMath

/// A running sum of weighted rotations that yields their chordal mean at any time.
///
/// Rotations are added and removed one by one or in bulk, and sums are merged: from several threads
/// or, encoded, from several machines. The chordal mean minimises the weighted sum of squared
/// Frobenius distances between rotation matrices; it is the rotation nearest to their sum.
///
/// Source: R. Hartley, J. Trumpf, Y. Dai, H. Li, *Rotation averaging*, Int. J. Computer Vision 103,
/// 2013, doi:10.1007/s11263-012-0601-0, section 5.
public struct RotationAccumulator: Hashable, Sendable, Codable {
  /// The weighted sum of rotation matrices.
  package private(set) var sum = Matrix3<Double>.zero
  /// The sum of the weights.
  package private(set) var totalWeight = 0.0
  /// The sum of the squared weights.
  package private(set) var totalSquaredWeight = 0.0
  /// The number of rotations in the sum.
  public private(set) var count = 0

  /// Creates an empty sum.
  public init() {}

  /// Adds a rotation, given by a quaternion of any positive length.
  ///
  /// - Throws: ``RotationAverageError/invalidRotation(index:)`` or
  ///   ``RotationAverageError/invalidWeight(index:)`` with the index ``count``, or
  ///   ``RotationAverageError/overflow``. The sum is then unchanged.
  /// - Complexity: O(1).
  public mutating func add(
    _ rotation: Quaternion<Double>, weight: Double = 1
  ) throws(RotationAverageError) {
    try check(rotation, weight)
    try accumulate(rotation, factor: 2 / rotation.lengthSquared, weight: weight, sign: 1)
    count += 1
  }

  /// Adds many rotations.
  ///
  /// - Parameters:
  ///   - rotations: Quaternions of any positive length; their signs do not matter.
  ///   - weights: One per rotation, zero or more; `nil` for ones.
  /// - Throws: ``RotationAverageError`` with the index in `rotations` of the first invalid element.
  ///   The sum is then unchanged.
  /// - Complexity: O(*n*); allocates nothing.
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
      preconditionFailure("the kernel rejected valid rotations")
    }
    let (newSum, newWeight) = (sum + products.matrix, totalWeight + products.weight)
    guard newSum.isFinite, newWeight < .infinity else { throw .overflow }
    (sum, totalWeight) = (newSum, newWeight)
    totalSquaredWeight += products.squaredWeight
    count += rotations.count
  }

  /// Removes a rotation that was added with this weight. Rounding errors remain.
  ///
  /// - Throws: The errors of ``add(_:weight:)``.
  public mutating func remove(
    _ rotation: Quaternion<Double>, weight: Double = 1
  ) throws(RotationAverageError) {
    try check(rotation, weight)
    try accumulate(rotation, factor: 2 / rotation.lengthSquared, weight: weight, sign: -1)
    count -= 1
  }

  /// Adds the rotations of another sum.
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

  /// Whether a quaternion is finite and its squared length neither overflows nor underflows.
  private static func isDirection(_ rotation: Quaternion<Double>) -> Bool {
    (0x1p-1000...0x1p1000).contains(rotation.lengthSquared)
  }

  private static func isWeight(_ weight: Double) -> Bool { weight >= 0 && weight < .infinity }

  /// Adds *w* times the rotation matrix *I* + *f*(…), with *f* = 2/‖*q*‖².
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

  /// The chordal mean of the rotations in the sum.
  ///
  /// - Parameter engine: The algorithm for the rotation nearest to the sum. Default: `.direct`.
  /// - Throws: ``RotationAverageError/empty`` if no rotation is left, or
  ///   ``RotationAverageError/overflow`` if merged sums overflow.
  /// - Complexity: O(1).
  public func average(
    engine: NearestRotationEngine = .direct
  ) throws(RotationAverageError) -> RotationAverage {
    // A sum from which all rotations were removed holds rounding errors only.
    guard count > 0, totalWeight > 0 else { throw .empty }
    guard totalWeight < .infinity else { throw .overflow }
    // Division, since the reciprocal of a subnormal weight is infinite.
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
