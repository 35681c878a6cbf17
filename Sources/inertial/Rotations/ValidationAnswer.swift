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
    /// By how much the input would have to change for the answer to be exact, in units of
    /// 2⁻⁵³ |A|.
    var worstBackwardError = 0.0
    var medianBackwardError = 0.0
    var backwardBound: Double
    /// How far the matrix is from a rotation, in units of eps.
    var worstOrthonormalityEps = 0.0
    var orthonormalityBoundEps = 4.0
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

  /// How far an answer is from the reference, in eps * |A| / gap and in radians; and from being one.
  private struct Outcome {
    /// `nil` where any rotation will do.
    var forward: (error: Double, angle: Double)?
    var errors: RotationErrors
  }

  /// Adds a row of outcomes, `nil` where there was no answer.
  private mutating func add(
    _ name: String, _ engine: NearestRotationEngine, bound: Double, tolerance: Double,
    _ outcomes: () -> [Outcome?]
  ) {
    // dgesdd itself is backward stable within some 73 half units; ours finishes what it left.
    var row = Row(
      name: name, engine: engine.rawValue, boundEps: bound,
      backwardBound: engine == .direct ? 10 : 64)
    var (forward, backward): ([Double], [Double]) = ([], [])
    for outcome in outcomes() {
      row.cases += 1
      guard let outcome else {
        row.failures += 1
        continue
      }
      let errors = outcome.errors
      backward.append(errors.backward)
      row.worstOrthonormalityEps = max(row.worstOrthonormalityEps, errors.orthonormality)
      var isGood =
        errors.backward <= row.backwardBound && errors.orthonormality <= row.orthonormalityBoundEps
      if let (error, angle) = outcome.forward {
        forward.append(error)
        // A reference that is itself rounded states how far it may be off.
        isGood = isGood && (error <= bound || angle <= tolerance)
      }
      if !isGood { row.failures += 1 }
    }
    forward.sort()
    backward.sort()
    row.worstErrorEps = forward.last
    row.medianErrorEps = forward.isEmpty ? nil : forward[forward.count / 2]
    row.worstBackwardError = backward.last ?? 0
    row.medianBackwardError = backward.isEmpty ? 0 : backward[backward.count / 2]
    classes.append(row)
  }

  private static func check(
    _ row: ReferenceData.NearestCase, _ engine: NearestRotationEngine
  ) -> Outcome? {
    let matrix = Matrix3(row.matrix)
    guard let found = try? nearestRotation(to: matrix, engine: engine) else { return nil }
    return compare(found, truth: row.nearest.map { Quaternion(Matrix3($0)) })
  }

  private static func check(
    _ row: ReferenceData.MeanCase, _ engine: NearestRotationEngine
  ) -> Outcome? {
    var sum = RotationAccumulator()
    for (index, list) in row.quats.enumerated() {
      let rotation = Quaternion(x: list[0], y: list[1], z: list[2], w: list[3])
      guard (try? sum.add(rotation, weight: row.weights?[index] ?? 1)) != nil else {
        return nil
      }
    }
    guard let found = try? nearestRotation(to: sum.sum, engine: engine) else { return nil }
    let m = row.mean
    return compare(found, truth: Quaternion(x: m[0], y: m[1], z: m[2], w: m[3]))
  }

  private static func compare(_ found: NearestRotation, truth: Quaternion<Double>?) -> Outcome {
    let errors = RotationErrors(of: found)
    let eps = Double.ulpOfOne
    // Where the gap is all rounding error, every direction is as good.
    guard let truth, found.gap > 1e6 * eps * found.singularValues.x else {
      return Outcome(forward: nil, errors: errors)
    }
    // A norm in the unit of the largest singular value neither over- nor underflows.
    let values = found.singularValues / found.singularValues.x
    let condition = values.length / (found.gap / found.singularValues.x)
    let angle = found.quaternion.angularDistance(to: truth)
    return Outcome(forward: (angle / (eps * condition), angle), errors: errors)
  }

  var text: String {
    let names = classes.map(\.name.count).max() ?? 0
    func padded(_ text: String, _ width: Int, left: Bool = false) -> String {
      let blanks = String(repeating: " ", count: max(0, width - text.count))
      return left ? blanks + text : text + blanks
    }
    func number(_ value: Double?, places: Int = 2) -> String {
      padded(value.map { decimal($0, places: places) } ?? "-", 6, left: true)
    }
    var lines = [
      padded("", names + 26) + "  ------- error ------  --- backward error ---  orthonormality",
      padded("class", names)
        + "  engine   cases  failures   worst  median   bound   worst  median   bound   worst   bound",
    ]
    for row in classes {
      lines.append(
        [
          padded(row.name, names), padded(row.engine, 6), padded("\(row.cases)", 6, left: true),
          padded("\(row.failures)", 8, left: true),
          number(row.worstErrorEps), number(row.medianErrorEps), number(row.boundEps, places: 0),
          number(row.worstBackwardError), number(row.medianBackwardError),
          number(row.backwardBound, places: 0),
          number(row.worstOrthonormalityEps), number(row.orthonormalityBoundEps, places: 0),
        ].joined(separator: "  "))
    }
    let verdict =
      failures == 0 ? "\(cases) cases, none failed" : "\(cases) cases, \(failures) failed"
    let units = "errors in units of eps * |A| / gap, of 2^-53 * |A|, and of eps"
    lines.append("\(verdict); \(units)")
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
