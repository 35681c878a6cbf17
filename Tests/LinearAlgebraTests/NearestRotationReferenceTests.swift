import LinearAlgebra
import RotationMath
import TestSupport
import Testing

/// Values of 50 digits; made by Tests/ReferenceData/rotation-averaging/make_averaging_reference.py.
@Suite("nearestRotation, reference")
struct NearestRotationReferenceTests {
  struct Row: Decodable {
    var `class`: String
    var matrix: [[Double]]
    var sv: [Double]
    var nearest: [[Double]]
    var gap: Double
  }

  @Test("singular values, gap, uniqueness and rotation", arguments: NearestRotationEngine.allCases)
  func reference(engine: NearestRotationEngine) throws {
    let rows: [Row] = try JSONSuite.reference("rotation-averaging/nearest_rotation.json")
    #expect(rows.count > 100)
    for row in rows {
      let matrix = Matrix3(row.matrix)
      let nearest = try nearestRotation(to: matrix, engine: engine)
      // dgesdd is stable within 64 half units; the values of the direct engine within 16. One
      // subnormal digit is what the reference itself can hold.
      let roundings = engine == .direct ? 16.0 : 64
      let tolerance = max(roundings * 0x1p-53 * matrix.frobeniusNorm, 0x1p-1073)
      #expect(difference(nearest.singularValues.list, row.sv) <= tolerance, "\(row.class)")
      #expect(abs(nearest.gap - row.gap) <= tolerance, "\(row.class)")
      let condition = matrix.frobeniusNorm / row.gap
      #expect(nearest.isUnique == (condition < 1e14), "\(row.class)")
      guard condition < 1e10 else { continue }
      let angle = nearest.quaternion.angularDistance(to: Quaternion(Matrix3(row.nearest)))
      #expect(angle <= (engine == .direct ? 16 : 64) * .ulpOfOne * condition, "\(row.class)")
    }
  }
}
