internal import CKernels
internal import RotationMath

/// The sum Σ *w* *p* *p*ᵀ over unit quaternions *p*, relative to a reference rotation.
///
/// Relative to a rotation among concentrated data the vector parts are small and keep their digits.
struct QuaternionProducts: AdditiveArithmetic, Hashable, Sendable, Codable {
  private var xx = 0.0, yy = 0.0, zz = 0.0, ww = 0.0
  private var xy = 0.0, xz = 0.0, xw = 0.0, yz = 0.0, yw = 0.0, zw = 0.0
  private(set) var weight = 0.0
  /// The sum of the squared weights.
  private(set) var squaredWeight = 0.0

  /// The sum of nothing.
  static var zero: Self { Self() }

  private init() {}

  /// Sums the products; `nil` if the length of a quaternion or a weight is out of range.
  init?(
    _ rotations: [Quaternion<Double>], weights: [Double]?, relativeTo reference: Quaternion<Double>
  ) {
    var products = Self()
    let isValid = withUnsafeTemporaryAllocation(of: Double.self, capacity: 16) { room in
      room.initialize(repeating: 0)
      (room[0], room[1], room[2]) = (-reference.x, -reference.y, -reference.z)
      room[3] = reference.w
      guard let back = room.baseAddress else { return false }
      let sums = back + 4
      let isValid = rotations.withUnsafeBytes { bytes in
        let quaternions = bytes.baseAddress?.assumingMemoryBound(to: Double.self)
        guard let weights else {
          return inertial_quaternion_products(quaternions, nil, rotations.count, back, sums)
        }
        return inertial_quaternion_products(quaternions, weights, rotations.count, back, sums)
      }
      products.read(sums)
      return isValid
    }
    guard isValid else { return nil }
    self = products
  }

  private mutating func read(_ sums: UnsafePointer<Double>) {
    (xx, yy, zz, ww) = (sums[0], sums[1], sums[2], sums[3])
    (xy, xz, xw, yz, yw, zw) = (sums[4], sums[5], sums[6], sums[7], sums[8], sums[9])
    (weight, squaredWeight) = (sums[10], sums[11])
  }

  /// The product of a quaternion relative to the reference, of any length.
  init(_ p: Quaternion<Double>, weight: Double) {
    let factor = weight / p.lengthSquared
    let (x, y, z, w) = (p.x * factor, p.y * factor, p.z * factor, p.w * factor)
    (xx, yy, zz, ww) = (x * p.x, y * p.y, z * p.z, w * p.w)
    (xy, xz, xw, yz, yw, zw) = (x * p.y, x * p.z, x * p.w, y * p.z, y * p.w, z * p.w)
    self.weight = weight
    squaredWeight = weight * weight
  }

  /// The sum with all weights multiplied by a power of two.
  func scaled(by factor: Double) -> Self {
    var result = self
    result.setMatrix(matrix * factor)
    result.weight = weight * factor
    result.squaredWeight = squaredWeight * factor * factor
    return result
  }

  /// The sum with every *p* multiplied from the left by a unit quaternion.
  func turned(by q: Quaternion<Double>) -> Self {
    let left = Matrix4(
      columns: Vector4(q.w, q.z, -q.y, -q.x), Vector4(-q.z, q.w, q.x, -q.y),
      Vector4(q.y, -q.x, q.w, -q.z), Vector4(q.x, q.y, q.z, q.w))
    var result = self
    result.setMatrix(left * matrix * left.transpose)
    return result
  }

  private var matrix: Matrix4<Double> {
    Matrix4(
      columns: Vector4(xx, xy, xz, xw), Vector4(xy, yy, yz, yw), Vector4(xz, yz, zz, zw),
      Vector4(xw, yw, zw, ww))
  }

  private mutating func setMatrix(_ m: Matrix4<Double>) {
    (xx, yy, zz, ww) = (m.c0.x, m.c1.y, m.c2.z, m.c3.w)
    (xy, xz, xw, yz, yw, zw) = (m.c1.x, m.c2.x, m.c3.x, m.c2.y, m.c3.y, m.c3.z)
  }

  /// The sum over both sets of quaternions, relative to the same reference.
  static func + (a: Self, b: Self) -> Self { combined(a, b, +) }

  /// The sum without the other, relative to the same reference.
  static func - (a: Self, b: Self) -> Self { combined(a, b, -) }

  @inline(__always)
  private static func combined(
    _ a: Self, _ b: Self, _ operation: (Double, Double) -> Double
  ) -> Self {
    var result = Self()
    result.xx = operation(a.xx, b.xx)
    result.yy = operation(a.yy, b.yy)
    result.zz = operation(a.zz, b.zz)
    result.ww = operation(a.ww, b.ww)
    result.xy = operation(a.xy, b.xy)
    result.xz = operation(a.xz, b.xz)
    result.xw = operation(a.xw, b.xw)
    result.yz = operation(a.yz, b.yz)
    result.yw = operation(a.yw, b.yw)
    result.zw = operation(a.zw, b.zw)
    result.weight = operation(a.weight, b.weight)
    result.squaredWeight = operation(a.squaredWeight, b.squaredWeight)
    return result
  }

  /// The weighted sum of the rotation matrices relative to the reference.
  var rotationSum: Matrix3<Double> {
    Matrix3(
      columns: Vector3(ww + xx - yy - zz, 2 * (xy + zw), 2 * (xz - yw)),
      Vector3(2 * (xy - zw), ww - xx + yy - zz, 2 * (yz + xw)),
      Vector3(2 * (xz + yw), 2 * (yz - xw), ww - xx - yy + zz))
  }

  /// The sum Σ *w* *v* *v*ᵀ of the vector parts.
  var vectorProducts: Matrix3<Double> {
    Matrix3(columns: Vector3(xx, xy, xz), Vector3(xy, yy, yz), Vector3(xz, yz, zz))
  }
}

/// A sum of numbers, vectors or matrices that carries its rounding errors along.
///
/// The error of the sum is about one rounding, however many terms it has.
///
/// Source: D. E. Knuth, *The Art of Computer Programming* 2, section 4.2.2, theorem B; summed as by
/// A. Neumaier, ZAMM 54, 1974.
struct CompensatedSum<Term: AdditiveArithmetic>: Equatable {
  private var sum = Term.zero
  /// The sum of the rounding errors.
  private var rest = Term.zero

  /// The sum to double precision.
  var value: Term { sum + rest }

  mutating func add(_ term: Term) {
    let next = sum + term
    let part = next - sum
    rest += (sum - (next - part)) + (term - part)
    sum = next
  }

  /// The image of the sum under a linear map.
  func mapped(_ map: (Term) -> Term) -> Self {
    var image = Self()
    (image.sum, image.rest) = (map(sum), map(rest))
    return image
  }

  /// Adds the terms of another sum.
  mutating func add(_ other: Self) {
    add(other.sum)
    rest += other.rest
  }
}

extension CompensatedSum: Hashable where Term: Hashable {}
extension CompensatedSum: Sendable where Term: Sendable {}
extension CompensatedSum: Codable where Term: Codable {}
