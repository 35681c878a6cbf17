import LinearAlgebra
import RotationMath
import TestSupport
import Testing

@Suite("nearestRotation, laws")
struct NearestRotationLawTests {
  static func randomMatrix(_ random: inout SplitMix64) -> Matrix3<Double> {
    func column(_ random: inout SplitMix64) -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    return Matrix3(columns: column(&random), column(&random), column(&random))
  }

  /// Hard matrices: near a reflection, equal singular values, nearly rank one, extreme scales.
  static func hardMatrix(_ random: inout SplitMix64) -> Matrix3<Double> {
    let values: [Vector3<Double>] = [
      Vector3(1, 1, -1 + 1e-9), Vector3(1, 1, 1), Vector3(1, 1e-9, 1e-12), Vector3(1, 1, 0),
      Vector3(3, 2, -2 + 1e-7), Vector3(1, 0.5, -0.5), Vector3(1, 1 - 1e-12, 0.3),
      Vector3(1, 1e-160, 0), Vector3(2, 1, -1e-3),
    ]
    let stretch = values[Int.random(in: 0..<values.count, using: &random)]
    let (u, v) = (
      Quaternion<Double>.random(using: &random), Quaternion<Double>.random(using: &random)
    )
    let exponent = [0, 0, 990, -990, -1060].randomElement(using: &random) ?? 0
    let scale = Double(sign: .plus, exponent: exponent, significand: 1)
    return (Matrix3(u) * Matrix3(diagonal: stretch) * Matrix3(v)) * scale
  }

  /// The backward error in plain double precision, in units of 2⁻⁵³‖*A*‖.
  ///
  /// *R*ᵀ*A* must be symmetric with σ₁ ≥ σ₂ ≥ |*s* σ₃|, that is, its two smallest eigenvalues must
  /// not have a negative sum.
  static func backwardError(_ nearest: NearestRotation) throws -> Double {
    let scale = nearest.source.frobeniusNorm
    guard scale > 0 else { return 0 }
    let power = Double(sign: .plus, exponent: -max(scale.exponent, -1000), significand: 1)
    let h = nearest.matrix.transpose * (nearest.source * power)
    let skew = (h - h.transpose) * 0.5
    let eigen = try #require(((h + h.transpose) * 0.5).symmetricEigen())
    let negative = max(0, -(eigen.values.y + eigen.values.z))
    return Vector2(skew.frobeniusNorm, negative).length
      / (0x1p-53 * (nearest.source * power).frobeniusNorm)
  }

  @Test(
    "singular values and gaps are those of LAPACK and Jacobi rotations",
    arguments: 0..<8 as Range<UInt64>)
  func stretches(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for k in 0..<500 {
      let a = k.isMultiple(of: 2) ? Self.randomMatrix(&random) : Self.hardMatrix(&random)
      guard a.frobeniusNorm > 1e-290, a.frobeniusNorm < 1e290 else { continue }
      let direct = try nearestRotation(to: a, engine: .direct)
      let largest = direct.singularValues.x
      let h = (direct.matrix.transpose * a) * (1 / largest)
      let jacobi = try #require(((h + h.transpose) * 0.5).symmetricEigen()).values
      let stretches = Vector3(abs(jacobi.x), abs(jacobi.y), abs(jacobi.z))
      let sorted = Vector3(
        stretches.x, max(stretches.y, stretches.z), min(stretches.y, stretches.z))
      #expect(maximumDifference(direct.singularValues * (1 / largest), sorted) <= 16 * .ulpOfOne)
      let gap = max(jacobi.y + jacobi.z, 0)
      #expect(abs(direct.gap / largest - gap) <= 24 * .ulpOfOne, "\(a)")
      for engine in NearestRotationEngine.compared {
        let other = try nearestRotation(to: a, engine: engine)
        let difference = maximumDifference(direct.singularValues, other.singularValues)
        #expect(difference <= 32 * .ulpOfOne * largest, "\(a)")
        #expect(abs(direct.gap - other.gap) <= 64 * .ulpOfOne * largest, "\(a)")
      }
    }
  }

  static let bounds = NearestRotationEngine.compared.map { ($0, $0 == .direct ? 10.0 : 64) }

