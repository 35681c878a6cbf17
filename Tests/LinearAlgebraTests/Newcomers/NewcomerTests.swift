import LinearAlgebra
import RotationMath
import TestSupport
import Testing

@Suite("What users of other libraries type first")
struct NewcomerTests {
  @Test("simd: free functions, literals, elementwise products, slerp")
  func simd() throws {
    var user = try Newcomer("simd")
    let (a, b, q, p, m) = (user.a, user.b, user.q, user.p, user.m)
    let literal: Vector3<Double> = [1, 2, 3]
    user.expect("literal", (literal + b).components)
    user.expect("elementwise", (a * b).components + (a / b).components)
    user.expect("scalar", (2 * a - b / 2).components)
    user.expect("dot", [dot(a, b)])
    user.expect("cross", cross(a, b).components)
    user.expect("normalize", normalize(a).components)
    user.expect("length", [length(a), distance(a, b)])
    user.expect("mix", mix(a, b, t: 0.25).components)
    user.expect(
      "clamp",
      clamp(b, min: .zero, max: [2, 2, 2]).components + a.componentwiseMinimum(b).components
        + a.componentwiseMaximum(b).components + b.map { abs($0) }.components)
    user.expect("reflect", reflect(a, n: normalize(b)).components)
    user.expect("act", q.act(a).components + (q * a).components)
    user.expect("product", (q * p).canonical.xyzw)
    user.expect("slerp", slerp(q, p, 0.3).canonical.xyzw)
    let turn = try #require(Quaternion<Double>(angle: .pi / 3, axis: [1, 1, 0]))
    user.expect("angle axis", [turn.angle] + (turn.axis?.components ?? []) + [turn.x])
    let inverse = try #require(m.inverse)
    user.expect("matrix", (m * a).components + (inverse * a).components + [m.determinant])
    user.expect("transpose", m.transpose.rowMajor)
    user.expect("project", project(a, b).components)
    user.expect("from to", try #require(Quaternion(from: a, to: b)).canonical.xyzw)
    user.expect("matrix of quaternion", Matrix3(q).rowMajor)
    user.expect("inverse of quaternion", q.conjugate.canonical.xyzw + [q.angle])
    user.finish()
  }

  @Test("SciPy: Rotation, Slerp, align_vectors, groups")
  func scipy() throws {
    var user = try Newcomer("scipy")
    let (a, q, p) = (user.a, user.q, user.p)
    let given = normalize(Quaternion(xyzw: [0.1, 0.2, 0.3, 0.9]))
    user.expect("from_quat", Matrix3(given).rowMajor)
    let euler = EulerAngles<Double>(
      .degrees(90), .degrees(45), .degrees(30), sequence: .yawPitchRoll)
    user.expect("from_euler", Quaternion(euler).canonical.xyzw)
    user.expect("from_rotvec", Quaternion(rotationVector: a).canonical.xyzw)
    user.expect("as_rotvec", (q * p).rotationVector.components)
    let angles = q.eulerAngles(try #require(EulerSequence("xyz")))
    user.expect("as_euler", [angles.first, angles.second, angles.third].map(\.inDegrees))
    user.expect("as_mrp", q.modifiedRodriguesParameters.components)
    user.expect("apply", q.act(user.points).flatMap(\.components))
    user.expect("apply inverse", q.conjugate.act(a).components)
    user.expect("product", [q, p].composed(with: [p, p]).flatMap { $0.canonical.xyzw })
    user.expect("power", p.power(0.5).canonical.xyzw)
    user.expect("magnitude", [(q.conjugate * p).angle])
    let mean = try averageRotation(of: [q, p, q * p], weights: [1, 2, 0.5])
    user.expect("mean", mean.rotation.canonical.xyzw)
    let aligned = try alignment(of: user.points, to: user.targets)
    user.expect("align_vectors", aligned.rotation.canonical.xyzw)
    let path = try SlerpPath(times: [0, 1, 3], rotations: [q, p, q * p])
    user.expect("Slerp", try #require(path.rotation(at: 2)).canonical.xyzw)
    let group = RotationGroup<Double>.octahedral
    user.expect(
      "reduce", [Double(group.elements.count), p.reduced(left: group).rotation.angle])
    user.expect("from_matrix", Quaternion(Matrix3(q)).canonical.xyzw)
    user.expect(
      "from_mrp", Quaternion(modifiedRodriguesParameters: Vector3(0.1, -0.2, 0.3)).canonical.xyzw)
    user.expect("inv", q.composed(with: p).conjugate.canonical.xyzw)
    let times = path.rotations(at: [0.25, 1, 2.75], outside: .clamped)
    user.expect("Slerp times", times.flatMap { $0.canonical.xyzw })
    let transform = RigidTransform(rotation: q, translation: user.t)
    user.expect(
      "RigidTransform",
      user.points.flatMap { transform.act($0).components }
        + transform.inverted().act(a).components)
    user.finish()
  }

  @Test("Eigen: geometry, decompositions, transforms")
  func eigen() throws {
    var user = try Newcomer("eigen")
    let (a, b, q, p, m) = (user.a, user.b, user.q, user.p, user.m)
    user.expect(
      "Quaterniond", (normalize(Quaternion(wxyz: [0.1, 0.2, 0.3, 0.9])) * a).components)
    let turns = [
      Quaternion(angle: 0.3, axis: .z), Quaternion(angle: 0.2, axis: .y),
      Quaternion(angle: 0.1, axis: .x),
    ]
    user.expect("AngleAxisd", (turns[0] * turns[1] * turns[2]).canonical.xyzw)
    user.expect("q * v", (p * b).components)
    user.expect("toRotationMatrix", Matrix3(p).rowMajor)
    let inverse = try #require(Quaternion(xyzw: [0.1, 0.2, 0.3, 0.9]).inverse)
    user.expect("inverse of quaternion", inverse.xyzw)
    user.expect("slerp", p.slerp(to: q, 0.8).canonical.xyzw)
    user.expect("angularDistance", [p.angularDistance(to: q)])
    user.expect("FromTwoVectors", try #require(Quaternion(from: a, to: b)).canonical.xyzw)
    user.expect("inverse", try #require(m.inverse).rowMajor)
    user.expect("trace", [m.determinant, m.trace, m.frobeniusNorm])
    let eigen = try #require((m + m.transpose).symmetricEigen())
    user.expect("SelfAdjointEigenSolver", eigen.values.components)
    let polar = try PolarDecomposition(of: m)
    user.expect(
      "JacobiSVD",
      try SingularValueDecomposition(of: m).singularValues.components
        + Matrix3(polar.rotation).rowMajor + polar.rightStretch.rowMajor
        + polar.leftStretch.rowMajor)
    let isometry = RigidTransform(rotation: q, translation: user.t)
    let other = RigidTransform(rotation: p, translation: a)
    user.expect(
      "Isometry3d",
      (isometry * a).components + (isometry.inverted() * a).components
        + (other * isometry * b).components)
    let angles = q.eulerAngles(.yawPitchRoll)
    user.expect("eulerAngles", [angles.first, angles.second, angles.third])
    let similarity = try similarityAlignment(of: user.points, to: user.targets)
    user.expect(
      "umeyama",
      similarity.matrix.rowMajor + [similarity.scale] + similarity.translation.components)
    user.expect("norm", [a.length, a.lengthSquared, a.sum(), b.min(), b.max()])
    user.expect(
      "cwise",
      (a * b).components + b.map { abs($0) }.components + a.componentwiseMinimum(b).components)
    user.expect(
      "blocks",
      [m[0, 1]] + m[row: 0].components + m[column: 1].components + m.diagonal.components)
    user.expect("lu solve", try #require(m.solve(a)).components)
    user.expect(
      "Affine3d",
      Matrix4(translation: user.t, rotation: q, scale: Vector3(2, 0.5, 3)).rowMajor)
    user.finish()
  }

  @Test("Euclid: vectors, angles in degrees, rotations, transforms")
  func euclid() throws {
    var user = try Newcomer("euclid")
    let (a, b, q) = (user.a, user.b, user.q)
    let numbers: [Double] = [1, 2, 3]
    user.expect("array", Vector3(numbers).components)
    user.expect("dot", [a.dot(b)] + a.cross(b).components + [a.length])
    user.expect("normalized", try #require(b.normalized()).components)
    user.expect("lerp", a.lerp(to: b, 0.75).components)
    user.expect("distance", [a.distance(to: b)])
    user.expect("angle", [try #require(a.angle(to: b))])
    user.expect("degrees", Quaternion<Double>(angle: .degrees(90), axis: .z).xyzw)
    user.expect("rotated", b.rotated(by: q).components)
    let sequence = try #require(EulerSequence(.y, .x, .z, isIntrinsic: true))
    let angles = EulerAngles<Double>(
      .degrees(40), .degrees(20), .degrees(10), sequence: sequence)
    user.expect("pitch yaw roll", Quaternion(angles).canonical.xyzw)
    user.expect("inverse", q.inverted().canonical.xyzw)
    let transform = ScaledTransform(
      translation: user.t, rotation: q, scale: Vector3(2, 0.5, 3))
    user.expect("transform", (transform * a).components)
    let moved = RigidTransform(rotation: q, translation: user.t).translated(by: b).rotated(by: q)
    user.expect("translated", moved.act(a).components)
    user.expect("projected", try #require(a.rejected(from: b)).components)
    user.expect("radians", [.degrees(30), (Double.pi / 6).inDegrees])
    let camera = try #require(Quaternion(forward: a, up: .unitY))
    user.expect(
      "forward", (camera * -Vector3.unitZ).components + (camera * Vector3.unitY).components)
    user.finish(count: 15)
  }

  @Test("glam: constants, reductions, bounded steps, matrices")
  func glam() throws {
    var user = try Newcomer("glam")
    let (a, b, q, p, m) = (user.a, user.b, user.q, user.p, user.m)
    user.expect(
      "splat",
      Vector3(repeating: 2.0).components + Vector3.one.components + Vector3.unitX.components)
    user.expect("reductions", [a.lengthSquared, b.sum(), b.min(), b.max()])
    user.expect("clamp_length", a.clamped(toLength: 2).components)
    let pair = try #require(a.orthonormalPair())
    user.expect(
      "orthonormal pair",
      [
        pair.first.length, pair.second.length, pair.first.dot(pair.second), pair.first.dot(a),
        pair.second.dot(a), pair.first.cross(pair.second).dot(normalize(a)),
      ])
    user.expect(
      "project", project(a, b).components + (try #require(a.rejected(from: b))).components)
    user.expect("move_towards", a.moved(towards: b, by: 0.5).components)
    user.expect("rotation_arc", try #require(Quaternion(from: b, to: a)).canonical.xyzw)
    let scaled = Quaternion(rotationVector: a * 0.5)
    user.expect("axis_angle", try #require(scaled.axis).components + [scaled.angle])
    user.expect("rotate_towards", q.rotated(towards: p, by: 0.2).canonical.xyzw)
    let view = try #require(Matrix4(lookingFrom: a, at: b, up: .unitY))
    user.expect("look_at", view.columnMajor)
    let scene = Matrix4(translation: user.t, rotation: q, scale: Vector3(2, 0.5, 3))
    user.expect("from_srt", scene.columnMajor)
    let parts = try #require(ScaledTransform(scene))
    user.expect(
      "to_srt",
      parts.scale.components + parts.rotation.canonical.xyzw + parts.translation.components)
    user.expect(
      "transform_point",
      scene.transformPoint(b).components + scene.transformDirection(b).components)
    user.expect("cols_array", m.columnMajor + Matrix3(diagonal: a).columnMajor)
    let projection = Matrix4<Double>.perspective(
      fieldOfView: 1, aspect: 1.5, near: 0.1, far: 100, depth: .zeroToOne)
    user.expect("project_point", projection.transformPoint(Vector3(0.3, -0.2, -4)).components)
    user.finish(count: 15)
  }
}
