import Foundation
import RotationMath
import RotationValidation
import TestSupport
import Testing

/// The reference rotations beside the checkout, and copies with altered results.
@Suite("Reference suites", .needsRecordings)
struct ReferenceSuiteTests {
  static func file(_ name: String) throws -> [String: Any] {
    let folder = try #require(Locations.recordings).appending(path: "reference-rotations")
    let data = try Data(contentsOf: folder.appending(path: "\(name).json"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  static func summary(_ file: [String: Any]) throws -> ReferenceSuite.Summary {
    let data = try JSONSerialization.data(withJSONObject: file)
    return try JSONDecoder().decode(ReferenceSuite.self, from: data).validate()
  }

  @Test("every suite passes, and every number is counted", arguments: ReferenceSuite.names)
  func passes(name: String) throws {
    let file = try Self.file(name)
    let summary = try Self.summary(file)
    #expect(summary.name == name && summary.failures == 0, "\(summary.firstFailure ?? "")")
    #expect(summary.worstError <= 1)
    #expect(summary.cases == (file["cases"] as? [Any])?.count)
    #expect(summary.values == Self.places(in: file["cases"] ?? []).count)
  }

  /// The paths to the numbers of a value.
  static func places(in value: Any) -> [[Any]] {
    switch value {
    case let list as [Any]:
      return list.indices.flatMap { i in places(in: list[i]).map { [i as Any] + $0 } }
    case let object as [String: Any]:
      return object.keys.sorted().flatMap { key in
        places(in: object[key] ?? 0).map { [key as Any] + $0 }
      }
    case let text as String: return text == "inf" ? [[]] : []
    case let number as NSNumber where isFlag(number): return []
    case is NSNumber: return [[]]
    default: return []
    }
  }

  static func isFlag(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c"
  }

  /// A value with the number at a path changed.
  static func altered(_ value: Any, at path: ArraySlice<Any>, by change: (Double) -> Double) -> Any
  {
    guard let first = path.first else {
      return change((value as? NSNumber)?.doubleValue ?? .greatestFiniteMagnitude)
    }
    if var list = value as? [Any], let index = first as? Int {
      list[index] = altered(list[index], at: path.dropFirst(), by: change)
      return list
    }
    if var object = value as? [String: Any], let key = first as? String, let old = object[key] {
      object[key] = altered(old, at: path.dropFirst(), by: change)
      return object
    }
    return value
  }

  /// The fields with results; the others are inputs, which any file may choose.
  static let results: [String: Set<String>] = [
    "align_vectors": ["quat", "rssd", "sensitivity"],
    "conversions": ["canonical", "matrix", "rotvec", "mrp", "magnitude", "inv"],
    "davenport": ["quat", "as_davenport"],
    "euler": ["quat", "as_euler", "lock"],
    "exp_log_jacobians_mp50": [
      "quat", "matrix", "leftJacobian", "rightJacobian", "leftJacobianInverse", "log",
    ],
    "groups_reduce": ["size", "elements", "reduced_magnitude", "reduced_lr_magnitude"],
    "mean_chordal": ["mean", "gap"],
    "nearest_rotation": ["nearest", "sv", "det", "gap"],
    "pow": ["pow"],
    "rigid": ["matrix", "log", "t_u", "inv", "pow", "apply", "apply_inverse", "dual_quat"],
    "slerp_and_spline": ["slerp", "spline", "rate", "accel"],
  ]

  @Test("an altered result fails, found by recomputation", arguments: ReferenceSuite.names)
  func alterations(name: String) throws {
    let file = try Self.file(name)
    let cases = try #require(file["cases"] as? [[String: Any]])
    let results = try #require(Self.results[name])
    var random = SplitMix64(seed: UInt64(name.utf8.count))
    for index in 0..<60 {
      // A case without a result is a matrix whose nearest rotation is any rotation.
      var chosen: (Int, [Any])?
      while chosen == nil {
        let place = Int.random(in: cases.indices, using: &random)
        let paths = Self.places(in: cases[place]).filter {
          ($0[0] as? String).map(results.contains) ?? false
        }
        chosen = paths.randomElement(using: &random).map { (place, $0) }
      }
      let (place, path) = try #require(chosen)
      let changes: [(Double) -> Double] = [
        { $0 + 1e-3 }, { $0 + 1e-5 * max(1, abs($0)) }, { abs($0) > 1e-5 ? -$0 : $0 - 1e-5 },
      ]
      let altered = Self.altered(cases[place], at: path[...], by: changes[index % 3])
      var copy = file
      copy["cases"] = [altered]
      let summary = try Self.summary(copy)
      #expect(
        summary.failures == 1 || Self.isSameRotation(path, of: cases[place]),
        "\(name) \(place) \(path) \(index % 3)")
    }
    for (key, value) in (file["tolerance"] as? [String: Any]) ?? [:] where value is NSNumber {
      var copy = file
      copy["tolerance"] = Self.altered(file["tolerance"] ?? 0, at: [key][...]) { 2 * $0 }
      #expect(try Self.summary(copy).failures == 1)
    }
  }

  @Test("a result missing from all cases fails", arguments: ReferenceSuite.names)
  func missingResults(name: String) throws {
    let file = try Self.file(name)
    let cases = try #require(file["cases"] as? [[String: Any]])
    for field in try #require(Self.results[name]) {
      var copy = file
      copy["cases"] = cases.map { fields in fields.filter { $0.key != field } }
      #expect(try Self.summary(copy).failures > 0, "\(field)")
    }
  }

  /// Whether a number is the only nonzero coefficient of a quaternion, of either sign.
  static func isSameRotation(_ path: [Any], of fields: [String: Any]) -> Bool {
    var value: Any = fields
    for step in path.dropLast() {
      if let key = step as? String { value = (value as? [String: Any])?[key] ?? 0 }
      if let index = step as? Int { value = (value as? [Any])?[index] ?? 0 }
    }
    guard let numbers = value as? [Double], numbers.count == 4 else { return false }
    return numbers.count { abs($0) > 1e-5 } == 1
  }

  @Test("unknown suites, fields and missing fields fail")
  func layout() throws {
    func failure(_ json: String) throws -> String? {
      try JSONDecoder().decode(ReferenceSuite.self, from: Data(json.utf8)).validate().firstFailure
    }
    #expect(try failure(#"{"suite": "roots", "cases": []}"#) == "unknown suite 'roots'")
    #expect(try failure(#"{"suite": "pow", "cases": []}"#) == "expected at least one case")
    let power = #""quat": [0, 0, 0, 1], "n": 2, "pow": [0, 0, 0, 1]"#
    #expect(try failure(#"{"suite": "pow", "cases": [{\#(power)}]}"#) == nil)
    #expect(
      try failure(#"{"suite": "pow", "cases": [{\#(power), "m": 1}]}"#)
        == "case 0: m: unknown field")
    #expect(
      try failure(#"{"suite": "pow", "cases": [{"quat": [0, 0, 1], "n": 2, "pow": [0]}]}"#)?
        .hasPrefix("case 0: quat: expected 4 numbers") == true)
  }
}

@Suite("Reference suites in double precision")
struct DoubleReferenceTests {
  @Test("references with rounding errors of their own pass")
  func roundingErrors() throws {
    let url = Locations.referenceData.appending(path: "rotation-checks/double_references.json")
    let file = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any]
    for suite in try #require(file?["cases"] as? [[String: Any]]) {
      let summary = try ReferenceSuiteTests.summary(suite)
      #expect(summary.cases == 60 && summary.failures == 0, "\(summary.firstFailure ?? "")")
    }
  }
}
