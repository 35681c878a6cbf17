internal import RotationMath

/// The comparison of one case of a reference suite with this package's results.
struct ReferenceRecord {
  private let fields: [String: ReferenceValue]
  private var used: Set<String> = []
  /// The differences beyond their tolerance, and the fields that are missing or not valid.
  private(set) var problems: [String] = []
  /// The largest difference in units of its tolerance.
  private(set) var worst = 0.0

  init(_ fields: [String: ReferenceValue]) { self.fields = fields }

  /// Whether the case has this field.
  func contains(_ name: String) -> Bool { fields[name] != nil }

  /// Whether the case has a value other than null in this field.
  func has(_ name: String) -> Bool { fields[name].map { $0 != .null } ?? false }

  /// The number of elements of a list; zero for other values.
  func count(_ name: String) -> Int { fields[name]?.count ?? 0 }

  /// Reports fields that no comparison has used.
  mutating func finish() {
    for name in fields.keys.sorted() where !used.contains(name) {
      problems.append("\(name): unknown field")
    }
  }

  // MARK: - Reading

  /// Marks a field as used without a comparison: a comment.
  mutating func skip(_ name: String) { used.insert(name) }

  /// The numbers of a field; NaN in place of a field of another count.
  mutating func numbers(_ name: String, count: Int) -> [Double] {
    used.insert(name)
    guard let numbers = fields[name]?.numbers, numbers.count == count else {
      problems.append("\(name): expected \(count) numbers")
      return [Double](repeating: .nan, count: count)
    }
    return numbers
  }

  mutating func number(_ name: String) -> Double { numbers(name, count: 1)[0] }

  mutating func text(_ name: String) -> String {
    used.insert(name)
    guard case .text(let text) = fields[name] else {
      problems.append("\(name): expected a text")
      return ""
    }
    return text
  }

  mutating func flag(_ name: String) -> Bool? {
    used.insert(name)
    guard case .flag(let flag) = fields[name] else {
      problems.append("\(name): expected true or false")
      return nil
    }
    return flag
  }

  mutating func vector(_ name: String) -> Vector3<Double> { vectors(name, count: 1)[0] }

  mutating func vectors(_ name: String, count: Int) -> [Vector3<Double>] {
    let n = numbers(name, count: 3 * count)
    return (0..<count).map { Vector3(n[3 * $0], n[3 * $0 + 1], n[3 * $0 + 2]) }
  }

  /// Quaternions, which must have unit length.
  mutating func rotations(_ name: String, count: Int) -> [Quaternion<Double>] {
    let n = numbers(name, count: 4 * count)
    let rotations = (0..<count).map {
      Quaternion(x: n[4 * $0], y: n[4 * $0 + 1], z: n[4 * $0 + 2], w: n[4 * $0 + 3])
    }
    for (index, q) in rotations.enumerated() {
      require(
        abs(q.lengthSquared - 1) <= 16 * .ulpOfOne, "\(name): quaternion \(index) has not length 1")
    }
    return rotations
  }

  mutating func rotation(_ name: String) -> Quaternion<Double> { rotations(name, count: 1)[0] }

  mutating func matrix3(_ name: String) -> Matrix3<Double> {
    let rows = vectors(name, count: 3)
    return Matrix3(rows: rows[0], rows[1], rows[2])
  }

  mutating func matrix4(_ name: String) -> Matrix4<Double> {
    let n = numbers(name, count: 16)
    func row(_ i: Int) -> Vector4<Double> {
      Vector4(n[4 * i], n[4 * i + 1], n[4 * i + 2], n[4 * i + 3])
    }
    return Matrix4(rows: row(0), row(1), row(2), row(3))
  }

  // MARK: - Comparing

  /// Reports a problem unless a condition holds.
  mutating func require(_ condition: Bool, _ problem: @autoclosure () -> String) {
    if !condition { problems.append(problem()) }
  }

  /// Compares the numbers of a field with results.
  ///
  /// - Parameters:
  ///   - tolerance: The largest absolute difference.
  ///   - relative: The largest difference relative to the largest magnitude of the results, for
  ///     results that keep their digits at any scale. Default: none.
  ///   - upToSign: Whether the results may have the opposite sign. Default: no.
  mutating func compare(
    _ name: String, _ found: [Double], _ tolerance: Double, relative: Double = .infinity,
    upToSign: Bool = false
  ) {
    let expected = numbers(name, count: found.count)
    var bound = tolerance
    if relative < .infinity {
      let largest = found.reduce(0) { max($0, abs($1)) }
      bound = min(tolerance, max(relative * largest, 4 * .leastNonzeroMagnitude))
    }
    check(name, expected, found, bound, upToSign: upToSign)
  }

  /// Compares lists of numbers.
  mutating func check(
    _ name: String, _ expected: [Double], _ found: [Double], _ tolerance: Double,
    upToSign: Bool = false
  ) {
    func difference(_ sign: Double) -> Double {
      var largest = 0.0
      for (a, b) in zip(expected, found) {
        let d = abs(a - sign * b)
        largest = d.isNaN ? .infinity : max(largest, d)
      }
      return largest
    }
    let error = upToSign ? min(difference(1), difference(-1)) : difference(1)
    worst = max(worst, error / tolerance)
    require(error <= tolerance, "\(name): difference \(error), expected at most \(tolerance)")
  }
}

extension Vector3<Double> {
  /// The components.
  var numbers: [Double] { [x, y, z] }
}

extension Quaternion<Double> {
  /// The coefficients, scalar last.
  var numbers: [Double] { [x, y, z, w] }
}

extension Matrix3<Double> {
  /// The elements, row by row.
  var numbers: [Double] { transpose.c0.numbers + transpose.c1.numbers + transpose.c2.numbers }

  /// The vector of the skew-symmetric part, sin θ times the axis for a rotation.
  var skewNumbers: [Double] {
    [(self[2, 1] - self[1, 2]) / 2, (self[0, 2] - self[2, 0]) / 2, (self[1, 0] - self[0, 1]) / 2]
  }
}

extension Matrix4<Double> {
  /// The elements, row by row.
  var numbers: [Double] {
    let rows = transpose
    return [rows.c0, rows.c1, rows.c2, rows.c3].flatMap { [$0.x, $0.y, $0.z, $0.w] }
  }
}