  @Test("the result is a rotation, and exact for a nearby matrix", arguments: bounds)
  func isPolarFactor(engine: NearestRotationEngine, bound: Double) throws {
    var random = SplitMix64(seed: 1)
    for k in 0..<4000 {
      let a = k.isMultiple(of: 2) ? Self.randomMatrix(&random) : Self.hardMatrix(&random)
      let nearest = try nearestRotation(to: a, engine: engine)
      #expect(abs(nearest.rotation.lengthSquared - 1) <= 4 * .ulpOfOne)
      #expect(nearest.matrix.orthonormalityError <= 4 * .ulpOfOne)
      #expect(abs(nearest.matrix.determinant - 1) <= 4 * .ulpOfOne)
      #expect(try Self.backwardError(nearest) <= bound, "\(a)")
      #expect(nearest.backwardError <= bound, "\(a)")
      #expect(abs(nearest.backwardError - (try Self.backwardError(nearest))) <= 6, "\(a)")
    }
  }

  @Test("quaternions of nearest rotations and averages are canonical, without negative zeros")
  func canonical() throws {
    func check(_ q: Quaternion<Double>) {
      #expect(q.xyzw.allSatisfy { $0 != 0 || $0.sign == .plus }, "\(q)")
      #expect(q.xyzw.reversed().first { $0 != 0 } ?? 0 > 0 || q.w == 0, "\(q)")
      #expect(q == q.canonical)
    }
    var random = SplitMix64(seed: 3)
    var rotations = (0..<100).map { _ in Quaternion<Double>.random(using: &random) }
    rotations += [0.0, 1, -1].flatMap { x in
      [0.0, 1, -1].flatMap { y in
        [0.0, 1, -1].flatMap { z in
          [0.0, 1, -1].compactMap { Quaternion(xyzw: [x, y, z, $0]).normalized() }
        }
      }
    }
    for q in rotations {
      for engine in NearestRotationEngine.compared {
        let nearest = try nearestRotation(to: Matrix3(q) * 2, engine: engine)
        check(nearest.rotation)
        let mirrored = try nearestRotation(to: Matrix3(q) * -1, engine: engine)
        for other in [mirrored.rotation] + mirrored.alternatives { check(other) }
      }
      for method in RotationAverageMethod.allCases {
        check(try averageRotation(of: [q, q], method: method).rotation)
      }
    }
  }

  @Test("the engines agree where the answer is unique")
  func agreement() throws {
    var random = SplitMix64(seed: 2)
    for _ in 0..<2000 {
      let a = Self.randomMatrix(&random)
      let (p, q) = (try nearestRotation(to: a), try nearestRotation(to: a, engine: .direct))
      let tolerance = 64 * .ulpOfOne * a.frobeniusNorm / p.gap
      #expect(p.rotation.angularDistance(to: q.rotation) <= tolerance)
      #expect(difference(p.singularValues.list, q.singularValues.list) <= 1e-14 * a.frobeniusNorm)
      #expect(p.isReflectionUndone == (a.determinant < 0))
      #expect(q.isReflectionUndone == (a.determinant < 0))
    }
  }

  @Test(
    "a scale factor changes the singular values only",
    arguments: [-1074, -1000, -500, 500, 1000, 1022], NearestRotationEngine.allCases)
  func scale(exponent: Int, engine: NearestRotationEngine) throws {
    let turn = Matrix3(Quaternion(rotationVector: Vector3(0.5, -1, 2)))
    // A permutation survives any scale exactly.
    let axes = Matrix3<Double>(rows: Vector3(0, 0, 1), Vector3(1, 0, 0), Vector3(0, 1, 0))
    let power = Double(sign: .plus, exponent: exponent, significand: 1)
    let nearest = try nearestRotation(to: axes * power, engine: engine)
    #expect(difference(nearest.matrix.list, axes.list) <= 4 * .ulpOfOne)
    let values = nearest.singularValues.list
    #expect(difference(values, [power, power, power]) <= max(8 * .ulpOfOne * power, 0x1p-1074))
    if exponent > -1000 {
      let turned = try nearestRotation(to: turn * power, engine: engine)
      #expect(difference(turned.matrix.list, turn.list) <= 8 * .ulpOfOne)
    }
  }

  @Test(
    "singular values, gap and reflection keep their digits at any scale",
    arguments: [-1074, -1060, -1022, -700, 700, 1000, 1022], NearestRotationEngine.allCases)
  func singularValues(exponent: Int, engine: NearestRotationEngine) throws {
    let power = Double(sign: .plus, exponent: exponent, significand: 1)
    let axes = Matrix3<Double>(rows: Vector3(0, 0, 1), Vector3(1, 0, 0), Vector3(0, 1, 0))
    for sign in [1.0, -1] {
      let stretched = axes * Matrix3(diagonal: Vector3(3, 2, sign))
      let nearest = try nearestRotation(to: stretched * power, engine: engine)
      let tolerance = max(4 * .ulpOfOne * power, 0x1p-1074)
      #expect(difference(nearest.singularValues.list, [3 * power, 2 * power, power]) <= tolerance)
      #expect(abs(nearest.gap - (2 + sign) * power) <= tolerance)
      #expect(nearest.isReflectionUndone == (sign < 0))
      #expect(nearest.isUnique)
    }
  }

