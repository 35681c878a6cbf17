import LinearAlgebra
import RotationMath
import RotationValidation
import Testing

@Suite("RotationValidation")
struct RotationValidationTests {
  @Test("the built-in cases are finite and complete")
  func builtIn() throws {
    #expect(RotationReference.builtIn.count == 192)
    for reference in RotationReference.builtIn {
      #expect(try #require(reference.answer).isFinite)
      #expect(reference.tolerance == 0)
      switch reference.problem {
      case .nearestRotation(let matrix): #expect(matrix.isFinite)
      case .chordalMean(let rotations, let weights):
        #expect(rotations.allSatisfy(\.isFinite) && weights?.count == rotations.count)
      }
    }
  }

  @Test("both engines pass every class of the built-in cases")
  func passes() {
    let validation = RotationValidation()
    let engines = NearestRotationEngine.compared.count
    #expect(validation.cases == 192 * engines && validation.failures == 0)
    #expect(validation.classes.count == 16 * engines)
    for row in validation.classes {
      #expect(row.worstBackwardError <= row.backwardBound)
      #expect(row.worstOrthonormalityEps <= row.orthonormalityBoundEps)
      #expect(row.medianBackwardError <= row.worstBackwardError)
    }
  }

  @Test("a wrong reference fails; its tolerance or the absence of an answer accepts it")
  func wrongReference() {
    let halfTurn = Quaternion<Double>(x: 1, y: 0, z: 0, w: 0)
    let problem = RotationReference.Problem.nearestRotation(to: .identity)
    func failures(_ answer: Quaternion<Double>?, tolerance: Double = 0) -> Int {
      RotationValidation(of: [
        RotationReference(
          category: "test", problem: problem, answer: answer, tolerance: tolerance)
      ]).failures
    }
    #expect(failures(.identity) == 0)
    #expect(failures(halfTurn) == NearestRotationEngine.compared.count)
    #expect(failures(halfTurn, tolerance: 4) == 0)
    #expect(failures(nil) == 0)
  }

  @Test("a case without an answer of an engine fails")
  func noAnswer() {
    let cases = [
      RotationReference.Problem.nearestRotation(to: Matrix3(diagonal: Vector3(.nan, 1, 1))),
      .chordalMean(of: [.zero], weights: nil),
    ].map { RotationReference(category: "test", problem: $0, answer: .identity) }
    let validation = RotationValidation(of: cases)
    #expect(validation.cases == 2 * NearestRotationEngine.compared.count)
    #expect(validation.failures == validation.cases)
    #expect(validation.classes.allSatisfy { $0.worstErrorEps == nil && $0.worstBackwardError == 0 })
  }
}
