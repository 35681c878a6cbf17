internal import CKernels
import RotationMath

/// The sum Σ *w* *q* *q*ᵀ / ‖*q*‖² over quaternions, which yields the sum of their matrices.
struct QuaternionProducts {
  /// xx, yy, zz, ww, xy, xz, xw, yz, yw, zw, the weights and their squares.
  private typealias Sums = (
    Double, Double, Double, Double, Double, Double, Double, Double, Double, Double, Double, Double
  )
  private let sums: Sums

  /// Sums the products; `nil` if the length of a quaternion or a weight is out of range.
  init?(_ rotations: [Quaternion<Double>], weights: [Double]?) {
    var sums: Sums = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let isValid = rotations.withUnsafeBytes { bytes in
      let quaternions = bytes.baseAddress?.assumingMemoryBound(to: Double.self)
      return withUnsafeMutableBytes(of: &sums) { room in
        let sums = room.baseAddress?.assumingMemoryBound(to: Double.self)
        guard let weights else {
          return inertial_quaternion_products(quaternions, nil, rotations.count, sums)
        }
        return inertial_quaternion_products(quaternions, weights, rotations.count, sums)
      }
    }
    guard isValid else { return nil }
    self.sums = sums
  }

  /// The sum of the weights.
  var weight: Double { sums.10 }

  /// The sum of the squared weights.
  var squaredWeight: Double { sums.11 }

  /// The weighted sum of the rotation matrices.
  var matrix: Matrix3<Double> {
    let (xx, yy, zz, ww) = (sums.0, sums.1, sums.2, sums.3)
    let (xy, xz, xw, yz, yw, zw) = (sums.4, sums.5, sums.6, sums.7, sums.8, sums.9)
    return Matrix3(
      columns: Vector3(ww + xx - yy - zz, 2 * (xy + zw), 2 * (xz - yw)),
      Vector3(2 * (xy - zw), ww - xx + yy - zz, 2 * (yz + xw)),
      Vector3(2 * (xz + yw), 2 * (yz - xw), ww - xx - yy + zz))
  }
}
