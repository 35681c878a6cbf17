import Foundation
import RotationMath
import TestSupport
import Testing

@Suite("Geometry of vectors")
struct VectorGeometryTests {
  @Test(
    "signedAngle(to:) returns the angle of a plane rotation", arguments: [-3.0, -1, 0, 1e-9, 2])
  func plane(angle: Double) throws {
    let v = Vector2(0.6, -0.8)
    let turned = Matrix2(angle: angle) * v
    let found = try #require(v.signedAngle(to: turned * 1e200))
    #expect(abs(found - angle) <= 4 * .ulpOfOne)
    #expect(Vector2<Double>.zero.signedAngle(to: v) == nil)
    for scale in [1e-170, 1e-300, 1, 1e200] {
      let right = Vector2(scale, 0).signedAngle(to: Vector2(0, -scale))
      #expect(abs(try #require(right) + .pi / 2) < 1e-15)
      let small = Vector2(scale, scale).signedAngle(to: Vector2(scale, 0.5 * scale))
      #expect(abs(try #require(small) + 0.32175055439664219) < 1e-15)
    }
    #expect(Vector3(v, 7).xy == v && Vector3(v, 7).z == 7)
  }

  @Test("vectors of four components are packed, aligned and encoded by name")
  func storage() throws {
    #expect(MemoryLayout<Vector4<Float>>.size == 16 && MemoryLayout<Vector4<Double>>.size == 32)
    #expect(MemoryLayout<Matrix4<Float>>.stride == 64)
    #expect(MemoryLayout<Matrix4<Double>>.alignment == 16)
    let m = Matrix4<Double>(
      columns: [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16])
    let numbers = withUnsafeBytes(of: m) { Array($0.bindMemory(to: Double.self)) }
    #expect(numbers == (1...16).map { Double($0) })
    let text = #"{"x": 1.5, "y": -2, "z": 0, "w": 4}"#
    let v = try JSONDecoder().decode(Vector4<Float>.self, from: Data(text.utf8))
    #expect(v == Vector4(1.5, -2, 0, 4))
    #expect(try JSONDecoder().decode(Matrix4<Double>.self, from: JSONEncoder().encode(m)) == m)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Vector4<Float>.self, from: Data(#"{"x": 1}"#.utf8))
    }
  }

  @Test("approximate equality compares lengths, not components")
  func nearEnough() {
    let v = Vector3(1.0, 1e-20, 0)
    #expect(v.isApproximatelyEqual(to: Vector3(1, 0, 1e-9)))
    #expect(!v.isApproximatelyEqual(to: Vector3(1, 0, 1e-7)))
    #expect(!Vector3(0.0, 0, 0).isApproximatelyEqual(to: Vector3(1e-300, 0, 0)))
    #expect(v.isApproximatelyEqual(to: .zero, absoluteTolerance: 1))
    #expect((v * 1e200).isApproximatelyEqual(to: Vector3(1e200, 0, 0)))
    #expect(!Vector3(Double.nan, 0, 0).isApproximatelyEqual(to: Vector3(.nan, 0, 0)))
    let q = Quaternion(rotationVector: Vector3(1.0, 2, 0))
    #expect(!q.isApproximatelyEqual(to: -q) && q.isSameRotation(as: -q, within: 1e-15))
    let off = q * Quaternion(rotationVector: Vector3(0, 0, 1e-6))
    #expect(q.isSameRotation(as: off, within: 1.01e-6))
    #expect(!q.isSameRotation(as: -off, within: 0.99e-6))
    #expect(SIMD4(q).w == q.w && Quaternion(SIMD4(q)) == q)
  }

  @Test("projection, rejection and reflection", arguments: 0..<16 as Range<UInt64>)
  func parts(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func vector() -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    let (v, n) = (vector(), vector())
    let along = try #require(v.projected(onto: n * 1e200))
    let across = try #require(v.rejected(from: n))
    #expect((along + across).distance(to: v) <= 8 * .ulpOfOne)
    #expect(abs(across.dot(n)) <= 16 * .ulpOfOne * v.length * n.length)
    let mirrored = try #require(v.reflected(inPlaneWithNormal: n))
    #expect(mirrored.distance(to: across - along) <= 8 * .ulpOfOne)
    let orthogonal = try #require(v.anyOrthogonal())
    #expect(abs(orthogonal.dot(v)) <= 4 * .ulpOfOne * v.length)
    #expect(abs(orthogonal.length - 1) <= 2 * .ulpOfOne)
  }

  @Test("functions of a zero vector's direction return nil")
  func degenerate() {
    let v = Vector3(1.0, 2, 3)
    #expect(v.projected(onto: .zero) == nil)
    #expect(v.angle(to: .zero) == nil)
    #expect(Vector3<Double>.zero.anyOrthogonal() == nil)
    #expect(Quaternion(from: v, to: .zero) == nil)
    #expect(v.angle(to: v) == 0)
    #expect(v.angle(to: -v) == .pi)
    #expect(Quaternion(from: v, to: -v)?.w == 0)
  }

  @Test("componentwise operations propagate NaN")
  func components() {
    let a = Vector3(1.0, .nan, 3), b = Vector3(2.0, 2, 2)
    #expect(a.componentwiseMaximum(b).x == 2 && a.componentwiseMaximum(b).y.isNaN)
    #expect(b.componentwiseMinimum(a).z == 2 && b.componentwiseMinimum(a).y.isNaN)
    #expect(
      Vector3(-5.0, 0.5, 5).clamped(lowerBound: [0, 0, 0], upperBound: [1, 1, 1])
        == Vector3(0, 0.5, 1))
    #expect(b.componentwiseProduct(b) == Vector3(4, 4, 4))
    #expect(b.componentwiseQuotient(b) == Vector3(1, 1, 1))
    #expect(Vector3(SIMD3(1.0, 2, 3)) == Vector3(1, 2, 3))
    #expect("\(Vector2(1.5, -2))" == "(1.5, -2.0)")
  }

  @Test("inverse, exponential and logarithm of non-unit quaternions")
  func algebra() throws {
    let q = Quaternion(x: 1.0, y: -2, z: 3, w: 0.5)
    #expect(difference((q * (try #require(q.inverse))).list, [0, 0, 0, 1]) <= 4 * .ulpOfOne)
    let back = Quaternion.exp(try #require(Quaternion.log(q)))
    #expect(difference(back.list, q.list) <= 16 * .ulpOfOne)
    #expect(Quaternion<Double>.zero.inverse == nil && Quaternion<Double>.log(.zero) == nil)
    #expect(Quaternion.log(Quaternion(x: 0, y: 0, z: 0, w: -1.0)) == nil)
    #expect((Quaternion(x: 0, y: 0, z: 0, w: 1e300) as Quaternion<Double>).inverse?.w == 1e-300)
  }

  @Test("integration of a constant rate is exact and keeps unit length")
  func integration() {
    let rate = Vector3(0.3, -2.0, 1.1)
    var q = Quaternion<Double>.identity
    for _ in 0..<100_000 { q = q.integrated(rate: rate, duration: 0.01) }
    #expect(abs(q.length - 1) <= 4 * .ulpOfOne)
    #expect(q.angularDistance(to: Quaternion(rotationVector: rate * 1000)) <= 1e-11)
  }

  /// The largest error of `Quaternion(from:to:)` in eps, of its length and of the direction that it
  /// maps to, for pairs of nearly opposite vectors near a coordinate axis.
  ///
  /// There the cross product is rounding error, which can be nearly parallel to the vectors.
  func worstHalfTurn<Scalar: RealScalar>(seed: UInt64, _: Scalar.Type) throws -> Scalar {
    var random = SplitMix64(seed: seed)
    var worst: Scalar = 0
    for _ in 0..<10_000 {
      func small() -> Scalar {
        Scalar(random.nextNormal() * Double.exp(Double.random(in: -40...0, using: &random)))
      }
      var start = Vector3<Scalar>(small(), small(), small())
      start[Int.random(in: 0..<3, using: &random)] = Bool.random(using: &random) ? 1 : -1
      var end = start * Scalar(Double.random(in: -5 ... -0.2, using: &random))
      if Bool.random(using: &random) {
        let bend = Scalar(Double.exp(Double.random(in: -40 ... -15, using: &random)))
        end = end + Vector3(small(), small(), small()) * bend
      }
      let turn = try #require(Quaternion(from: start, to: end))
      let (u, v) = try (#require(start.normalized()), #require(end.normalized()))
      worst = max(worst, maximumDifference(turn.act(u), v), abs(turn.length - 1))
    }
    return worst / .ulpOfOne
  }

  @Test(
    "rotations between nearly opposite directions map one to the other",
    arguments: 0..<8 as Range<UInt64>)
  func nearlyOpposite(seed: UInt64) throws {
    #expect(try worstHalfTurn(seed: seed, Double.self) <= 8)
    #expect(try worstHalfTurn(seed: seed, Float.self) <= 8)
  }
}
