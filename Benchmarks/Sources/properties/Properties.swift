import CReferences
import Foundation
import RotationMath

/// The worst error of the functions of `RotationMath` over random and adversarial inputs, beside
/// references in C that have more digits.
@main
struct Properties {
  static let usage = "usage: properties [--count N] [--seed N] [WORD ...]"

  /// A function: the error of its result for one input, in eps, and the limit of all errors.
  struct Function {
    var name: String
    var unit: String
    var limit: Double
    var error: (inout Inputs) -> Double
  }

  static func main() {
    var (count, seed) = (1_000_000, UInt64(1))
    var words: [String] = []
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--count": count = arguments.popFirst().flatMap { Int($0) } ?? 0
      case "--seed": seed = arguments.popFirst().flatMap { UInt64($0) } ?? 0
      case _ where argument.hasPrefix("-"): leave("unknown option \(argument)")
      default: words.append(argument)
      }
    }
    guard count > 0 else { leave("expected a count above zero") }
    guard reference_digits() > 53 else { leave("this processor has no longer numbers in C") }
    print("\(count) random and \(count) adversarial inputs a function, seed \(seed);")
    print("worst error in units of 2^-52 times the size; \(reference_digits()) bits of reference\n")
    print("| function | size | random | adversarial | limit |\n|---|---|---:|---:|---:|")
    var holds = true
    for function in functions
    where words.isEmpty || words.contains(where: { function.name.contains($0) }) {
      let worst = [false, true].map { isHard in
        var inputs = Inputs(isHard: isHard, seed: seed)
        return (0..<count).reduce(0.0) { worst, _ in max(worst, function.error(&inputs)) }
      }
      holds = holds && worst.allSatisfy { $0 <= function.limit }
      let cells = (worst + [function.limit]).map { String(format: "%.2f", $0) }
      print("| \(function.name) | \(function.unit) | \(cells.joined(separator: " | ")) |")
      fflush(nil)
    }
    if !holds { exit(1) }
  }

  static func leave(_ text: String) -> Never {
    FileHandle.standardError.write(Data("\(text)\n\(usage)\n".utf8))
    exit(64)
  }
}

/// Inputs by a seeded generator: ordinary ones, or those that functions find hard.
struct Inputs {
  let isHard: Bool
  var random: SplitMix64

  init(isHard: Bool, seed: UInt64) {
    self.isHard = isHard
    random = SplitMix64(seed: seed)
  }

  /// 10 to a power from `range`; 1 for ordinary inputs.
  mutating func scale(_ range: ClosedRange<Double>) -> Double {
    isHard ? Double.pow(10, Double.random(in: range, using: &random)) : 1
  }

  mutating func normal() -> Vector3<Double> {
    Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
  }

  /// A direction; a hard one is near a coordinate axis or a plane of two.
  mutating func direction() -> Vector3<Double> {
    var v = normal()
    if isHard { v = Vector3(v.x, v.y * scale(-160...0), v.z * scale(-20...0)) }
    for _ in 0..<Int.random(in: 0..<3, using: &random) { v = Vector3(v.y, v.z, v.x) }
    return v.normalized() ?? .unitX
  }

  /// An angle up to π; hard ones are near 0, π/2 or π.
  mutating func angle() -> Double {
    guard isHard else { return Double.random(in: 0...Double.pi, using: &random) }
    let center = Double(Int.random(in: 0...2, using: &random)) * Double.pi / 2
    let offset = scale(-20...0) * Double.random(in: -1...1, using: &random)
    return min(max(center + offset, 0), .pi)
  }

  mutating func rotation() -> Quaternion<Double> {
    guard isHard else { return .random(using: &random) }
    let q = Quaternion(angle: angle(), axis: direction()) ?? .identity
    return random.next() % 2 == 0 ? q : -q
  }

  mutating func vector() -> Vector3<Double> { direction() * (normal().length * scale(-90...90)) }

  /// A 3 × 3 matrix; a hard one has graded or nearly dependent columns.
  mutating func matrix() -> Matrix3<Double> {
    var m = Matrix3(
      columns: normal() * scale(-6...6), normal() * scale(-6...6), normal() * scale(-6...6))
    if isHard, random.next() % 2 == 0 { m.c2 = m.c0 * random.nextNormal() + m.c1 + m.c2 * 1e-9 }
    return m * scale(-90...90)
  }

