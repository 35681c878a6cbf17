package import LinearAlgebra
internal import RotationMath
internal import RotationValidation

/// The answer of `inertial average`.
package struct AverageAnswer: Encodable {
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

  package init(_ average: RotationAverage, method: RotationAverageMethod, count: Int) {
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

  /// The answer as text.
  package var text: String {
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

extension RotationValidation {
  /// The table of `inertial validate`.
  package var table: String {
    let names = classes.map(\.name.count).max() ?? 0
    func leading(_ text: String, _ width: Int) -> String { text.padded(to: width, .right) }
    func trailing(_ text: String, _ width: Int) -> String { text.padded(to: width) }
    func number(_ value: Double?, places: Int = 2) -> String {
      leading(value.map { decimal($0, places: places) } ?? "-", 6)
    }
    var lines = [
      trailing("", names + 26) + "  ------- error ------  --- backward error ---  orthonormality",
      trailing("class", names)
        + "  engine   cases  failures   worst  median   bound   worst  median   bound   worst   bound",
    ]
    for row in classes {
      lines.append(
        [
          trailing(row.name, names), trailing(row.engine.rawValue, 6), leading("\(row.cases)", 6),
          leading("\(row.failures)", 8),
          number(row.worstErrorEps), number(row.medianErrorEps), number(row.boundEps, places: 0),
          number(row.worstBackwardError), number(row.medianBackwardError),
          number(row.backwardBound, places: 0),
          number(row.worstOrthonormalityEps), number(row.orthonormalityBoundEps, places: 0),
        ].joined(separator: "  "))
    }
    if classes.isEmpty { lines = [] }
    if !suites.isEmpty {
      let names = suites.map(\.name.count).max() ?? 0
      if !lines.isEmpty { lines.append("") }
      lines.append(trailing("suite", names) + "   cases  values  failures  worst, tolerances")
      for suite in suites {
        lines.append(
          [
            trailing(suite.name, names), leading("\(suite.cases)", 6),
            leading("\(suite.values)", 6),
            leading("\(suite.failures)", 8), number(suite.worstError, places: 3),
          ].joined(separator: "  "))
        if let failure = suite.firstFailure { lines.append("  \(failure)") }
      }
      let values = suites.reduce(0) { $0 + $1.values }
      lines.append("\(suites.count) of \(ReferenceSuite.names.count) suites, \(values) values")
    }
    let units = "units: eps * |A| / gap, 2^-53 * |A|, eps"
    lines.append("\(cases) cases, \(failures) failures; \(units)")
    if classes.contains(where: { $0.failures == 0 && $0.worstErrorEps ?? 0 > $0.boundEps }) {
      lines.append("Errors above the bound are within the tolerance of the reference.")
    }
    return lines.joined(separator: "\n")
  }
}
