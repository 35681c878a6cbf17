internal import LinearAlgebra
internal import RotationMath

/// What `inertial validate` answers.
struct ValidationAnswer: Encodable {
  /// One class of cases by one engine.
  struct Row: Encodable {
    var name: String
    var engine: String
    var cases = 0
    var failures = 0
    /// In units of eps * |A| / gap; `nil` where no case has a unique answer to compare with.
    var worstErrorEps: Double?
    var medianErrorEps: Double?
    var boundEps: Double
  }

  var cases = 0
  var failures = 0
  var classes: [Row] = []

  init(_ reference: ReferenceData) {
    for engine in NearestRotationEngine.allCases {
      for (name, rows) in grouped(reference.nearest, by: { $0.class ?? "all" }) {
        // dgesdd itself is backward stable within 64 roundings; the direct engine within 16.
        add(
          "nearest rotation, \(name)", engine, bound: engine == .direct ? 16 : 64,
          tolerance: reference.nearestTolerance
        ) {
          rows.map { Self.check($0, engine) }
        }
      }
      for (name, rows) in grouped(reference.means, by: { $0.class ?? "all" }) {
        add(
          "chordal mean, \(name)", engine, bound: 64, tolerance: reference.meanTolerance
        ) { rows.map { Self.check($0, engine) } }
      }
    }
    cases = classes.map(\.cases).reduce(0, +)
    failures = classes.map(\.failures).reduce(0, +)
  }

  /// How a case ended: with an error to compare, in eps * |A| / gap and in radians; with a rotation
  /// where any will do; or not well.
  private enum Outcome {
    case error(Double, angle: Double)
    case rotation
    case failure
  }

  private mutating func add(
    _ name: String, _ engine: NearestRotationEngine, bound: Double, tolerance: Double,
    _ outcomes: () -> [Outcome]
  ) {
    var row = Row(name: name, engine: engine.rawValue, boundEps: bound)
    var errors: [Double] = []
    for outcome in outcomes() {
      row.cases += 1
      switch outcome {
      case .error(let error, let angle):
        errors.append(error)
        // A reference that is itself rounded states how far it may be off.
        if !(error <= bound || angle <= tolerance) { row.failures += 1 }
      case .rotation: break
      case .failure: row.failures += 1
      }
    }
    errors.sort()
    row.worstErrorEps = errors.last
    row.medianErrorEps = errors.isEmpty ? nil : errors[errors.count / 2]
    classes.append(row)
  }

  private static func check(
    _ row: ReferenceData.NearestCase, _ engine: NearestRotationEngine
  ) -> Outcome {
    let matrix = Matrix3(row.matrix)
    guard let found = try? nearestRotation(to: matrix, engine: engine) else { return .failure }
    return compare(found, truth: row.nearest.map { Quaternion(Matrix3($0)) })
  }

  private static func check(
    _ row: ReferenceData.MeanCase, _ engine: NearestRotationEngine
  ) -> Outcome {
    var sum = RotationAccumulator()
    for (index, list) in row.quats.enumerated() {
      let rotation = Quaternion(x: list[0], y: list[1], z: list[2], w: list[3])
      guard (try? sum.add(rotation, weight: row.weights?[index] ?? 1)) != nil else {
        return .failure
      }
    }
    guard let found = try? nearestRotation(to: sum.sum, engine: engine) else { return .failure }
    let m = row.mean
    return compare(found, truth: Quaternion(x: m[0], y: m[1], z: m[2], w: m[3]))
  }

  private static func compare(_ found: NearestRotation, truth: Quaternion<Double>?) -> Outcome {
    let eps = Double.ulpOfOne
    let matrix = found.matrix
    guard matrix.orthonormalityError <= 4 * eps, abs(matrix.determinant - 1) <= 4 * eps else {
      return .failure
    }
    // Where the gap is all rounding error, every direction is as good.
    guard let truth, found.gap > 1e6 * eps * found.singularValues.x else { return .rotation }
    // A norm in the unit of the largest singular value neither over- nor underflows.
    let values = found.singularValues / found.singularValues.x
    let condition = values.length / (found.gap / found.singularValues.x)
    let angle = found.quaternion.angularDistance(to: truth)
    return .error(angle / (eps * condition), angle: angle)
  }

  var text: String {
    let names = classes.map(\.name.count).max() ?? 0
    func padded(_ text: String, _ width: Int, left: Bool = false) -> String {
      let blanks = String(repeating: " ", count: max(0, width - text.count))
      return left ? blanks + text : text + blanks
    }
    func number(_ value: Double?) -> String { value.map { decimal($0, places: 2) } ?? "-" }
    var lines = [
      padded("class", names) + "  engine   cases  failures   worst  median   bound"
    ]
    for row in classes {
      lines.append(
        [
          padded(row.name, names), padded(row.engine, 6), padded("\(row.cases)", 6, left: true),
          padded("\(row.failures)", 8, left: true),
          padded(number(row.worstErrorEps), 6, left: true),
          padded(number(row.medianErrorEps), 6, left: true),
          padded(decimal(row.boundEps, places: 0), 6, left: true),
        ].joined(separator: "  "))
    }
    let verdict =
      failures == 0 ? "\(cases) cases, none failed" : "\(cases) cases, \(failures) failed"
    lines.append(verdict + "; errors in units of eps * |A| / gap")
    if classes.contains(where: { $0.failures == 0 && $0.worstErrorEps ?? 0 > $0.boundEps }) {
      lines.append("Errors over the bound are within the reference's own tolerance.")
    }
    return lines.joined(separator: "\n")
  }
}

/// `elements` by a name, in the order in which the names first appear.
private func grouped<Element>(
  _ elements: [Element], by name: (Element) -> String
) -> [(String, [Element])] {
  var order: [String] = []
  var groups: [String: [Element]] = [:]
  for element in elements {
    let key = name(element)
    if groups[key] == nil { order.append(key) }
    groups[key, default: []].append(element)
  }
  return order.map { ($0, groups[$0] ?? []) }
}
