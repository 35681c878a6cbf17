import RotationMath
import TestSupport
import Testing

/// What a user of another library types first, beside the value that NumPy or SciPy gives for it.
///
/// Expressions keep the other library's name, without its prefix and with our types; where ours has
/// another name the guide for that library lists it. Inputs are those of
/// `Tests/ReferenceData/newcomers/generate.py`.
struct Newcomer {
  let a = Vector3(1.0, 2, 3)
  let b = Vector3(-2.0, 0.5, 4)
  let m = Matrix3(rowMajor: [2.0, -1, 0.5, 0.3, 1.5, -0.7, -0.4, 0.6, 3])
  let q = Quaternion(rotationVector: Vector3(0.3, -0.2, 0.5))
  let p = Quaternion(rotationVector: Vector3(-1.0, 0.4, 0.7))
  let t = Vector3(0.5, -1, 2)
  let points = [
    Vector3(1.0, 0, 0), Vector3(0, 2.0, 0), Vector3(0.5, -1, 1.5), Vector3(2, 1, -0.3),
  ]
  let targets = [
    Vector3(0.3, 1.1, 0.2), Vector3(-2.1, 0.4, 0.3), Vector3(1.0, 0.2, 1.9),
    Vector3(-1.2, 2.1, 0.1),
  ]

  private struct Row: Decodable {
    var name: String
    var values: [Double]
  }

  /// The values of one library's expressions, by name.
  private var expected: [String: [Double]]
  private let library: String
  private let count: Int

  init(_ library: String) throws {
    self.library = library
    let rows = try JSONSuite<Row>.reference("newcomers/probes.json").filter {
      $0.name.hasPrefix(library + " ")
    }
    expected = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0.values) })
    count = rows.count
  }

  /// Compares the numbers of an expression with the reference, relative to the largest, or to 1.
  mutating func expect(_ name: String, _ values: [Double], tolerance: Double = 1e-13) {
    guard let reference = expected.removeValue(forKey: "\(library) \(name)") else {
      Issue.record("no reference named \(library) \(name)")
      return
    }
    let size = reference.map { abs($0) }.max() ?? 0
    #expect(difference(values, reference) <= tolerance * max(size, 1), "\(library) \(name)")
  }

  /// Requires that all expressions were compared: twenty, or fifteen of the smaller lists.
  func finish(count expectedCount: Int = 20) {
    #expect(count == expectedCount)
    #expect(expected.isEmpty, "not compared: \(expected.keys.sorted())")
  }
}
