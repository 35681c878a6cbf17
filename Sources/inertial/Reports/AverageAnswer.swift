internal import LinearAlgebra
internal import RotationMath

/// The answer of `inertial average`.
struct AverageAnswer: Encodable {
  /// x, y, z, w.
  let quaternion: [Double]
  /// The root mean square angle to the average, in radians.
  let spread: Double
  /// The weighted mean of the method's cost.
  let cost: Double
  let isUnique: Bool
  let isCertified: Bool
  let isConverged: Bool
  /// Other averages that are as good, x, y, z, w each.
  let alternatives: [[Double]]
  let gap: Double
  let method: String
  let count: Int
  let effectiveCount: Double
  /// Rows of the covariance of rotation vectors from the average, in rad².
  let covariance: [[Double]]

  init(_ average: RotationAverage, method: RotationAverageMethod, count: Int) {
    let q = average.rotation
    quaternion = [q.x, q.y, q.z, q.w]
    spread = average.spread
    cost = average.cost
    isUnique = average.isUnique
    isCertified = average.isCertified
    isConverged = average.isConverged
    alternatives = average.alternatives.map { [$0.x, $0.y, $0.z, $0.w] }
    gap = average.gap
    self.method = method.rawValue
    self.count = count
    effectiveCount = average.effectiveCount
    let matrix = average.covariance
    covariance = (0..<3).map { row in (0..<3).map { matrix[row, $0] } }
  }

  var text: String {
    func list(_ numbers: [Double]) -> String {
      numbers.map { decimal($0, places: 9) }.joined(separator: ", ")
    }
    let degrees = decimal(spread * 180 / .pi, places: 3)
    let uniqueness = isUnique ? "yes" : "no: other rotations are equally good averages"
    let proof = isCertified ? "proven" : "the lowest of several minima, not proven"
    let others = alternatives.prefix(5).map { "\nor (x, y, z, w)       \(list($0))" }.joined()
    return """
      average (x, y, z, w)  \(list(quaternion))\(others)
      method                \(method)
      rotations             \(count), effectively \(decimal(effectiveCount, places: 1))
      spread                \(degrees) degrees
      unique                \(uniqueness)
      global minimum        \(isConverged ? proof : "no: the descent did not converge")
      gap                   \(decimal(gap, places: 3)) of 2
      """
  }
}
