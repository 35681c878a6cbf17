import LinearAlgebra
import RotationMath
import TestSupport
import Testing

/// Problems at which rotation libraries have failed in public, against 50-digit answers from
/// `Tests/ReferenceData/rotation-checks/generate.py`.
@Suite("Kinds of public failures")
struct PublicFailureTests {
  struct Check: Decodable, Sendable {
    var kind, name, text: String
    var inputs: [[Double]]
    /// `nil` where there is no answer.
    var expected: [Double]?
    /// The largest error of a number.
    var tolerance: Double
    /// Whether the negated numbers are the same answer.
    var sign: Bool
  }

  static let checks = (try? JSONSuite<Check>.reference("rotation-checks/checks.json")) ?? []
  static let kinds = Set(checks.map(\.kind)).sorted()

  @Test("answers of each kind", arguments: kinds)
  func answers(kind: String) throws {
    for check in Self.checks where check.kind == kind {
      let found = try Self.answer(check)
      guard let expected = check.expected, let found else {
        #expect(found == nil && check.expected == nil, "\(check.name): \(found ?? [])")
        continue
      }
      let error = check.sign ? differenceUpToSign(found, expected) : difference(found, expected)
      #expect(error <= check.tolerance, "\(check.name): \(found)")
    }
  }

  @Test("the table is complete")
  func count() {
    #expect(Self.checks.count >= 450 && Self.kinds.count >= 40)
  }

