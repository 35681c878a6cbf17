import LinearAlgebra
import RotationMath
import RotationValidation
import TestSupport
import Testing

@Suite("nearestRotation, reference")
struct NearestRotationReferenceTests {
  @Test(
    "singular values, gap, uniqueness and rotation match 50 digits",
    arguments: NearestRotationEngine.allCases)
  func reference(engine: NearestRotationEngine) throws {
    let rows = RotationReference.builtInNearestRotations
    #expect(rows.count == 144)
    for row in rows {
      guard case .nearestRotation(let matrix) = row.reference.problem else {
        Issue.record("expected a matrix, got \(row.reference.problem)")
        continue
      }
      let category = row.reference.category
      let nearest = try nearestRotation(to: matrix, engine: engine)
      // The backward error of dgesdd is within 64 half units in the last place, that of the direct
      // engine's singular values within 16. The reference holds one subnormal digit.
      let roundings = engine == .direct ? 16.0 : 64
      let tolerance = max(roundings * 0x1p-53 * matrix.frobeniusNorm, 0x1p-1073)
      #expect(
        difference(nearest.singularValues.list, row.singularValues.list) <= tolerance, "\(category)"
      )
      #expect(abs(nearest.gap - row.gap) <= tolerance, "\(category)")
      let condition = matrix.frobeniusNorm / row.gap
      #expect(nearest.isUnique == (condition < 1e14), "\(category)")
      guard condition < 1e10 else { continue }
      let angle = nearest.rotation.angularDistance(to: try #require(row.reference.answer))
      #expect(angle <= (engine == .direct ? 16 : 64) * .ulpOfOne * condition, "\(category)")
    }
  }
}
