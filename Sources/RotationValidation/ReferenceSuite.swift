/// A suite of reference cases: rotations, their conversions and functions, with expected results.
///
/// Validation recomputes every result from the inputs of its case. It rejects a result that differs
/// by more than the tolerance, whatever the inputs; a wrong sign of a quaternion with one nonzero
/// coefficient is the same rotation and accepted.
///
/// The layout matches the files written by `tools/generate_reference_rotations.py`: an object with
/// the `suite`, its `tolerance` and `cases`. The suites are align_vectors, conversions, davenport,
/// euler, exp_log_jacobians_mp50, groups_reduce, mean_chordal, nearest_rotation, pow, rigid and
/// slerp_and_spline.
package struct ReferenceSuite: Decodable, Sendable {
  /// The name of the suite; empty if the file has none.
  package var name: String
  private let tolerance: [String: ReferenceValue]?
  private let cases: [[String: ReferenceValue]]

  private enum CodingKeys: String, CodingKey {
    case name = "suite"
    case tolerance, cases
  }

  /// Decodes a suite.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decodeIfPresent(String.self, forKey: .name) ?? ""
    tolerance = try container.decodeIfPresent([String: ReferenceValue].self, forKey: .tolerance)
    cases = try container.decode([[String: ReferenceValue]].self, forKey: .cases)
  }

  /// A comparison of this package's results with a suite.
  package struct Summary: Hashable, Sendable, Encodable {
    /// The name of the suite.
    package let name: String
    /// The number of cases.
    package let cases: Int
    /// The number of numbers in the cases: inputs and expected results.
    package let values: Int
    /// The number of cases with a difference beyond its tolerance, or not in the layout of the
    /// suite.
    package let failures: Int
    /// The largest difference in units of its tolerance.
    package let worstError: Double
    /// The first failure: the case, the field and the difference.
    package let firstFailure: String?
  }

  /// Compares this package's results with every number of the suite.
  package func validate() -> Summary {
    guard let known = Self.known[name] else {
      return summary(failures: 1, worst: 0, first: "unknown suite '\(name)'")
    }
    var (failures, worst, first) = (0, 0.0, String?.none)
    for (key, expected) in known.tolerance {
      guard let tolerance, tolerance[key]?.numbers != [expected] else { continue }
      failures += 1
      first = "tolerance '\(key)': expected \(expected)"
    }
    for (index, fields) in cases.enumerated() {
      var record = ReferenceRecord(fields)
      known.compare(&record)
      record.finish()
      worst = max(worst, record.worst)
      if let problem = record.problems.first {
        failures += 1
        first = first ?? "case \(index): \(problem)"
      }
    }
    if cases.isEmpty {
      failures += 1
      first = first ?? "expected at least one case"
    }
    return summary(failures: failures, worst: worst, first: first)
  }

  private func summary(failures: Int, worst: Double, first: String?) -> Summary {
    let values = cases.reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.numberCount } }
    return Summary(
      name: name, cases: cases.count, values: values, failures: failures,
      worstError: worst.isFinite ? worst : .greatestFiniteMagnitude, firstFailure: first)
  }

  /// The names of the suites.
  package static var names: [String] { known.keys.sorted() }

  private struct Known: Sendable {
    let tolerance: [String: Double]
    let compare: @Sendable (inout ReferenceRecord) -> Void
  }

  private static let known: [String: Known] = [
    "align_vectors": Known(tolerance: ["abs": 1e-11]) { $0.compareAlignment() },
    "conversions": Known(tolerance: ["abs": 1e-15]) { $0.compareConversions() },
    "davenport": Known(tolerance: ["abs": 1e-12]) { $0.compareDavenportAngles() },
    "euler": Known(tolerance: ["abs": 1e-14]) { $0.compareEulerAngles() },
    "exp_log_jacobians_mp50": Known(tolerance: ["ulp": 2]) { $0.compareExponentials() },
    "groups_reduce": Known(tolerance: ["abs": 1e-12]) { $0.compareGroups() },
    "mean_chordal": Known(tolerance: ["abs": 1e-12]) { $0.compareMeans() },
    "nearest_rotation": Known(tolerance: ["abs": 1e-12]) { $0.compareNearestRotations() },
    "pow": Known(tolerance: ["abs": 1e-14]) { $0.comparePowers() },
    "rigid": Known(tolerance: ["abs": 1e-12]) { $0.compareRigidTransforms() },
    "slerp_and_spline": Known(tolerance: ["slerpAbs": 1e-14, "splineAbs": 1e-8]) {
      $0.comparePaths()
    },
  ]
}

// MARK: - Cases for both engines

extension ReferenceSuite {
  /// The nearest rotations and chordal means of the suite, for ``RotationValidation``.
  ///
  /// Empty for other suites. Cases out of the layout of the suite are left out: ``validate()``
  /// reports them.
  var rotationReferences: [RotationReference] {
    cases.compactMap { fields in
      var record = ReferenceRecord(fields)
      let found =
        switch name {
        case "nearest_rotation": record.nearestRotationReference()
        case "mean_chordal": record.chordalMeanReference()
        default: RotationReference?.none
        }
      return record.problems.isEmpty ? found : nil
    }
  }
}

/// A value of a reference file.
enum ReferenceValue: Decodable, Hashable, Sendable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([ReferenceValue])

  /// Decodes null, a flag, a number, a text or a list of these.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try container.decode([ReferenceValue].self))
    }
  }

  /// The numbers of the value and its lists, row by row; `nil` if it has other values.
  ///
  /// The text "inf" is infinity, for which JSON has no number.
  var numbers: [Double]? {
    switch self {
    case .number(let number): return [number]
    case .text("inf"): return [.infinity]
    case .list(let values):
      var numbers: [Double] = []
      for value in values {
        guard let more = value.numbers else { return nil }
        numbers += more
      }
      return numbers
    case .null, .flag, .text: return nil
    }
  }

  /// The number of elements of a list.
  var count: Int? {
    if case .list(let values) = self { return values.count }
    return nil
  }

  /// The number of numbers in the value.
  var numberCount: Int {
    switch self {
    case .number, .text("inf"): 1
    case .list(let values): values.reduce(0) { $0 + $1.numberCount }
    case .null, .flag, .text: 0
    }
  }
}
