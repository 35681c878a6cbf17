package import LinearAlgebra
internal import RotationMath
internal import RotationValidation

/// The answer of `inertial average`.
package struct AverageAnswer: Encodable {
  private let average: RotationAverage
  private let method: RotationAverageMethod
  private let count: Int

  package init(_ average: RotationAverage, method: RotationAverageMethod, count: Int) {
    (self.average, self.method, self.count) = (average, method, count)
  }

  private enum CodingKeys: String, CodingKey {
    case quaternion, spread, cost, isUnique, isCertified, isConverged, alternatives, gap, method
    case count, effectiveCount, covariance
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    // x, y, z, w.
    try values.encode(average.rotation.xyzw, forKey: .quaternion)
    try values.encode(average.alternatives.map(\.xyzw), forKey: .alternatives)
    // In radians, and in rad².
    try values.encode(average.spread, forKey: .spread)
    try values.encode((0..<3).map { average.covariance[row: $0].components }, forKey: .covariance)
    try values.encode(average.cost, forKey: .cost)
    try values.encode(average.isUnique, forKey: .isUnique)
    try values.encode(average.isCertified, forKey: .isCertified)
    try values.encode(average.isConverged, forKey: .isConverged)
    try values.encode(average.gap, forKey: .gap)
    try values.encode(method.rawValue, forKey: .method)
    try values.encode(count, forKey: .count)
    try values.encode(average.effectiveCount, forKey: .effectiveCount)
  }

  /// The answer as text.
  package var text: String {
    func list(_ numbers: [Double]) -> String {
      numbers.map { decimal($0, places: 9) }.joined(separator: ", ")
    }
    let degrees = decimal(average.spread * 180 / .pi, places: 3)
    let uniqueness = average.isUnique ? "yes" : "no: other rotations are equally good averages"
    let proof = average.isCertified ? "proven" : "the lowest of several minima, not proven"
    let others = average.alternatives.prefix(5)
      .map { "\nor (x, y, z, w)       \(list($0.xyzw))" }.joined()
    return """
      average (x, y, z, w)  \(list(average.rotation.xyzw))\(others)
      method                \(method.rawValue)
      rotations             \(count), effectively \(decimal(average.effectiveCount, places: 1))
      spread                \(degrees) degrees
      unique                \(uniqueness)
      global minimum        \(average.isConverged ? proof : "no: the descent did not converge")
      gap                   \(decimal(average.gap, places: 3)) of 2
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
