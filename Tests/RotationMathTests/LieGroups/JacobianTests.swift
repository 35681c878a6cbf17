import RotationMath
import TestSupport
import Testing

@Suite("Jacobians of SO(3)")
struct JacobianTests {
  struct Row: Decodable {
    var rotationVector: [Double]
    var left: [[Double]]
    var leftInverse: [[Double]]
  }

  struct SharedRow: Decodable {
    var rotvec: [Double]
    var leftJacobian: [[Double]]
    var rightJacobian: [[Double]]
    var leftJacobianInverse: [[Double]]?
  }

  @Test("Jacobians are accurate to 2 ulp in double precision")
  func double() throws {
    let rows = try JSONSuite<Row>.reference("rotation-groups/jacobians.json")
    #expect(rows.count > 200)
    for row in rows {
      let v = Vector3(row.rotationVector)
      let (left, right) = (Quaternion.leftJacobian(at: v), Quaternion.rightJacobian(at: v))
      #expect(ulps(left, row.left) <= 2, "\(v)")
      #expect(right == left.transpose)
      let inverse = Quaternion.leftJacobianInverse(at: v)
      #expect(ulps(inverse, row.leftInverse) <= 2, "\(v)")
      #expect(Quaternion.rightJacobianInverse(at: v) == inverse.transpose)
    }
  }

  @Test("Jacobians are accurate to 2 ulp in single precision")
  func single() throws {
    var tested = 0
    for row in try JSONSuite<Row>.reference("rotation-groups/jacobians.json") {
      let exact = Vector3(row.rotationVector)
      let v = Vector3<Float>(exact)
      guard Vector3<Double>(v) == exact else { continue }
      tested += 1
      #expect(ulps(Quaternion.leftJacobian(at: v), row.left) <= 2, "\(v)")
      #expect(ulps(Quaternion.leftJacobianInverse(at: v), row.leftInverse) <= 2, "\(v)")
    }
    #expect(tested >= 60)
  }

  @Test("Jacobians match the public reference", .needsRecordings)
  func conformance() throws {
    for row in try JSONSuite<SharedRow>.shared("exp_log_jacobians_mp50.json") {
      let v = Vector3(row.rotvec)
      #expect(ulps(Quaternion.leftJacobian(at: v), row.leftJacobian) <= 2, "\(v)")
      #expect(ulps(Quaternion.rightJacobian(at: v), row.rightJacobian) <= 2, "\(v)")
      if let inverse = row.leftJacobianInverse {
        #expect(ulps(Quaternion.leftJacobianInverse(at: v), inverse) <= 2, "\(v)")
      }
    }
  }

  @Test("Jacobians at huge angles are the projection onto the axis; NaN propagates")
  func edges() {
    let huge = Quaternion.leftJacobian(at: Vector3(0, 1e200, 0))
    #expect(huge == Matrix3(diagonal: Vector3(0, 1, 0)))
    #expect(!Quaternion.leftJacobian(at: Vector3(0, .nan, 0)).isFinite)
    #expect(!Quaternion.leftJacobianInverse(at: Vector3(0, .infinity, 0)).isFinite)
  }

  @Test("hat and vee are inverse to each other", arguments: 0..<8 as Range<UInt64>)
  func hat(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let v = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    let u = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    #expect(Vector3(vee: Matrix3(hat: v)) == v)
    #expect(maximumDifference(Matrix3(hat: v) * u, v.cross(u)) <= 8 * .ulpOfOne)
    let twist = Twist(angular: v, linear: u)
    #expect(Twist(vee: Matrix4(hat: twist)) == twist)
  }
}
