import Foundation
import RotationMath
import TestSupport
import Testing

/// Against 50-digit values from `Tests/ReferenceData/rotation-math/make_rotation_reference.py`.
@Suite("RotationMath against 50-digit values")
struct RotationReferenceTests {
  struct Reference: Decodable, Sendable {
    struct Exponential: Decodable, Sendable {
      var rotationVector, quaternion: [Double]
      var matrix: [[Double]]
    }
    struct Logarithm: Decodable, Sendable {
      var quaternion, rotationVector: [Double]
      var angle: Double
    }
    struct Between: Decodable, Sendable {
      var a, b, rotation: [Double]
      var angle: Double
    }
    struct Euler: Decodable, Sendable {
      var sequence: String
      var angles, quaternion: [Double]
    }
    struct Slerp: Decodable, Sendable {
      var start, end, value: [Double]
      var t: Double
    }
    struct SwingTwist: Decodable, Sendable {
      var quaternion, axis, twist, swing: [Double]
    }
    struct Eigen: Decodable, Sendable {
      var matrix: [[Double]]
      var values: [Double]
    }
    struct Inverse: Decodable, Sendable {
      var matrix, inverse: [[Double]]
      var condition: Double
    }
    struct Function: Decodable, Sendable {
      var quaternion, value: [Double]
    }
    var exponential: [Exponential]
    var logarithm: [Logarithm]
    var between: [Between]
    var euler: [Euler]
    var slerp: [Slerp]
    var swingTwist: [SwingTwist]
    var symmetricEigen: [Eigen]
    var inverse: [Inverse]
    var quaternionExponential, quaternionLogarithm: [Function]
  }

  let reference: Reference

  init() throws {
    let url = Locations.referenceData.appending(path: "rotation-math/rotation_reference.json")
    reference = try JSONDecoder().decode(Reference.self, from: Data(contentsOf: url))
  }

  let eps = Double.ulpOfOne

