import LinearAlgebra
import RotationMath
import TestSupport
import Testing

@Suite("Similarity of point sets")
struct SimilarityAlignmentTests {
  struct ReferenceCase: Decodable {
    var a, b: [[Double]]
    var weights: [Double]
    var estimatesScale, allowsReflection: Bool
    var matrix: [[Double]]
    var scale: Double
    var translation: [Double]
    var residual: Double
  }

  @Test("similarities match 50 digits, from 1e-160 to 1e150")
  func reference() throws {
    let cases = try JSONSuite<ReferenceCase>.reference("linear-algebra/similarities.json")
    #expect(cases.count == 72)
    for row in cases {
      let (a, b) = (row.a.map { Vector3($0) }, row.b.map { Vector3($0) })
      let found = try similarityAlignment(
        of: b, to: a, weights: row.weights, estimatesScale: row.estimatesScale,
        allowsReflection: row.allowsReflection)
      // Three points lie in a plane, where a rotation and a reflection are equally near.
      guard found.isUnique else { continue }
      let unit = a.map { max(abs($0.x), abs($0.y), abs($0.z)) }.max() ?? 1
      #expect(difference(found.matrix.list, Matrix3(row.matrix).list) <= 1e-13)
      #expect(abs(found.scale - row.scale) <= 1e-14 * row.scale)
      #expect(difference(found.translation.list, row.translation) <= 1e-13 * unit)
      #expect(abs(found.rootMeanSquareResidual - row.residual) <= 1e-14 * unit)
    }
  }

  @Test("a pair of infinite weight is aligned exactly, the others by least squares")
  func infiniteWeight() throws {
    let b = [Vector3(0.0, 0, 0), Vector3(1.0, 0, 0), Vector3(0.0, 2, 0), Vector3(0.0, 0, 3)]
    let turn = Quaternion(rotationVector: Vector3(0.3, -1, 0.2))
    var a = b.map { turn.act($0) * 2 + Vector3(5, 6, 7) }
    a[1] += Vector3(0.01, 0.02, -0.01)
    let found = try similarityAlignment(of: b, to: a, weights: [1, .infinity, 1, 1])
    #expect(found.transform.act(b[1]).distance(to: a[1]) <= 1e-14)
    #expect(found.rootMeanSquareResidual > 1e-3 && found.rootMeanSquareResidual < 0.05)
    #expect(throws: VectorAlignmentError.invalidWeight(index: 2)) {
      try similarityAlignment(of: b, to: a, weights: [1, .infinity, .infinity, 1])
    }
  }

  @Test("many points on a line leave the rotation undetermined", arguments: [12_000, 100_000])
  func manyOnLine(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    let (start, end) = (
      Vector3<Double>.randomDirection(using: &random),
      Vector3<Double>.randomDirection(using: &random)
    )
    let places = (0..<count).map { _ in Double.random(in: -1...10, using: &random) }
    let found = try similarityAlignment(
      of: places.map { start * $0 }, to: places.map { end * ($0 + 1) })
    #expect(!found.isUnique)
    #expect(abs(found.scale - 1) <= 1e-14)
  }

  @Test("the scale of points that coincide is one", arguments: [2, 3, 64, 1000, 100_000])
  func coincident(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    let targets = (0..<count).map { _ in Vector3<Double>.randomDirection(using: &random) }
    for unit in [1e-200, 1, 1e200] {
      let points = [Vector3](repeating: Vector3(0.1, 0.2, 0.3) * unit, count: count)
      let found = try similarityAlignment(of: points, to: targets)
      #expect(found.scale == 1 && !found.isUnique)
      let reverse = try similarityAlignment(of: targets, to: points)
      #expect(reverse.scale <= 1e-13 * unit && !reverse.isUnique)
    }
  }

  @Test("degenerate points are reported as not unique")
  func degenerate() throws {
    let line = [Vector3(1.0, 0, 0), Vector3(2.0, 0, 0), Vector3(4.0, 0, 0)]
    #expect(try !similarityAlignment(of: line, to: line).isUnique)
    let plane = [Vector3.zero, Vector3(2.0, 0, 0), Vector3(0.0, 1, 0)]
    #expect(try similarityAlignment(of: plane, to: plane).isUnique)
    #expect(try !similarityAlignment(of: plane, to: plane, allowsReflection: true).isUnique)
    let point = [Vector3(1.0, 2, 3), Vector3(1.0, 2, 3)]
    let found = try similarityAlignment(of: point, to: [Vector3.zero, .zero])
    #expect(!found.isUnique && found.scale == 1 && found.translation == Vector3(-1, -2, -3))
    #expect(try similarityAlignment(of: plane, to: [Vector3.zero, .zero, .zero]).scale == 0)
    #expect(throws: VectorAlignmentError.empty) { try similarityAlignment(of: [], to: []) }
    #expect(throws: VectorAlignmentError.notFinite(index: 0)) {
      try similarityAlignment(of: [Vector3(.nan, 0, 0)], to: [.zero])
    }
  }
}

extension SimilarityAlignmentTests {
  @Test("the transform of an alignment maps points alike, reflected or not")
  func transform() throws {
    let points = [
      Vector3(1.0, 0, 0), Vector3(0, 2.0, 0), Vector3(0.5, -1, 1.5), Vector3(2, 1, -0.3),
    ]
    for sign in [1.0, -1] {
      let given = SimilarityTransform(
        rotation: Quaternion(rotationVector: Vector3(0.3, -1, 2.0)), translation: Vector3(1, 2, 3),
        scale: 2.5 * sign)
      let found = try similarityAlignment(
        of: points, to: points.map { given * $0 }, allowsReflection: true)
      for point in points {
        #expect((found.transform * point).distance(to: given * point) <= 1e-13)
      }
      #expect(abs(found.transform.scale - given.scale) <= 1e-14)
    }
  }
}
