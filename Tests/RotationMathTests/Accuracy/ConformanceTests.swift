import RotationMath
import TestSupport
import Testing

/// Conversions against SciPy and mpmath, from the public reference rotations beside the checkout.
@Suite("Conversions against reference data", .needsRecordings)
struct ConformanceTests {
  struct ConversionCase: Decodable {
    var quat, canonical, rotvec, mrp, inv: [Double]
    var matrix: [[Double]]
    var magnitude: Double
  }

  @Test("conversions match SciPy (conversions.json)")
  func conversions() throws {
    for row in try JSONSuite<ConversionCase>.shared("conversions.json") {
      let q = Quaternion(row.quat)
      let m = Matrix3(row.matrix)
      #expect(difference(q.canonical.list, row.canonical) <= 1e-15)
      #expect(difference(Matrix3(q).list, m.list) <= 1e-15)
      #expect(differenceUpToSign(Quaternion(m).list, row.quat) <= 1e-15)
      #expect(
        differenceUpToSign(Quaternion(rotationVector: Vector3(row.rotvec)).list, row.quat) <= 1e-15)
      #expect(difference(q.modifiedRodriguesParameters.list, row.mrp) <= 1e-15)
      let p = Vector3(row.mrp)
      #expect(
        differenceUpToSign(Quaternion(modifiedRodriguesParameters: p).list, row.quat) <= 1e-15)
      #expect(abs(q.angle - row.magnitude) <= 1e-15)
      #expect(differenceUpToSign(q.conjugate.list, row.inv) <= 1e-15)
      // At exactly π both signs of the axis are valid.
      let v = q.rotationVector.list
      let error =
        row.magnitude > 3.14159265 ? differenceUpToSign(v, row.rotvec) : difference(v, row.rotvec)
      #expect(error <= 1e-15, "\(row.rotvec)")
    }
  }

  struct PowerCase: Decodable {
    var quat, pow: [Double]
    var n: Double
  }

  @Test("powers match SciPy (pow.json)")
  func powers() throws {
    for row in try JSONSuite<PowerCase>.shared("pow.json") {
      #expect(differenceUpToSign(Quaternion(row.quat).power(row.n).list, row.pow) <= 1e-14)
    }
  }

  struct ExponentialCase: Decodable {
    var rotvec, quat: [Double]
    var matrix: [[Double]]
    var log: [Double]?
  }

  @Test("exponentials and logarithms are accurate to 2 ulp (exp_log_jacobians_mp50.json)")
  func exponentials() throws {
    for row in try JSONSuite<ExponentialCase>.shared("exp_log_jacobians_mp50.json") {
      let v = Vector3(row.rotvec)
      #expect(
        unitsInTheLastPlace(Quaternion(rotationVector: v).list, row.quat) <= 2, "\(row.rotvec)")
      let m = Matrix3(row.matrix).list
      #expect(unitsInTheLastPlace(Matrix3(rotationVector: v).list, m) <= 2, "\(row.rotvec)")
      if let log = row.log {
        let back = Quaternion(row.quat).rotationVector
        #expect(unitsInTheLastPlace(back.list, log) <= 2, "\(row.rotvec)")
      }
    }
  }
}