  /// The answer of this package to a check.
  static func answer(_ check: Check) throws -> [Double]? {
    let inputs = check.inputs
    var vector: Vector3<Double> { Vector3(inputs[0]) }
    var quaternion: Quaternion<Double> { Quaternion(inputs[0]) }
    var matrix: Matrix3<Double> { Matrix3(rowMajor: inputs[0]) }
    var second: Vector3<Double> { Vector3(inputs[1]) }
    var weights: [Double] { inputs[inputs.count - 1] }
    var rotations: [Quaternion<Double>] { inputs.dropLast().map { Quaternion($0) } }
    // Source points, target points, weights.
    let half = inputs.count / 2
    var source: [Vector3<Double>] { inputs[..<half].map { Vector3($0) } }
    var target: [Vector3<Double>] { inputs[half..<(2 * half)].map { Vector3($0) } }
    switch check.kind {
    case "exponential": return Quaternion(rotationVector: vector).xyzw
    case "vector part of an exponential":
      return Quaternion(rotationVector: vector).vector.components
    case "logarithm": return quaternion.rotationVector.components
    case "angle": return [quaternion.angle]
    case "logarithm of a matrix": return Quaternion(matrix).rotationVector.components
    case "matrix to quaternion": return Quaternion(matrix).xyzw
    case "nearest rotation": return try nearestRotation(to: matrix).rotation.xyzw
    case "nearest rotation is unique": return [try nearestRotation(to: matrix).isUnique ? 1 : 0]
    case "slerp": return quaternion.slerp(to: Quaternion(inputs[1]), inputs[2][0]).xyzw
    case "distance": return [quaternion.angularDistance(to: Quaternion(inputs[1]))]
    case "power": return quaternion.power(inputs[1][0]).xyzw
    case "angle between": return vector.angle(to: second).map { [$0] }
    case "arc":
      guard let unit = vector.normalized() else { return nil }
      return Quaternion(from: vector, to: second)?.act(unit).components
    case "modified Rodrigues": return quaternion.modifiedRodriguesParameters.components
    case "mean": return try averageRotation(of: rotations, weights: weights).rotation.xyzw
    case "mean is unique":
      return [try averageRotation(of: rotations, weights: weights).isUnique ? 1 : 0]
    case "geodesic mean":
      return try averageRotation(of: rotations, weights: weights, method: .geodesicL2).rotation.xyzw
    case "geodesic median":
      return try averageRotation(of: rotations, weights: weights, method: .geodesicL1).rotation.xyzw
    case "Wahba": return try alignment(of: source, to: target, weights: weights).rotation.xyzw
    case "Kabsch", "Umeyama":
      let found = try similarityAlignment(
        of: source, to: target, weights: weights, estimatesScale: check.kind == "Umeyama")
      return found.matrix.rowMajor + [found.scale] + found.translation.components
    case "left Jacobian": return Quaternion.leftJacobian(at: vector).rowMajor
    case "inverse left Jacobian": return Quaternion.leftJacobianInverse(at: vector).rowMajor
    case "exponential of a twist":
      let found = RigidTransform(exponentialCoordinates: Twist(angular: vector, linear: second))
      return found.rotation.xyzw + found.translation.components
    case "adjoint of a rotation": return Quaternion(rotationVector: vector).adjoint.rowMajor
    case "logarithm of a transform":
      let found = RigidTransform(rotation: quaternion, translation: second).exponentialCoordinates
      return found.angular.components + found.linear.components
    case "exponential of a similarity", "similarity there and back":
      let found = SimilarityTransform(
        exponentialCoordinates: Twist(angular: vector, linear: second),
        logarithmOfScale: inputs[2][0])
      guard check.kind == "similarity there and back" else {
        return found.rotation.xyzw + found.translation.components + [found.scale]
      }
      return found.logarithm.map {
        $0.twist.angular.components + $0.twist.linear.components + [$0.logarithmOfScale]
      }
    case "sclerp of transforms", "sclerp of dual quaternions", "normalised dual quaternion",
      "dual quaternion", "dual quaternion there and back":
      return dualQuaternion(check)
    case "exponential in the plane", "logarithm in the plane", "Jacobian in the plane":
      let tangent = Vector3(inputs[0][0], inputs[1][0], inputs[1][1])
      if check.kind == "Jacobian in the plane" {
        return PlanarTransform.leftJacobian(at: tangent).rowMajor
      }
      let found = PlanarTransform(exponentialCoordinates: tangent)
      let (rotation, translation) = (found.rotation, found.translation)
      return check.kind == "logarithm in the plane"
        ? found.exponentialCoordinates.components
        : [rotation.cosine, rotation.sine, translation.x, translation.y]
    case "Euler angles", "Euler angles in lock", "Euler angles to rotation":
      let angles = quaternion.eulerAngles(try #require(EulerSequence(check.text)))
      #expect((angles.lock != .none) == (check.kind == "Euler angles in lock"), "\(check.name)")
      return check.kind == "Euler angles to rotation"
        ? Quaternion(angles).xyzw : [angles.first, angles.second, angles.third]
    case "twist angle": return quaternion.twistAngle(about: second).map { [$0] }
    case "look rotation":
      return Quaternion(forward: vector, up: second).map { Matrix3($0).rowMajor }
    case "view matrix":
      return Matrix4(lookingFrom: vector, at: second, up: Vector3(inputs[2]))?.rowMajor
    case "perspective":
      let ranges: [String: DepthRange] = [
        "negativeOneToOne": .negativeOneToOne, "zeroToOne": .zeroToOne, "oneToZero": .oneToZero,
      ]
      let projection = Matrix4.perspective(
        fieldOfView: inputs[0][0], aspect: inputs[0][1], near: inputs[0][2],
        far: inputs[0][3] < 0 ? .infinity : inputs[0][3], depth: try #require(ranges[check.text]))
      return projection.transformPoint(second).components
    default:
      Issue.record("no function of the kind “\(check.kind)”")
      return nil
    }
  }

  private static func dualQuaternion(_ check: Check) -> [Double] {
    let inputs = check.inputs
    let first = RigidTransform(
      rotation: Quaternion(inputs[0]), translation: Vector3(Array(inputs[1].prefix(3))))
    switch check.kind {
    case "normalised dual quaternion":
      let unit = DualQuaternion(real: Quaternion(inputs[0]), dual: Quaternion(inputs[1]))
        .normalized()
      return (unit?.real.xyzw ?? []) + (unit?.dual.xyzw ?? [])
    case "dual quaternion":
      let dual = DualQuaternion(first)
      return dual.real.xyzw + dual.dual.xyzw
    case "dual quaternion there and back":
      let back = RigidTransform(DualQuaternion(first))
      return Matrix3(back.rotation).rowMajor + back.translation.components
    default:
      let last = RigidTransform(
        rotation: Quaternion(inputs[2]), translation: Vector3(inputs[3]))
      let t = inputs[4][0]
      let between =
        check.kind == "sclerp of transforms"
        ? first.sclerp(to: last, t)
        : RigidTransform(DualQuaternion(first).sclerp(to: DualQuaternion(last), t))
      return Matrix3(between.rotation).rowMajor + between.translation.components
    }
  }
}
