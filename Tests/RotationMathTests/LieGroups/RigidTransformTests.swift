import RotationMath
import TestSupport
import Testing

@Suite("RigidTransform")
struct RigidTransformTests {
  struct Row: Decodable {
    var twist: [Double]
    var matrix: [[Double]]
    var quaternion: [Double]
    var leftJacobian: [[Double]]
  }

  struct SharedRow: Decodable {
    var expCoords: [Double]
    var matrix: [[Double]]
    var log: [Double]
    var dualQuat: [Double]
    var u: [[Double]]
    var tU: [[Double]]
    var inv: [[Double]]
    var n: Double
    var pow: [[Double]]
    var v: [Double]
    var apply: [Double]
    var applyInverse: [Double]
  }

  static func twist(_ list: [Double]) -> Twist<Double> {
    Twist(angular: Vector3(Array(list[..<3])), linear: Vector3(Array(list[3...])))
  }

  static func matrix(_ rows: [[Double]]) -> Matrix4<Double> {
    func row(_ list: [Double]) -> Vector4<Double> { Vector4(list[0], list[1], list[2], list[3]) }
    return Matrix4(rows: row(rows[0]), row(rows[1]), row(rows[2]), row(rows[3]))
  }

  @Test("exponential, logarithm and Jacobian match 50-digit values")
  func reference() throws {
    for row in try JSONSuite<Row>.reference("rotation-groups/rigid.json") {
      let twist = Self.twist(row.twist)
      let scale = max(1, twist.linear.maximumMagnitude)
      let motion = RigidTransform(exponentialCoordinates: twist)
      #expect(
        maximumDifference(Matrix4(motion), row.matrix) <= 8 * .ulpOfOne * scale, "\(twist)")
      #expect(maximumDifference(motion.rotation, Quaternion(row.quaternion)) <= 2 * .ulpOfOne)
      let back = motion.exponentialCoordinates
      #expect((back - twist).maximumMagnitude <= 32 * .ulpOfOne * scale, "\(twist)")
      let jacobian = RigidTransform.leftJacobian(at: twist)
      for (i, j) in (0..<36).map({ ($0 / 6, $0 % 6) }) {
        let error = abs(jacobian[i, j] - row.leftJacobian[i][j])
        #expect(error <= 16 * .ulpOfOne * scale, "\(twist), \(i), \(j)")
      }
    }
  }

  @Test("rigid transforms match the public reference", .needsRecordings)
  func conformance() throws {
    for row in try JSONSuite<SharedRow>.shared("rigid.json") {
      let t = RigidTransform(exponentialCoordinates: Self.twist(row.expCoords))
      let u = RigidTransform(Self.matrix(row.u))
      #expect(maximumDifference(Matrix4(t), row.matrix) <= 1e-12)
      #expect((t.exponentialCoordinates - Self.twist(row.log)).maximumMagnitude <= 1e-12)
      #expect(maximumDifference(Matrix4(t * u), row.tU) <= 1e-12)
      #expect(maximumDifference(Matrix4(t.inverted()), row.inv) <= 1e-12)
      // SciPy converts the exponent of a rigid transform to single precision. 50-digit logm and
      // expm agree with this module for the exponent as written.
      let exponent = Double(Float(row.n))
      #expect(maximumDifference(Matrix4(u.power(exponent)), row.pow) <= 1e-12)
      #expect(maximumDifference(u.act(Vector3(row.v)), Vector3(row.apply)) <= 1e-12)
      #expect(
        maximumDifference(u.inverted().act(Vector3(row.v)), Vector3(row.applyInverse)) <= 1e-12)
      let dual = DualQuaternion(t)
      let expected = DualQuaternion(
        real: Quaternion(row.dualQuat), dual: Quaternion(Array(row.dualQuat[4...])))
      let error = differenceUpToSign(
        dual.real.list + dual.dual.list, expected.real.list + expected.dual.list)
      #expect(error <= 1e-12)
    }
  }

  struct TurnRow: Decodable {
    var twist: [Double]
    var quaternion: [Double]
    var matrix: [[Double]]
    var coupling: [[Double]]
  }

  @Test("angles from 2.4 to 1e14 rad: rotations to 2 ulp, Jacobian couplings to 12 ulp")
  func turns() throws {
    func check<Scalar: RealScalar>(_ row: TurnRow, _ type: Scalar.Type) {
      let twist = Twist<Scalar>(Self.twist(row.twist))
      let q = Quaternion(rotationVector: twist.angular)
      let expected = row.quaternion.map { Scalar($0) }
      #expect(unitsInTheLastPlace(q.list, expected) <= 2, "\(Scalar.self) \(twist)")
      #expect(ulps(Matrix3(rotationVector: twist.angular), row.matrix) <= 2, "\(twist)")
      let coupling = RigidTransform.leftJacobian(at: twist).linearFromAngular
      // The largest component can be a sum of larger terms.
      #expect(ulps(coupling, row.coupling) <= 12, "\(Scalar.self) \(twist)")
    }
    for row in try JSONSuite<TurnRow>.reference("rotation-groups/turns.json") {
      check(row, Double.self)
      if row.twist.allSatisfy({ Double(Float($0)) == $0 }) { check(row, Float.self) }
    }
  }

  @Test("screws convert to the transform and interpolate it", arguments: 0..<16 as Range<UInt64>)
  func screws(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func motion() -> RigidTransform<Double> {
      let v = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
      let t = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
      return RigidTransform(rotation: Quaternion(rotationVector: v), translation: t)
    }
    let (a, b) = (motion(), motion())
    let screw = try #require(ScrewMotion(a))
    #expect(RigidTransform(screw).rightMinus(a).maximumMagnitude <= 64 * .ulpOfOne)
    // A point of the axis moves along the axis.
    let slid = a.act(screw.point) - screw.point
    #expect(maximumDifference(slid, screw.axis * screw.displacement) <= 256 * .ulpOfOne)

    let half = a.sclerp(to: b, 0.5)
    #expect((b.rightMinus(half) - half.rightMinus(a)).maximumMagnitude <= 64 * .ulpOfOne)
    #expect(a.sclerp(to: b, 1).rightMinus(b).maximumMagnitude <= 64 * .ulpOfOne)
    let dual = DualQuaternion(a).sclerp(to: -DualQuaternion(b), 0.5)
    #expect(RigidTransform(dual).rightMinus(half).maximumMagnitude <= 64 * .ulpOfOne)
  }

  @Test("screws of the identity, of a translation and of NaN")
  func screwEdges() throws {
    #expect(ScrewMotion(RigidTransform<Double>.identity) == nil)
    #expect(ScrewMotion(RigidTransform<Double>(translation: Vector3(.nan, 0, 0))) == nil)
    let translation = try #require(
      ScrewMotion(RigidTransform<Double>(translation: Vector3(0, 3, 0))))
    #expect(translation.angle == 0 && translation.displacement == 3 && translation.axis == .unitY)
    // The distance of the axis overflows: the transform is treated as a translation.
    let far = RigidTransform<Double>(
      rotation: Quaternion(rotationVector: [0, 0, 0x1p-1030]), translation: [5, 0, 0])
    let screw = try #require(ScrewMotion(far))
    #expect(screw.displacement == 5 && RigidTransform(screw).rightMinus(far).length <= .ulpOfOne)
  }

  @Test("normalising a dual quaternion keeps the transform")
  func normalization() throws {
    let motion = RigidTransform<Double>(
      rotation: Quaternion(rotationVector: Vector3(0.1, 2, -0.4)), translation: Vector3(3, -1, 2))
    var scaled = DualQuaternion(motion) * 3
    scaled.dual = scaled.dual + scaled.real * 0.7
    let unit = try #require(scaled.normalized())
    #expect(unit.deviation <= 4 * .ulpOfOne)
    #expect(RigidTransform(unit).rightMinus(motion).maximumMagnitude <= 32 * .ulpOfOne)
    #expect(DualQuaternion<Double>.zero.normalized() == nil)
  }
}
