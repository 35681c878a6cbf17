import RotationMath
import TestSupport
import Testing

@Suite("Matrices that should be rotations")
struct RotationMatrixTests {
  struct Case: Decodable {
    var kind: String
    var matrix: [[Double]]
    var quaternion: [Double]
    var condition: Double

    var rotation: Quaternion<Double> { Quaternion(xyzw: quaternion) }
  }

  @Test("conversion and orthonormalisation find the nearest rotation, to a few eps")
  func nearest() throws {
    for row in try JSONSuite<Case>.reference("rotation-math/nearest_reference.json") {
      let matrix = Matrix3(rowMajor: row.matrix.flatMap { $0 })
      let bound = 8 * max(1, row.condition) * .ulpOfOne
      #expect(Quaternion(matrix).angularDistance(to: row.rotation) <= bound, "\(row)")
      let nearest = try #require(matrix.orthonormalized())
      #expect(nearest.orthonormalityError <= 16 * .ulpOfOne && nearest.determinant > 0)
      #expect((nearest - Matrix3(row.rotation)).frobeniusNorm <= 2 * bound, "\(row)")
      let transform = RigidTransform(Matrix4(linear: matrix, translation: .unitX))
      #expect(transform.rotation == Quaternion(matrix) && transform.translation == .unitX)
    }
  }

  @Test("the same in single precision, at scales from 1e-15 to 1e15")
  func single() throws {
    var random = SplitMix64(seed: 1)
    for exponent in -15...15 {
      let q = Quaternion<Float>.random(using: &random)
      let scaled = Matrix3(q) * Float.pow(10, exponent)
      #expect(Quaternion(scaled).angularDistance(to: q) <= 8 * .ulpOfOne)
      let nearest = try #require(scaled.orthonormalized())
      #expect(nearest.orthonormalityError <= 16 * .ulpOfOne)
    }
  }

  @Test("graded, nearly singular and mirrored matrices: the same in both precisions")
  func precisions() throws {
    var random = SplitMix64(seed: 7)
    for index in 0..<4000 {
      func column() -> Vector3<Float> {
        let direction = Vector3<Double>.randomDirection(using: &random)
        return Vector3(direction * Double.pow(10, Double.random(in: -4...4, using: &random)))
      }
      var m = Matrix3(columns: column(), column(), column())
      if index % 3 == 0 { m.c2 = m.c0 + m.c1 * 1.5 + m.c2 * 1e-6 }
      let wide = Matrix3<Double>(m)
      guard let exact = wide.orthonormalized() else { continue }
      let stretch = exact.transpose * wide
      let sigma = try #require(stretch.symmetricEigen()).values
      let bound = 16 * Double(Float.ulpOfOne) * sigma.x / (sigma.y + sigma.z)
      guard bound < 0.1 else { continue }
      let nearest = try #require(m.orthonormalized())
      #expect(nearest.orthonormalityError <= 16 * .ulpOfOne && nearest.determinant > 0)
      #expect((Matrix3<Double>(nearest) - exact).frobeniusNorm <= bound, "\(m)")
    }
  }

  @Test("rotation matrices convert to the same bits by both initialisers")
  func fast() {
    var random = SplitMix64(seed: 2)
    for _ in 0..<1000 {
      let m = Matrix3(Quaternion<Double>.random(using: &random))
      #expect(Quaternion(m) == Quaternion(rotationMatrix: m))
    }
  }

  @Test("matrices without one nearest rotation have none")
  func ambiguous() {
    #expect(Matrix3<Double>.zero.orthonormalized() == nil)
    #expect(Matrix3(diagonal: Vector3(1, 1, -1.0)).orthonormalized() == nil)
    #expect(Matrix3(diagonal: Vector3(1, 0, 0.0)).orthonormalized() == nil)
    #expect(Matrix3(diagonal: Vector3(1, .nan, 1.0)).orthonormalized() == nil)
    #expect(Matrix3(diagonal: Vector3(3, 2, -1.0)).orthonormalized() == .identity)
    #expect(Quaternion(Matrix3<Double>.zero).w.isNaN)
    // One of the nearest: a half turn from the mirrored rotation.
    let mirrored = Quaternion(Matrix3(rowMajor: [0, -1, 0, 0, 0, -1, -1, 0, 0.0]))
    let rotation = Quaternion(Matrix3(rowMajor: [0, 1, 0, 0, 0, 1, 1, 0, 0.0]))
    #expect(abs(mirrored.angularDistance(to: rotation) - .pi) <= 8 * .ulpOfOne)
  }

