internal import MotionFusion

/// How well the standard deviations of paths match their errors.
///
/// For Gaussian errors the shares are 0.68 and 0.95, and the mean square is 1.
public struct PathConsistency: Hashable, Sendable {
  /// The share of errors, axis by axis, within one standard deviation.
  public let withinOne: Double
  /// The share within two standard deviations.
  public let withinTwo: Double
  /// The mean of *e*ᵀ *P*⁻¹ *e* / 3.
  public let meanSquare: Double
}

/// The error of a last position in standard deviations.
struct NormalizedError: Hashable, Sendable {
  /// By axis.
  private let components: Vector3<Double>
  /// *e*ᵀ *P*⁻¹ *e* / 3.
  private let square: Double

  /// `nil` where the covariance is singular.
  init?(_ error: Vector3<Double>, covariance: Matrix3<Double>) {
    guard let information = covariance.inverse else { return nil }
    components = Vector3(
      abs(error.x) / covariance.c0.x.squareRoot(), abs(error.y) / covariance.c1.y.squareRoot(),
      abs(error.z) / covariance.c2.z.squareRoot())
    square = error.dot(information * error) / 3
  }

  /// The consistency of several errors; `nil` without any.
  static func consistency(of errors: [Self]) -> PathConsistency? {
    guard !errors.isEmpty else { return nil }
    let count = Double(errors.count)
    func share(within limit: Double) -> Double {
      let inside = errors.reduce(0) { sum, error in
        sum + [error.components.x, error.components.y, error.components.z].count { $0 <= limit }
      }
      return Double(inside) / (3 * count)
    }
    return PathConsistency(
      withinOne: share(within: 1), withinTwo: share(within: 2),
      meanSquare: errors.reduce(0) { $0 + $1.square } / count)
  }
}
