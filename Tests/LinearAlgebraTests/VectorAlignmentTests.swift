import LinearAlgebra
import RotationMath
import TestSupport
import Testing

@Suite("Alignment of vectors")
struct VectorAlignmentTests {
  /// A weight: in JSON a number or "inf".
  struct Weight: Decodable {
    var value: Double

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      value = (try? container.decode(Double.self)) ?? .infinity
    }
  }

  struct SciPyCase: Decodable {
    var a, b: [[Double]]
    var weights: [Weight]
    var quat: [Double]
    var rssd: Double
    var sensitivity: [[Double]]?
    var check: String?
  }

  @Test("rotation, residual and sensitivity match SciPy", .needsRecordings)
  func scipy() throws {
    for row in try JSONSuite<SciPyCase>.shared("align_vectors.json") {
      let (a, b) = (row.a.map { Vector3($0) }, row.b.map { Vector3($0) })
      let found = try alignment(of: b, to: a, weights: row.weights.map(\.value))
      if row.check != nil {
        let turned = found.rotation.act(try #require(b[0].normalized()))
        #expect(turned.distance(to: try #require(a[0].normalized())) <= 1e-11)
        continue
      }
      // Two mirrored pairs of vectors have more than one rotation.
      guard found.isUnique else { continue }
      #expect(differenceUpToSign(found.rotation.list, row.quat) <= 1e-11, "\(row)")
      // SciPy computes the residual from a difference of sums, so its square is accurate.
      let error = found.residual * found.residual - row.rssd * row.rssd
      #expect(abs(error) <= 1e-12 * max(1, row.rssd * row.rssd))
      if let expected = row.sensitivity, let sensitivity = found.sensitivity {
        let matrix = Matrix3(expected)
        #expect(difference(sensitivity.list, matrix.list) <= 1e-9 * matrix.frobeniusNorm)
      }
    }
  }

  @Test(
    "exact vectors yield the rotation for any weights", arguments: 0..<32 as Range<UInt64>
  )
  func exact(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let truth = Quaternion<Double>.random(using: &random)
    let b = (0..<4).map { _ in
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    let a = b.map { truth.act($0) }
    for weights in [nil, [1, 2, 0, 3], [1, .infinity, 1, 1], [0, 0, 1, 1]] as [[Double]?] {
      let found = try alignment(of: b, to: a, weights: weights)
      #expect(found.rotation.angularDistance(to: truth) <= 1e-13)
      #expect(found.residual <= 1e-13 && found.isUnique)
    }
  }

  @Test("one direction is aligned by the smallest rotation, which is not unique")
  func oneDirection() throws {
    let found = try alignment(of: [.unitX], to: [.unitY])
    #expect(!found.isUnique && found.residual <= 1e-15)
    #expect(abs(found.rotation.angle - .pi / 2) <= 1e-15)
    let opposite = try alignment(of: [.unitX], to: [-.unitX])
    #expect(opposite.rotation.act(.unitX).distance(to: -.unitX) <= 1e-15)
    // Their cross product is rounding error.
    let a = Vector3(1.0, -1.764822402528503e-08, 1.0449779076654435e-08)
    let b = Vector3(-0.9999999999999999, 1.7648224025285028e-08, -1.0449779076654434e-08)
    #expect(try alignment(of: [a], to: [b]).residual <= 2e-15)
    let parallel = try alignment(of: [.unitX, .unitX * 2], to: [.unitY, .unitY * 2])
    #expect(!parallel.isUnique)
  }

  @Test("many parallel vectors leave the rotation undetermined", arguments: [12_000, 100_000])
  func manyParallel(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    let (start, end) = (
      Vector3<Double>.randomDirection(using: &random),
      Vector3<Double>.randomDirection(using: &random)
    )
    let lengths = (0..<count).map { _ in Double.random(in: 0.1...10, using: &random) }
    let found = try alignment(of: lengths.map { start * $0 }, to: lengths.map { end * $0 })
    #expect(!found.isUnique && found.sensitivity == nil)
    // Equal terms have equal rounding errors.
    let equal = try alignment(
      of: [Vector3](repeating: start, count: count), to: [Vector3](repeating: end, count: count))
    #expect(!equal.isUnique)
  }

  @Test("vectors of any scale yield the same rotation", arguments: [1e-200, 0x1p-1030, 1e200])
  func scales(scale: Double) throws {
    let b = [Vector3(1.0, 0.2, 0), Vector3(0.0, 1, -0.3), Vector3(0.5, 0, 1)]
    let truth = Quaternion(rotationVector: Vector3(0.4, -1, 2))
    let a = b.map { truth.act($0) }
    let (small, large) = (b.map { $0 * scale }, a.map { $0 * scale })
    for found in [
      try alignment(of: small, to: a), try alignment(of: b, to: large),
      try alignment(of: small, to: large, weights: [1e-300, 2e-300, 1e-300]),
    ] {
      // A subnormal number has fewer digits.
      #expect(found.rotation.angularDistance(to: truth) <= (scale < 1e-300 ? 1e-12 : 1e-14))
      #expect(found.isUnique)
    }
  }

  @Test("a pair of zero weight has no effect, however large", arguments: [1e-300, 1e300])
  func noWeight(scale: Double) throws {
    let b = [Vector3(1.0, 0.2, 0), Vector3(0.0, 1, -0.3), Vector3(0.5, 0, 1)]
    let a = [Vector3(0.9, 0.2, 0.1), Vector3(0.1, 1, -0.3), Vector3(0.5, 0.1, 1)]
    let stray = Vector3(1.0, 2, 3) * scale
    let without = try alignment(of: b, to: a)
    let with = try alignment(of: b + [stray], to: a + [-stray], weights: [1, 1, 1, 0])
    #expect(with.rotation == without.rotation && with.residual == without.residual)
    #expect(with.isUnique)
    let moved = try similarityAlignment(of: b, to: a)
    let same = try similarityAlignment(of: [stray] + b, to: [-stray] + a, weights: [0, 1, 1, 1])
    #expect(same == moved)
    // The sum of these weights overflows; the results do not.
    let heavy = try alignment(of: b, to: a, weights: [1.5e308, 1.5e308, 1.5e308])
    #expect(heavy.rotation.angularDistance(to: without.rotation) <= 1e-15)
    #expect(
      heavy.sensitivity.map { $0.isApproximatelyEqual(to: without.sensitivity ?? .zero) } ?? false)
  }

  @Test("a pair of zero vectors leaves the rotation undetermined")
  func noDirection() throws {
    for count in [1, 2] {
      let zeros = [Vector3<Double>](repeating: .zero, count: count)
      let found = try alignment(of: zeros, to: [Vector3](repeating: .unitX, count: count))
      #expect(!found.isUnique && found.sensitivity == nil)
      #expect(found.residual == Double(count).squareRoot())
    }
  }

  @Test("invalid input is reported with its index")
  func invalid() {
    let x = Vector3<Double>.unitX
    #expect(throws: VectorAlignmentError.empty) { try alignment(of: [], to: []) }
    #expect(throws: VectorAlignmentError.empty) { try alignment(of: [x], to: [x], weights: [0]) }
    #expect(throws: VectorAlignmentError.countMismatch(a: 1, b: 2, weights: 1)) {
      try alignment(of: [x, x], to: [x])
    }
    #expect(throws: VectorAlignmentError.notFinite(index: 1)) {
      try alignment(of: [x, Vector3(.nan, 0, 0)], to: [x, x])
    }
    #expect(throws: VectorAlignmentError.invalidWeight(index: 1)) {
      try alignment(of: [x, x], to: [x, x], weights: [.infinity, .infinity])
    }
    #expect(throws: VectorAlignmentError.noDirection(index: 0)) {
      try alignment(of: [.zero, x], to: [x, x], weights: [.infinity, 1])
    }
  }
}
