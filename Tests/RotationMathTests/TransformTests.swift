import RotationMath
import TestSupport
import Testing

@Suite("Affine and projective transforms")
struct TransformTests {
  let eps = Double.ulpOfOne

  @Test("an affine matrix scales, rotates and translates in order")
  func affine() {
    let turn = Quaternion(rotationVector: Vector3(0.3, -0.4, 1))
    let move = Vector3(1.0, 2, 3)
    let p = Vector3(-2.0, 0.5, 4)
    let transform = Matrix4(rotation: turn, translation: move) * Matrix4(scale: Vector3(2, 3, 4))
    let expected = turn.act(Vector3(-4, 1.5, 16)) + move
    #expect(transform.transformPoint(p).distance(to: expected) <= 32 * eps)
    #expect(transform.transformDirection(p).distance(to: expected - move) <= 32 * eps)
    #expect(Matrix4(translation: move).translation == move)
  }

  @Test(
    "corners of the frustum map to corners of the cube",
    arguments: [DepthRange.negativeOneToOne, .zeroToOne])
  func frustum(depth: DepthRange) {
    let m = Matrix4<Double>.frustum(
      left: -1, right: 2, bottom: -3, top: 1, near: 0.5, far: 8, depth: depth)
    let near = depth == .zeroToOne ? 0.0 : -1
    let a = m.transformPoint(Vector3(-1, -3, -0.5))
    #expect(a.distance(to: Vector3(-1, -1, near)) <= 8 * eps)
    let b = m.transformPoint(Vector3(2, 1, -0.5) * 16)
    #expect(b.distance(to: Vector3(1, 1, 1)) <= 8 * eps)
    let endless = Matrix4<Double>.frustum(
      left: -1, right: 1, bottom: -1, top: 1, near: 0.5, far: .infinity, depth: depth)
    #expect(endless.isFinite)
    #expect(abs(endless.transformPoint(Vector3(0, 0, -1e12)).z - 1) <= 1e-11)
  }

  @Test(
    "corners of the box map to corners of the cube",
    arguments: [DepthRange.negativeOneToOne, .zeroToOne])
  func orthographic(depth: DepthRange) {
    let m = Matrix4<Double>.orthographic(
      left: -1, right: 2, bottom: -3, top: 1, near: 0.5, far: 8, depth: depth)
    let near = depth == .zeroToOne ? 0.0 : -1
    #expect(m.transformPoint(Vector3(-1, -3, -0.5)).distance(to: Vector3(-1, -1, near)) <= 8 * eps)
    #expect(m.transformPoint(Vector3(2, 1, -8)).distance(to: Vector3(1, 1, 1)) <= 8 * eps)
  }

  @Test("a view matrix maps the eye to the origin and the centre to -z")
  func lookAt() throws {
    let eye = Vector3(1.0, 2, 3), center = Vector3(-4.0, 0, 1)
    let view = try #require(Matrix4(lookingFrom: eye, at: center, up: .unitY))
    #expect(view.transformPoint(eye).length <= 16 * eps)
    let image = view.transformPoint(center)
    #expect(image.distance(to: Vector3(0, 0, -eye.distance(to: center))) <= 16 * eps)
    #expect(view.transformDirection(.unitY).x.magnitude <= 4 * eps)
    #expect(Matrix4(lookingFrom: eye, at: eye, up: .unitY) == nil)
    #expect(Matrix4(lookingFrom: .zero, at: .unitY, up: Vector3<Double>.unitY) == nil)
  }

  @Test("unproject inverts project", arguments: DepthRange.allCases)
  func window(depth: DepthRange) throws {
    let view = try #require(
      Matrix4(lookingFrom: Vector3(0.0, 1, 5), at: .zero, up: .unitY))
    let transform =
      Matrix4.perspective(fieldOfView: 1, aspect: 1.5, near: 0.1, far: 50, depth: depth) * view
    let viewport = Viewport<Double>(x: 10, y: 20, width: 600, height: 400)
    let p = Vector3(0.5, -0.25, 1)
    let window = viewport.project(p, by: transform, depth: depth)
    let back = try #require(viewport.unproject(window, by: transform, depth: depth))
    #expect(back.distance(to: p) <= 1e-12)
    // The window depth is independent of the depth range of the projection.
    let other = Matrix4.perspective(fieldOfView: 1, aspect: 1.5, near: 0.1, far: 50) * view
    #expect(viewport.project(p, by: other).distance(to: window) <= 1e-12)
    #expect(viewport.project(.zero, by: transform, depth: depth).x == 310)
    #expect(viewport.unproject(window, by: .zero) == nil)
  }
}

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
    #expect(Vector3(v, 7).xy == v && Vector3(v, 7).z == 7)
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
}
