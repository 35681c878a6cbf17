import RotationMath
import TestSupport
import Testing

// What users of Spatial, three.js, Unity and Godot type first, as in the guides.

@Suite("What users of engines type first")
struct EngineNewcomerTests {
  @Test("Spatial: rotations, poses, look rotations, swing and twist")
  func spatial() throws {
    var user = try Newcomer("spatial")
    let (a, b, q, p, t) = (user.a, user.b, user.q, user.p, user.t)
    user.expect("angle and axis", Quaternion<Double>(angle: .degrees(30), axis: .y).xyzw)
    user.expect(
      "Euler angles",
      Quaternion<Double>(extrinsic: (.x, 0.1), (.y, 0.2), (.z, 0.3)).canonical.xyzw)
    let camera = try #require(Quaternion(forward: a, up: .unitY))
    user.expect("look at", Matrix3(camera).rowMajor)
    user.expect("inverse", q.conjugate.canonical.xyzw)
    user.expect("angle", try #require(p.axis).components + [p.angle])
    user.expect("product", (q * p).canonical.xyzw)
    user.expect("rotated", b.rotated(by: p).components)
    user.expect("slerp", q.slerp(to: p, 0.4).canonical.xyzw)
    user.expect("slerp longest", Matrix3(q.slerpLonger(to: p, 0.4)).rowMajor)
    let (swing, twist) = try #require(q.swingTwist(about: .unitZ))
    user.expect("swing", swing.canonical.xyzw)
    user.expect("twist", twist.canonical.xyzw)
    let pose = RigidTransform(rotation: q, translation: t)
    user.expect("pose", (pose * a).components)
    user.expect("pose inverse", (pose.inverted() * a).components)
    user.expect(
      "pose product", Matrix4(pose * RigidTransform(rotation: p, translation: b)).rowMajor)
    let scaled = SimilarityTransform(rotation: p, translation: b, scale: 1.5)
    user.expect("scaled pose", (scaled * a).components)
    let affine = ScaledTransform(translation: t, rotation: q, scale: Vector3(2, 0.5, 3))
    user.expect("affine", (affine * a).components)
    let projective = Matrix4<Double>.perspective(
      fieldOfView: 0.9, aspect: 1.25, near: 0.5, far: 20)
    user.expect("projective", projective.transformPoint(Vector3(0.3, -0.2, -4)).components)
    user.expect("vectors", [a.length, a.dot(b)] + a.cross(b).components)
    user.expect("normalized", try #require(b.normalized()).components)
    user.expect("degrees", [.degrees(30), (Double.pi / 6).inDegrees])
    user.finish()
  }

  @Test("three.js: Euler orders, matrices by rows and columns, look at")
  func threeJS() throws {
    var user = try Newcomer("three")
    let (a, b, q, p, t) = (user.a, user.b, user.q, user.p, user.t)
    user.expect("setFromAxisAngle", try #require(Quaternion(angle: 0.5, axis: a)).xyzw)
    user.expect("setFromUnitVectors", try #require(Quaternion(from: a, to: b)).canonical.xyzw)
    let euler = Quaternion<Double>(intrinsic: (.x, 0.1), (.y, 0.2), (.z, 0.3))
    user.expect("setFromEuler", euler.canonical.xyzw)
    let angles = euler.eulerAngles(try #require(EulerSequence("YXZ")))
    user.expect("Euler", [angles.first, angles.second, angles.third])
    user.expect("multiply", (q * p).canonical.xyzw)
    user.expect("premultiply", (p * q).canonical.xyzw)
    user.expect("invert", q.conjugate.canonical.xyzw)
    user.expect("slerp", q.slerp(to: p, 0.25).canonical.xyzw)
    user.expect("angleTo", [q.angularDistance(to: p)])
    user.expect("rotateTowards", q.rotated(towards: p, by: 0.2).canonical.xyzw)
    let matrix = Matrix4(translation: t, rotation: q, scale: Vector3(2, 0.5, 3))
    user.expect("setFromRotationMatrix", Quaternion((Matrix3(q) * 3)).canonical.xyzw)
    user.expect("elements", matrix.columnMajor)
    let parts = try #require(ScaledTransform(Matrix4(rowMajor: matrix.rowMajor)))
    user.expect(
      "decompose",
      parts.translation.components + parts.rotation.canonical.xyzw + parts.scale.components)
    user.expect("applyQuaternion", (p * b).components)
    user.expect("applyMatrix4", matrix.transformPoint(b).components)
    user.expect("transformDirection", matrix.transformDirection(b).components)
    let look = try #require(Quaternion(forward: b - a, up: .unitY))
    user.expect("lookAt", Matrix3(look).rowMajor)
    let view = try #require(Matrix4(lookingFrom: a, at: b, up: .unitY))
    user.expect("matrixWorldInverse", view.rowMajor)
    let projection = Matrix4<Double>.perspective(
      fieldOfView: 1.1, aspect: 1.5, near: 0.1, far: 50)
    user.expect("makePerspective", projection.transformPoint(Vector3(0.3, -0.2, -4)).components)
    user.expect(
      "lerp", a.lerp(to: b, 0.25).components + a.cross(b).components + normalize(a).components)
    user.finish()
  }

  @Test("Unity: the conversion from its left-handed frame")
  func unity() throws {
    var user = try Newcomer("unity")
    /// A vector of the left-handed frame, by negating z; its own inverse.
    func flipped(_ v: Vector3<Double>) -> Vector3<Double> { Vector3(v.x, v.y, -v.z) }
    func flipped(_ q: Quaternion<Double>) -> Quaternion<Double> {
      Quaternion(x: -q.x, y: -q.y, z: q.z, w: q.w)
    }
    func matrix(_ q: Quaternion<Double>) -> [Double] { Matrix3(flipped(q)).rowMajor }
    let (a, b, t) = (flipped(user.a), flipped(user.b), flipped(user.t))
    let (q, p) = (flipped(user.q), flipped(user.p))
    let euler = Quaternion<Double>(
      extrinsic: (.z, .degrees(30)), (.x, .degrees(-10)), (.y, .degrees(-20)))
    user.expect("Euler", matrix(euler))
    let angles = euler.eulerAngles(try #require(EulerSequence("zxy")))
    user.expect(
      "eulerAngles", [-angles.second, -angles.third, angles.first].map(\.inDegrees))
    user.expect("AngleAxis", matrix(try #require(Quaternion(angle: -0.7, axis: a))))
    user.expect("product", matrix(q * p))
    user.expect("rotate", flipped(q * a).components)
    user.expect("Inverse", matrix(q.conjugate))
    user.expect("Angle", [q.angularDistance(to: p).inDegrees])
    user.expect("Slerp", matrix(q.slerp(to: p, 0.3)))
    user.expect("RotateTowards", matrix(q.rotated(towards: p, by: .degrees(10))))
    // Looks along -z here, and along +z in Unity.
    user.expect("LookRotation", matrix(try #require(Quaternion(forward: a, up: .unitY))))
    user.expect("FromToRotation", matrix(try #require(Quaternion(from: a, to: b))))
    user.expect("Lerp", flipped(a.lerp(to: b, 0.25)).components)
    user.expect("MoveTowards", flipped(a.moved(towards: b, by: 0.5)).components)
    user.expect("ClampMagnitude", flipped(b.clamped(toLength: 2)).components)
    user.expect("Project", flipped(a.projected(onto: b) ?? .zero).components)
    user.expect("ProjectOnPlane", flipped(a.rejected(from: b) ?? .zero).components)
    // SignedAngle(right, forward, up).
    let signed = Quaternion<Double>(from: .unitX, to: -.unitZ)?.twistAngle(about: .unitY)
    user.expect("SignedAngle", [-(try #require(signed)).inDegrees])
    let scene = Matrix4(translation: t, rotation: q, scale: Vector3(2, 0.5, 3))
    user.expect("TRS", flipped(scene.transformPoint(a)).components)
    user.expect("GetColumn", flipped(scene[column: 3].xyz).components + [scene[3, 3]])
    user.expect("Dot", [a.dot(b)] + (-flipped(a.cross(b))).components + [a.distance(to: b)])
    user.finish()
  }

  private func near(_ a: Vector3<Double>, _ b: Vector3<Double>) -> Bool {
    a.distance(to: b) <= 1e-14 * max(1, b.length)
  }

  /// Rx, Ry, Rz in a right-handed frame, by their definitions.
  private func turn(_ axis: CoordinateAxis, _ angle: Double) -> Matrix3<Double> {
    let (c, s) = (Double.cos(angle), Double.sin(angle))
    return switch axis {
    case .x: Matrix3(rowMajor: [1, 0, 0, 0, c, -s, 0, s, c])
    case .y: Matrix3(rowMajor: [c, 0, s, 0, 1, 0, -s, 0, c])
    case .z: Matrix3(rowMajor: [c, -s, 0, s, c, 0, 0, 0, 1])
    }
  }

  @Test("Godot: bases, transforms, vectors")
  func godot() throws {
    let basis = Matrix3(Quaternion<Double>(intrinsic: (.y, 0.4), (.x, 0.2), (.z, 0.1)))
    let v = Vector3(1.0, 2, 3), n = Vector3(0.0, 1, 0)
    #expect(near(basis * v, turn(.y, 0.4) * (turn(.x, 0.2) * (turn(.z, 0.1) * v))))
    let angles = Quaternion(basis).eulerAngles(try #require(EulerSequence("YXZ")))
    #expect(difference([angles.first, angles.second, angles.third], [0.4, 0.2, 0.1]) < 1e-15)
    let transform = RigidTransform(rotation: Quaternion(basis), translation: v)
    #expect(near(transform.inverted() * (transform * n), n))
    #expect(near(basis.c0, basis * .unitX) && basis[column: 2] == basis.c2)
    let drifted = try #require((basis * 1.001).orthonormalized())
    #expect((drifted - basis).frobeniusNorm < 1e-14)
    #expect(near(reflect(v, n: n), Vector3(1, -2, 3)))
    #expect(near(v.rejected(from: n) ?? .zero, Vector3(1, 0, 3)))
    #expect(abs(v.clamped(toLength: 2).length - 2) < 1e-15)
    let signed = Quaternion<Double>(from: .unitX, to: -.unitZ)?.twistAngle(about: .unitY)
    #expect(abs(try #require(signed) - .pi / 2) < 1e-15)
    let back = transform.sclerp(to: .identity, 1)
    #expect(back.translation.length < 1e-14 && back.rotation.angle < 1e-14)
    let look = Quaternion<Double>(forward: .unitY, up: .unitY, fallbackUp: .unitX)
    #expect(near(try #require(look) * -.unitZ, .unitY))
    #expect(near(Matrix3(rotationVector: n * 0.3) * v, turn(.y, 0.3) * v))
  }
}