  @Test(
    "a singular value above the largest finite number is infinite",
    arguments: NearestRotationEngine.allCases)
  func infiniteSingularValue(engine: NearestRotationEngine) throws {
    let g = Double.greatestFiniteMagnitude
    let nearest = try nearestRotation(
      to: Matrix3(columns: Vector3(g, g, 0), Vector3(g, -g, 0), Vector3(0, 0, -g)), engine: engine)
    #expect(nearest.singularValues.x == .infinity && nearest.singularValues.z <= g)
    #expect(nearest.isUnique)
    #expect(!nearest.isReflectionUndone)
  }

  @Test(
    "elements of very different magnitudes yield a rotation",
    arguments: 0..<64 as Range<UInt64>, NearestRotationEngine.allCases)
  func graded(seed: UInt64, engine: NearestRotationEngine) throws {
    var random = SplitMix64(seed: seed)
    var a = Matrix3<Double>.zero
    for k in 0..<9 {
      let exponent = Int.random(in: -1074...1023, using: &random)
      a[k % 3, k / 3] = Double(sign: .plus, exponent: exponent, significand: 1)
    }
    let nearest = try nearestRotation(to: a, engine: engine)
    #expect(abs(nearest.rotation.lengthSquared - 1) <= 4 * .ulpOfOne)
    #expect(nearest.matrix.orthonormalityError <= 4 * .ulpOfOne)
    #expect(try Self.backwardError(nearest) <= (engine == .direct ? 10 : 64))
    #expect(nearest.singularValues.isFinite && nearest.gap >= 0)
  }

  @Test(
    "an answer that is not unique is a rotation and reported as not unique",
    arguments: NearestRotationEngine.allCases)
  func notUnique(engine: NearestRotationEngine) throws {
    for a in [
      Matrix3<Double>.zero, Matrix3(diagonal: Vector3(1, 0, 0)), -Matrix3<Double>.identity,
      Matrix3(diagonal: Vector3(1, 1, -1)),
    ] {
      let nearest = try nearestRotation(to: a, engine: engine)
      #expect(!nearest.isUnique)
      #expect(abs(nearest.matrix.determinant - 1) <= 4 * .ulpOfOne)
    }
    let unique = try nearestRotation(to: Matrix3(diagonal: Vector3(1, 1, 0)), engine: engine)
    #expect(unique.isUnique)
  }

  @Test(
    "an element that is not finite is reported with its place",
    arguments: NearestRotationEngine.allCases)
  func notFinite(engine: NearestRotationEngine) {
    for value in [Double.nan, .infinity, -.infinity] {
      var a = Matrix3<Double>.identity
      a[2, 1] = value
      #expect(throws: LinearAlgebraError.notFinite(row: 2, column: 1)) {
        try nearestRotation(to: a, engine: engine)
      }
    }
  }

  @Test(
    "the largest numbers do not overflow in between", arguments: NearestRotationEngine.allCases)
  func greatest(engine: NearestRotationEngine) throws {
    let a = Matrix3<Double>(diagonal: Vector3(repeating: .greatestFiniteMagnitude))
    #expect(try nearestRotation(to: a, engine: engine).rotation.angle <= 4 * .ulpOfOne)
    let full = Matrix3<Double>(
      columns: Vector3(repeating: .greatestFiniteMagnitude),
      Vector3(repeating: .greatestFiniteMagnitude), Vector3(repeating: .greatestFiniteMagnitude))
    #expect(try nearestRotation(to: full, engine: engine).rotation.isFinite)
  }

  struct SciPyCase: Decodable {
    var matrix: [[Double]]
    var nearest: [[Double]]?
    var gap: Double?
  }

  @Test(
    "SciPy's nearest rotations", .needsRecordings,
    arguments: NearestRotationEngine.allCases)
  func scipy(engine: NearestRotationEngine) throws {
    for row in try JSONSuite<SciPyCase>.shared("nearest_rotation.json") {
      let nearest = try nearestRotation(to: Matrix3(row.matrix), engine: engine)
      #expect(abs(nearest.matrix.determinant - 1) <= 4 * .ulpOfOne)
      if let expected = row.nearest, let gap = row.gap, gap > 1e-3 {
        #expect(difference(nearest.matrix.list, Matrix3(expected).list) <= 1e-12)
        #expect(abs(nearest.gap - gap) <= 1e-13)
      }
    }
  }
}