  mutating func transform() -> RigidTransform<Double> {
    RigidTransform(rotation: rotation(), translation: vector())
  }

  /// A twist of at most half a turn, and the logarithm of a scale of 1e-9 to 1e9.
  mutating func twist() -> (twist: Twist<Double>, scale: Double) {
    let widest = isHard ? 20.7 * self.scale(-12...0) : 1
    let scale = widest * Double.random(in: -1...1, using: &random)
    return (Twist(angular: direction() * angle(), linear: direction() * normal().length), scale)
  }
}

private func error(
  _ reference: (UnsafePointer<Double>?, UnsafePointer<Double>?) -> Double, _ input: [Double],
  _ result: [Double]?
) -> Double {
  result.map { reference(input, $0) } ?? .infinity
}

extension Quaternion<Double> {
  fileprivate var list: [Double] { [x, y, z, w] }
}

extension Vector3<Double> {
  fileprivate var list: [Double] { [x, y, z] }
}

extension RigidTransform<Double> {
  fileprivate var list: [Double] { rotation.list + translation.list }
}

extension Properties {
  static var functions: [Function] { rotations + matrices + motions }

  private static var rotations: [Function] {
    [
      Function(name: "p * q", unit: "1", limit: 2) {
        let (p, q) = ($0.rotation(), $0.rotation())
        return error(error_of_product, p.list + q.list, (p * q).list)
      },
      Function(name: "q.act(v)", unit: "length", limit: 8) {
        let (q, v) = ($0.rotation(), $0.vector())
        return error(error_of_action, q.list + v.list, q.act(v).list)
      },
      Function(name: "p.slerp(to: q, t)", unit: "1", limit: 4) {
        let (p, q, t) = ($0.rotation(), $0.rotation(), Double.random(in: 0...1, using: &$0.random))
        // Of rotations apart by half a turn either way is right.
        if abs(p.dot(q)) < 1e-12 { return 0 }
        return error(error_of_slerp, p.list + q.list + [t], p.slerp(to: q, t).list)
      },
      Function(name: "p.slerp(to: q, t), p near q", unit: "1", limit: 4) {
        let (p, t) = ($0.rotation(), Double.random(in: 0...1, using: &$0.random))
        let step = $0.direction() * (0.1 * $0.scale(-18...0))
        let q = (p * Quaternion(rotationVector: step)).renormalized
        return error(error_of_slerp, p.list + q.list + [t], p.slerp(to: q, t).list)
      },
      Function(name: "p.angularDistance(to: q)", unit: "1 rad", limit: 4) {
        let (p, q) = ($0.rotation(), $0.rotation())
        return error(error_of_distance, p.list + q.list, [p.angularDistance(to: q)])
      },
      Function(name: "Quaternion(rotationVector:)", unit: "1", limit: 2) {
        let v = $0.isHard ? $0.direction() * ($0.angle() + $0.scale(-300...3)) : $0.normal()
        return error(error_of_exponential, v.list, Quaternion(rotationVector: v).list)
      },
      Function(name: "q.rotationVector", unit: "angle", limit: 2) {
        let q = $0.rotation()
        return error(error_of_logarithm, q.list, q.rotationVector.list)
      },
      Function(name: "q.modifiedRodriguesParameters", unit: "length", limit: 2) {
        let q = $0.rotation()
        return error(error_of_rodrigues, q.list, q.modifiedRodriguesParameters.list)
      },
      Function(name: "q.eulerAngles(_:), intrinsic", unit: "1", limit: 6) {
        let q = $0.rotation(), all = EulerSequence.allCases.filter(\.isIntrinsic)
        let s = all[Int($0.random.next() % UInt64(all.count))], e = q.eulerAngles(s)
        let axes = [s.first, s.second, s.third].map { Double($0.rawValue) }
        return error(error_of_euler, [e.first, e.second, e.third] + axes, q.list)
      },
      Function(name: "Quaternion(EulerAngles)", unit: "1", limit: 2) {
        let a = ($0.angle(), $0.angle(), $0.angle()), s = EulerSequence.yawPitchRoll
        let axes = [s.first, s.second, s.third].map { Double($0.rawValue) }
        let q = Quaternion(EulerAngles(a.0, a.1, a.2, sequence: s))
        return error(error_of_euler, [a.0, a.1, a.2] + axes, q.list)
      },
      Function(name: "Quaternion(from: a, to: b)", unit: "1", limit: 4) {
        let (a, b) = ($0.vector(), $0.vector())
        return error(error_of_turn, a.list + b.list, Quaternion(from: a, to: b)?.list)
      },
    ]
  }

