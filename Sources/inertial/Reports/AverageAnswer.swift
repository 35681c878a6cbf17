internal import LinearAlgebra
internal import RotationMath

/// The answer of `inertial average`.
struct AverageAnswer: Encodable {
  /// x, y, z, w.
  let quaternion: [Double]
  /// The root mean square angle to the average, in radians.
  let spread: Double
  let isUnique: Bool
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
    isUnique = average.isUnique
    gap = average.gap
    self.method = method.rawValue
    self.count = count
    effectiveCount = average.effectiveCount
    let matrix = average.covariance
    covariance = (0..<3).map { row in (0..<3).map { matrix[row, $0] } }
  }

  var text: String {
    let numbers = quaternion.map { decimal($0, places: 9) }.joined(separator: ", ")
    let degrees = decimal(spread * 180 / .pi, places: 3)
    let uniqueness = isUnique ? "yes" : "no: other rotations are equally good averages"
    return """
      average (x, y, z, w)  \(numbers)
      method                \(method)
      rotations             \(count), effectively \(decimal(effectiveCount, places: 1))
      spread                \(degrees) degrees
      unique                \(uniqueness)
      gap                   \(decimal(gap, places: 3)) of 2
      """
  }
}