  @Test("exponentials as quaternion and as matrix are accurate to 2 ulp")
  func exponential() {
    for row in reference.exponential {
      let v = Vector3(row.rotationVector)
      #expect(
        unitsInTheLastPlace(Quaternion(rotationVector: v).list, row.quaternion) <= 2,
        "\(row.rotationVector)")
      #expect(
        unitsInTheLastPlace(Matrix3(rotationVector: v).list, Matrix3(row.matrix).list) <= 2,
        "\(row.rotationVector)")
    }
  }

  @Test("logarithms and angles are accurate to 2 ulp")
  func logarithm() {
    for row in reference.logarithm {
      let q = Quaternion(row.quaternion)
      #expect(
        unitsInTheLastPlace(q.rotationVector.list, row.rotationVector) <= 2, "\(row.quaternion)")
      #expect(unitsInTheLastPlace([q.angle], [row.angle]) <= 2)
    }
  }

  @Test("angles and rotations between nearly parallel and nearly opposite directions")
  func between() throws {
    for row in reference.between {
      let (a, b) = (Vector3(row.a), Vector3(row.b))
      let angle = try #require(a.angle(to: b))
      #expect(abs(angle - row.angle) <= 4 * eps, "\(row)")
      let q = try #require(Quaternion(from: a, to: b))
      // Near an angle of π the error of the axis grows as eps over the distance to π. The image of
      // `a` stays accurate.
      let turned = q.act(try #require(a.normalized()))
      #expect(turned.distance(to: try #require(b.normalized())) <= 8 * eps)
      let missing = Double.pi - row.angle
      #expect(difference(q.list, row.rotation) <= 4 * eps * max(1, 4 / max(missing, eps)))
    }
  }

  @Test("Euler angles convert from and to rotations at any distance from gimbal lock")
  func euler() throws {
    for row in reference.euler {
      let sequence = try #require(EulerSequence(row.sequence))
      let angles = EulerAngles(row.angles[0], row.angles[1], row.angles[2], sequence: sequence)
      #expect(difference(Quaternion(angles).list, row.quaternion) <= 3 * eps)
      let q = Quaternion(row.quaternion)
      #expect(differenceUpToSign(Quaternion(q.eulerAngles(sequence)).list, q.list) <= 3 * eps)
    }
  }

  @Test("slerp is accurate to 3 eps, also between nearly equal rotations")
  func slerp() {
    for row in reference.slerp {
      let q = Quaternion(row.start).slerp(to: Quaternion(row.end), row.t)
      #expect(difference(q.list, row.value) <= 3 * eps)
    }
  }

  @Test("swing and twist are accurate to 4 eps")
  func swingTwist() throws {
    for row in reference.swingTwist {
      let parts = try #require(Quaternion(row.quaternion).swingTwist(about: Vector3(row.axis)))
      #expect(difference(parts.twist.list, row.twist) <= 4 * eps)
      #expect(difference(parts.swing.list, row.swing) <= 4 * eps)
    }
  }

  @Test("eigenvalues are accurate to 8 eps of the largest, eigenvectors orthonormal")
  func symmetricEigen() throws {
    for row in reference.symmetricEigen {
      let a = Matrix3(row.matrix)
      let eigen = try #require(a.symmetricEigen())
      let largest = row.values.map { abs($0) }.max() ?? 0
      #expect(difference(eigen.values.list, row.values) <= 8 * eps * largest)
      #expect(eigen.vectors.orthonormalityError <= 16 * eps)
      #expect(abs(eigen.vectors.determinant - 1) <= 16 * eps)
      let images = a * eigen.vectors
      let scaled = eigen.vectors * Matrix3(diagonal: eigen.values)
      #expect(difference(images.list, scaled.list) <= 16 * eps * largest)
    }
  }

  @Test("inverses are accurate to 4 eps times the condition number")
  func inverse() throws {
    for row in reference.inverse {
      let found: [Double]
      let estimate: Double
      switch row.matrix.count {
      case 2:
        let a = Matrix2(
          rows: Vector2(row.matrix[0][0], row.matrix[0][1]),
          Vector2(row.matrix[1][0], row.matrix[1][1]))
        let i = try #require(a.inverse)
        (found, estimate) = ([i[0, 0], i[0, 1], i[1, 0], i[1, 1]], a.conditionEstimate)
      case 3:
        let a = Matrix3(row.matrix)
        (found, estimate) = (try #require(a.inverse).transpose.list, a.conditionEstimate)
      default:
        let a = Matrix4(row.matrix)
        (found, estimate) = (try #require(a.inverse).transpose.list, a.conditionEstimate)
      }
      let expected = row.inverse.flatMap { $0 }
      let largest = expected.map { abs($0) }.max() ?? 0
      // For badly scaled rows and columns the condition number is not meaningful.
      let bound = 4 * eps * min(row.condition, 1e15)
      #expect(difference(found, expected) <= bound * largest, "\(row.matrix)")
      #expect(abs(estimate / row.condition - 1) <= max(4 * bound, 8 * eps), "\(row.matrix)")
    }
  }

  @Test("quaternion exponentials are accurate to 4 ulp, also where exp(w) overflows")
  func quaternionExponential() {
    for row in reference.quaternionExponential {
      let found = Quaternion.exp(Quaternion(row.quaternion))
      #expect(unitsInTheLastPlace(found.list, row.value) <= 4, "\(row)")
    }
    let infinite = Quaternion.exp(Quaternion(x: 0, y: 0.1, z: 0, w: 2000.0))
    #expect(infinite == Quaternion(x: 0, y: .infinity, z: 0, w: .infinity))
  }

  @Test("quaternion logarithms are accurate to 4 ulp for any length")
  func quaternionLogarithm() throws {
    for row in reference.quaternionLogarithm {
      let found = try #require(Quaternion.log(Quaternion(row.quaternion)))
      #expect(unitsInTheLastPlace([found.w], [row.value[3]]) <= 4, "\(row)")
      #expect(unitsInTheLastPlace(found.vector.list, Array(row.value[..<3])) <= 4, "\(row)")
    }
  }
}
