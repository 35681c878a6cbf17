import RotationMath
import TestSupport
import Testing

@Suite("Transforms with scaling")
struct ScaledTransformTests {
  @Test("composing and decomposing are inverse", arguments: 0..<32 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let scale = Vector3<Double>.randomDirection(using: &random).map { abs($0) * 10 + 0.01 }
    let transform = ScaledTransform(
      translation: Vector3.randomDirection(using: &random) * 7,
      rotation: .random(using: &random), scale: seed % 2 == 0 ? scale : scale * [-1, 1, 1])
    let parts = try #require(ScaledTransform(Matrix4(transform)))
    #expect(parts.rotation.angularDistance(to: transform.rotation) <= 16 * .ulpOfOne)
    #expect(maximumDifference(parts.scale, transform.scale) <= 16 * .ulpOfOne * 10)
    #expect(parts.translation == transform.translation)
    let point = Vector3(1.0, -2, 0.5)
    let image = Matrix4(transform).transformPoint(point)
    #expect(maximumDifference(transform.act(point), image) <= 1e-14 * 30)
  }

  @Test("matrices without such parts are rejected")
  func rejected() {
    let turn = Matrix3(Quaternion<Double>(angle: 0.3, axis: .x))
    let shear = Matrix3(columns: Vector3<Double>(1, 0, 0), Vector3(0.5, 1, 0), Vector3(0, 0, 1))
    #expect(ScaledTransform(Matrix4(linear: turn * shear, translation: .zero)) == nil)
    #expect(ScaledTransform(Matrix4(scale: Vector3<Double>(1, 0, 1))) == nil)
    #expect(ScaledTransform(Matrix4(scale: Vector3<Double>(1, .nan, 1))) == nil)
    let projection = Matrix4<Double>.perspective(fieldOfView: 1, aspect: 1, near: 1, far: 9)
    #expect(ScaledTransform(projection) == nil)
  }

  @Test("a look rotation needs two directions that differ")
  func look() throws {
    let forward = Vector3(1.0, 2, 3)
    #expect(Quaternion(forward: forward, up: forward * -2) == nil)
    #expect(Quaternion(forward: .zero, up: Vector3<Double>.unitY) == nil)
    #expect(Quaternion(forward: forward, up: Vector3(.nan, 0, 1)) == nil)
    let q = try #require(Quaternion(forward: forward, up: .unitY))
    let view = try #require(Matrix4(lookingFrom: .zero, at: forward, up: .unitY))
    #expect((Matrix3(q).transpose - view.linear).frobeniusNorm <= 8 * .ulpOfOne)
  }

  @Test(
    "look rotations and view matrices are orthonormal near parallel",
    arguments: [1e-1, 1e-8, 1e-12, 1e-14])
  func lookNearParallel(angle: Double) throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<100 {
      let forward = Vector3<Double>.randomDirection(using: &random)
      let across = try #require(forward.anyOrthogonal())
      let up = (forward + across * angle) * 3
      let eye = Vector3<Double>.randomDirection(using: &random)
      let q = try #require(Quaternion(forward: forward, up: up))
      #expect(q.act(-.unitZ).distance(to: forward) <= 8 * .ulpOfOne)
      #expect(abs(q.length - 1) <= 4 * .ulpOfOne)
      let view = try #require(Matrix4(lookingFrom: .zero, at: forward, up: up))
      #expect(view.linear.orthonormalityError <= 8 * .ulpOfOne)
      #expect(Matrix4(lookingFrom: eye, at: .zero, up: eye) == nil)
      #expect(Matrix4(lookingFrom: eye, at: .zero, up: eye * -0.3) == nil)
    }
    let eye = Vector3(0.3, 0.5, 0.7)
    #expect(Matrix4(lookingFrom: eye, at: .zero, up: eye) == nil)
    #expect(Matrix4(lookingFrom: eye, at: .zero, up: .zero) == nil)
  }

  @Test("steps stop at the target")
  func steps() {
    let (a, b) = (Vector3(1.0, 0, 0), Vector3(0.0, 1, 0))
    #expect(a.moved(towards: b, by: 2) == b)
    #expect(Vector3<Double>.zero.clamped(toLength: 1) == .zero)
    #expect(a.clamped(toLength: 3) == a)
    let q = Quaternion<Double>(angle: 1, axis: .z)
    #expect(Quaternion.identity.rotated(towards: q, by: 2) == q)
    // A negative angle rotates away, also from the nearest rotation; equal ones have no direction.
    for near in [q, Quaternion(xyzw: [0, 0, 0x1p-1030, 1])] {
      let away = Quaternion.identity.rotated(towards: near, by: -0.1)
      #expect(abs(away.angle - 0.1) <= 4 * .ulpOfOne)
      #expect(abs(away.angularDistance(to: near) - near.angle - 0.1) <= 4 * .ulpOfOne)
    }
    #expect(q.rotated(towards: q, by: -0.1) == q && q.rotated(towards: q, by: 0) == q)
    #expect(abs(Quaternion.identity.rotated(towards: q, by: 0.25).angle - 0.25) <= 4 * .ulpOfOne)
    #expect(normalize(Vector3<Double>.zero).x.isNaN)
    #expect(!(a * 1.001).isNormalized && a.isNormalized)
  }

  @Test("arrays of another count stop the program")
  func counts() async {
    await #expect(processExitsWith: .failure) { _ = Vector3<Double>([1.0, 2] as [Double]) }
    await #expect(processExitsWith: .failure) { _ = Quaternion<Double>(wxyz: [1]) }
    await #expect(processExitsWith: .failure) { _ = Matrix3<Double>(rowMajor: [1, 2, 3]) }
  }
}