  @Test("the checked initialisers report scale, shear, reflection and the last row")
  func checked() throws {
    let turn = Matrix3(Quaternion<Double>(angle: 0.7, axis: .y))
    #expect(try Quaternion(checking: turn) == Quaternion(rotationMatrix: turn))
    for scale in [2, 0.5, 1.0001] {
      #expect(throws: RotationMatrixError.self) { try Quaternion(checking: turn * scale) }
    }
    let off = try Quaternion(checking: turn * 1.0001, tolerance: 1e-3)
    #expect(off.angularDistance(to: Quaternion(turn)) <= 4 * .ulpOfOne)
    #expect(throws: RotationMatrixError.reflection) { try Quaternion(checking: -turn) }
    #expect(throws: RotationMatrixError.notFinite) {
      try Quaternion(checking: turn * Double.infinity)
    }
    let scaled = Matrix4(linear: turn * 2, translation: .unitX)
    #expect(throws: RotationMatrixError.notOrthonormal(error: 3)) {
      try RigidTransform(checking: Matrix4(scale: Vector3<Double>(2, 1, 1)))
    }
    #expect(throws: RotationMatrixError.self) { try RigidTransform(checking: scaled) }
    let projection = Matrix4<Double>.perspective(fieldOfView: 1, aspect: 1, near: 1, far: 9)
    #expect(throws: RotationMatrixError.notAffine) { try RigidTransform(checking: projection) }
    #expect("\(RotationMatrixError.reflection)".contains("reflection"))
  }

  @Test("the inverse of a transform with scaling decomposes")
  func inverses() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<2000 {
      let transform = ScaledTransform<Double>(
        translation: Vector3.randomDirection(using: &random) * 50,
        rotation: .random(using: &random), scale: Vector3(repeating: 0.3))
      let inverse = try #require(Matrix4(transform).inverse)
      let parts = try #require(ScaledTransform(inverse))
      #expect(parts.rotation.angularDistance(to: transform.rotation.conjugate) <= 1e-14)
    }
  }

  @Test("composed transforms keep unit length for 100,000 products; plain ones drift linearly")
  func chain() {
    let step = RigidTransform<Float>(
      rotation: Quaternion(rotationVector: Vector3(0.3, -0.2, 0.5)), translation: Vector3(1, 2, 3))
    var (kept, plain) = (RigidTransform<Float>.identity, RigidTransform<Float>.identity)
    for _ in 0..<100_000 {
      kept = kept.composed(with: step)
      plain = plain * step
    }
    #expect(abs(kept.rotation.length - 1) <= 2 * .ulpOfOne)
    #expect(abs(plain.rotation.length - 1) <= 400_000 * Float.ulpOfOne)
    #expect(abs(plain.rotation.length - 1) > 1e-5)
  }

  @Test("elements have names for their indices")
  func elements() {
    var m = Matrix3(rowMajor: [1, 2, 3, 4, 5, 6, 7, 8, 9.0])
    #expect(m[row: 0, column: 2] == 3 && m[0, 2] == 3)
    m[row: 2, column: 0] = -7
    #expect(m.c0.z == -7)
  }

  @Test("debug builds stop at quaternions and matrices that are no rotations")
  func debugChecks() async {
    await #expect(processExitsWith: .failure) {
      _ = Quaternion<Double>(xyzw: [0, 0, 1, 1]).act(.unitX)
    }
    await #expect(processExitsWith: .failure) {
      _ = Quaternion<Double>(xyzw: [0, 0, 1, 1]).rotationVector
    }
    await #expect(processExitsWith: .failure) {
      _ = Quaternion(rotationMatrix: Matrix3<Double>.identity * 2)
    }
    // The angle does not depend on the length; NaN shows in the result.
    #expect(abs(Quaternion<Double>(xyzw: [0, 0, 1, 1]).angle - .pi / 2) <= 2 * .ulpOfOne)
    #expect(Quaternion<Double>(xyzw: [0, 0, 0, .nan]).act(.unitX).x.isNaN)
  }
}
