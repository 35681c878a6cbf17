import RotationMath
import TestSupport
import Testing

// What users of Spatial, three.js, Unity and Godot type first, as in the guides. Expected values are
// those of the engines' formulas, written out.

@Suite("What users of engines type first")
struct EngineNewcomerTests {
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

  @Test("Spatial: rotations, poses, look rotations, swing and twist")
  func spatial() throws {
    let rotation = Quaternion<Double>(angle: .degrees(30), axis: .y)
    let position = Vector3(0, 1.5, -2.0)
    let pose = RigidTransform(rotation: rotation, translation: position)
    let point = Vector3(0.0, 0, -1)
    #expect(near(pose * point, turn(.y, .pi / 6) * point + position))
    #expect(near(pose.inverted() * (pose * point), point))
    #expect(near(rotation.axis ?? .zero, .unitY) && abs(rotation.angle.inDegrees - 30) < 1e-13)
    let halfway = rotation.slerp(to: .identity, 0.5)
    #expect(abs(halfway.angle.inDegrees - 15) < 1e-13)
    let euler = Quaternion<Double>(extrinsic: (.x, 0.1), (.y, 0.2), (.z, 0.3))
    #expect(near(euler * point, turn(.z, 0.3) * (turn(.y, 0.2) * (turn(.x, 0.1) * point))))
    let forward = Vector3(1.0, -1, 2)
    let camera = try #require(Quaternion(forward: -forward, up: .unitY))
    #expect(near(camera * .unitZ, normalize(forward)))
    let (swing, twist) = try #require(euler.swingTwist(about: .unitZ))
    #expect(euler.angularDistance(to: swing * twist) < 1e-15)
    let angle = try #require(euler.twistAngle(about: .unitZ))
    #expect(twist.angularDistance(to: Quaternion(angle: angle, axis: .z)) < 1e-15)
    let scaled = SimilarityTransform(rotation: rotation, translation: position, scale: 2)
    #expect(near(scaled * point, pose.act(onVector: point) * 2 + position))
    #expect(Quaternion<Double>(forward: .unitY, up: .unitY, fallbackUp: .unitX) != nil)
    #expect(near(Vector3(3.0, 0, 4).normalized() ?? .zero, Vector3(0.6, 0, 0.8)))
    let camera2 = Matrix4<Double>.perspective(fieldOfView: 1, aspect: 1, near: 1, far: 10)
    #expect(abs(camera2.transformPoint(Vector3(0, 0, -10)).z - 1) < 1e-14)
  }

  @Test("three.js: Euler orders, matrices by rows and columns, look at")
  func threeJS() throws {
    var q = Quaternion<Double>(intrinsic: (.x, 0.1), (.y, 0.2), (.z, 0.3))
    let v = Vector3(1.0, 2, 3)
    #expect(near(q * v, turn(.x, 0.1) * (turn(.y, 0.2) * (turn(.z, 0.3) * v))))
    let order = try #require(EulerSequence("YXZ"))
    let angles = q.eulerAngles(order)
    let again = Quaternion<Double>(
      intrinsic: (.y, angles.first), (.x, angles.second), (.z, angles.third))
    #expect(again.angularDistance(to: q) < 1e-15)
    let quarter = Quaternion<Double>(angle: .degrees(90), axis: .y)
    q = quarter * q
    #expect(near(quarter * Vector3.unitZ, .unitX))
    let position = Vector3(4.0, 5, 6), scale = Vector3(2.0, 3, -1)
    let matrix = Matrix4(translation: position, rotation: q, scale: scale)
    #expect(Array(matrix.columnMajor[12..<15]) == [4, 5, 6])
    #expect(Matrix4(rowMajor: matrix.rowMajor) == matrix)
    #expect(near(matrix.transformPoint(v), q * (v * scale) + position))
    let parts = try #require(ScaledTransform(matrix))
    #expect(parts.scale.x < 0 && near(parts * v, matrix.transformPoint(v)))
    let (eye, target) = (Vector3(1.0, 1, 1), Vector3(0.0, 2, -3))
    let look = try #require(Quaternion(forward: target - eye, up: .unitY))
    #expect(near(look * .unitZ, normalize(eye - target)))
    let view = try #require(Matrix4(lookingFrom: eye, at: target, up: .unitY))
    #expect(near(view.transformPoint(target), Vector3(0, 0, -(eye - target).length)))
    let between = try #require(Quaternion(from: v, to: eye))
    #expect(near(between * normalize(v), normalize(eye)))
    #expect(abs(q.rotated(towards: .identity, by: 0.1).angularDistance(to: q) - 0.1) < 1e-14)
    #expect(Quaternion((matrix * 3).linear).isFinite)
  }

  /// A vector of the left-handed frame, by negating z.
  private func flipped(_ v: Vector3<Double>) -> Vector3<Double> { Vector3(v.x, v.y, -v.z) }

  @Test("Unity: the conversion from its left-handed frame")
  func unity() throws {
    // In Unity's frame the formula of q * v and the elements of rotation matrices are the same.
    let unity = try #require(Quaternion(x: 0.1, y: 0.2, z: 0.3, w: 0.9).normalized())
    let q = Quaternion(x: -unity.x, y: -unity.y, z: unity.z, w: unity.w)
    let v = Vector3(1.0, 2, 3)
    #expect(near(q * flipped(v), flipped(unity * v)))
    // Quaternion.Euler(10, 20, 30): z, then x, then y.
    let (x, y, z) = (10 * Double.pi / 180, 20 * Double.pi / 180, 30 * Double.pi / 180)
    let euler = turn(.y, y) * turn(.x, x) * turn(.z, z)
    let e = Quaternion<Double>(
      extrinsic: (.z, .degrees(30)), (.x, .degrees(-10)), (.y, .degrees(-20)))
    #expect(near(e * flipped(v), flipped(euler * v)))
    let angles = e.eulerAngles(try #require(EulerSequence("zxy")))
    #expect(
      difference([angles.first, -angles.second, -angles.third], [z, x, y]) <= 4 * .ulpOfOne)
    let axis = Vector3(1.0, -2, 0.5)
    let about = try #require(Quaternion(angle: 0.7, axis: axis))
    let converted = try #require(Quaternion(angle: -0.7, axis: flipped(axis)))
    #expect(near(converted * flipped(v), flipped(about * v)))
    // LookRotation maps z to forward.
    let forward = Vector3(1.0, 0.5, 2)
    let look = try #require(Quaternion(forward: flipped(forward), up: .unitY))
    #expect(near(look * flipped(.unitZ), normalize(flipped(forward))))
    // SignedAngle(a, b, up) is positive where up · (a × b) is.
    let (a, b) = (Vector3(1.0, 0, 0), Vector3(0.0, 0, -1))
    let signed = Quaternion(from: flipped(a), to: flipped(b))?.twistAngle(about: .unitY)
    #expect(abs(-(try #require(signed)) - .pi / 2) < 1e-15 && a.cross(b).y > 0)
    #expect(q.rotated(towards: e, by: .degrees(5)).angularDistance(to: q).inDegrees < 5.0001)
    let m = Matrix4(translation: v, rotation: q, scale: .one)
    #expect(m[0, 3] == 1 && m[column: 3].y == 2)
    #expect(v.moved(towards: .zero, by: 1).length < v.length)
    #expect(abs(v.rejected(from: axis)?.dot(axis) ?? 1) < 1e-14)
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
