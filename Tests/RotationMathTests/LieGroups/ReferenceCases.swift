import Foundation
import RotationMath
import TestSupport

/// A file of Tests/ReferenceData/rotation-groups, made by its generate.py.
func referenceCases<Case: Decodable>(_ name: String, as type: Case.Type) throws -> [Case] {
  let url = Locations.referenceData.appending(path: "rotation-groups/\(name)")
  return try JSONDecoder().decode(CaseFile<Case>.self, from: Data(contentsOf: url)).cases
}

/// A file of the public reference rotations beside the checkout, where present.
func sharedCases<Case: Decodable>(_ name: String, as type: Case.Type) throws -> [Case] {
  guard let folder = Locations.recordings else { return [] }
  let url = folder.appending(path: "reference-rotations/\(name)")
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  return try decoder.decode(CaseFile<Case>.self, from: Data(contentsOf: url)).cases
}

private struct CaseFile<Case: Decodable>: Decodable {
  var cases: [Case]
}

/// The error of a matrix in units in the last place of the largest expected component.
func ulps<Scalar: RealScalar>(_ m: Matrix3<Scalar>, _ rows: [[Double]]) -> Scalar {
  var worst: Scalar = 0, largest: Scalar = 0
  for row in 0..<3 {
    for column in 0..<3 {
      let difference = abs(m[row, column] - Scalar(rows[row][column]))
      if !(difference <= worst) { worst = difference }
      largest = max(largest, abs(Scalar(rows[row][column])))
    }
  }
  return worst / largest.ulp
}

/// The largest difference of an element.
func maximumDifference(_ m: Matrix4<Double>, _ rows: [[Double]]) -> Double {
  var worst = 0.0
  for row in 0..<4 {
    for column in 0..<4 {
      let difference = abs(m[row, column] - rows[row][column])
      if !(difference <= worst) { worst = difference }
    }
  }
  return worst
}