  private static var matrices: [Function] {
    [
      Function(name: "Matrix3(q)", unit: "1", limit: 8) {
        let q = $0.rotation()
        return error(error_of_matrix, q.list, Matrix3(q).columnMajor)
      },
      Function(name: "Quaternion(m), of a rotation", unit: "1", limit: 3) {
        let q = $0.rotation()
        return error(error_of_same_rotation, q.list, Quaternion(Matrix3(normalizing: q)).list)
      },
      Function(name: "m.orthonormalized()", unit: "‖A‖, 1", limit: 12) {
        let m = $0.matrix()
        // Several rotations are equally near: no answer.
        guard let nearest = m.orthonormalized() else { return 0 }
        return error(error_of_nearest, m.columnMajor, nearest.columnMajor)
      },
      Function(name: "m.inverse, 3 × 3", unit: "κ ‖A⁻¹‖", limit: 2) {
        let m = $0.matrix()
        guard let inverse = m.inverse else { return 0 }
        return error(error_of_inverse3, m.columnMajor, inverse.columnMajor)
      },
      Function(name: "m.inverse, 4 × 4", unit: "κ ‖A⁻¹‖", limit: 2) {
        let top = $0.matrix(), side = $0.normal()
        var m = Matrix4(linear: top, translation: side)
        for index in 0..<4 { m[3, index] = $0.random.nextNormal() }
        guard let inverse = m.inverse else { return 0 }
        return error(error_of_inverse4, m.columnMajor, inverse.columnMajor)
      },
      Function(name: "m.symmetricEigen()", unit: "‖A‖", limit: 8) {
        let m = $0.matrix(), symmetric = m * 0.5 + m.transpose * 0.5
        let found = symmetric.symmetricEigen()
        return error(
          error_of_eigen, symmetric.columnMajor,
          found.map { $0.values.list + $0.vectors.columnMajor })
      },
    ]
  }

  private static var motions: [Function] {
    [
      Function(name: "a * b, rigid", unit: "1, ‖t‖ + ‖u‖", limit: 8) {
        let (a, b) = ($0.transform(), $0.transform())
        return error(error_of_composition, a.list + b.list, (a * b).list)
      },
      Function(name: "SE(3) exponential", unit: "1, path", limit: 4) {
        let t = $0.twist().twist, motion = RigidTransform(exponentialCoordinates: t)
        return error(
          error_of_motion, t.angular.list + t.linear.list + [0], motion.list + [1])
      },
      Function(name: "SE(3) logarithm", unit: "1, path", limit: 12) {
        let motion = RigidTransform(exponentialCoordinates: $0.twist().twist)
        let t = motion.exponentialCoordinates
        return error(
          error_of_motion, t.angular.list + t.linear.list + [0], motion.list + [1])
      },
      Function(name: "Sim(3) exponential", unit: "scale, path", limit: 12) {
        let (t, s) = $0.twist()
        let motion = SimilarityTransform(exponentialCoordinates: t, logarithmOfScale: s)
        return error(
          error_of_motion, t.angular.list + t.linear.list + [s],
          motion.rotation.list + motion.translation.list + [motion.scale])
      },
      Function(name: "Sim(3) logarithm", unit: "scale, path", limit: 12) {
        let (t, s) = $0.twist()
        let motion = SimilarityTransform(exponentialCoordinates: t, logarithmOfScale: s)
        guard let found = motion.logarithm else { return .infinity }
        return error(
          error_of_motion,
          found.twist.angular.list + found.twist.linear.list + [found.logarithmOfScale],
          motion.rotation.list + motion.translation.list + [motion.scale])
      },
    ]
  }
}
