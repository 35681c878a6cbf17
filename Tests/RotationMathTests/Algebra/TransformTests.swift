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

  @Test("unproject inverts project", arguments: [DepthRange.negativeOneToOne, .zeroToOne])
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
