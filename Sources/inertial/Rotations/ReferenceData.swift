internal import Foundation
internal import MotionRecordings
internal import RotationMath

/// Reference values of nearest rotations and of averages.
struct ReferenceData {
  struct NearestCase: Decodable {
    var `class`: String?
    var matrix: [[Double]]
    var nearest: [[Double]]?
  }

  struct MeanCase: Decodable {
    var `class`: String?
    var quats: [[Double]]
    var weights: [Double]?
    var mean: [Double]
  }

  private struct Suite<Case: Decodable>: Decodable {
    struct Tolerance: Decodable {
      var abs: Double?
    }

    var cases: [Case]
    var tolerance: Tolerance?
  }

  let nearest: [NearestCase]
  let means: [MeanCase]
  /// How far the values of each file may be off, as it says itself; zero for our own.
  let nearestTolerance: Double
  let meanTolerance: Double

  /// The data in `folder`, or that which the program carries.
  init(folder: String?) throws {
    guard let folder else {
      nearest = try Self.decode(EmbeddedReference.nearestRotation).cases
      means = try Self.decode(EmbeddedReference.meanChordal).cases
      (nearestTolerance, meanTolerance) = (0, 0)
      return
    }
    let nearestSuite: Suite<NearestCase> = try Self.read("\(folder)/nearest_rotation.json")
    let meanSuite: Suite<MeanCase> = try Self.read("\(folder)/mean_chordal.json")
    (nearest, means) = (nearestSuite.cases, meanSuite.cases)
    nearestTolerance = nearestSuite.tolerance?.abs ?? 0
    meanTolerance = meanSuite.tolerance?.abs ?? 0
    for (index, row) in nearest.enumerated() {
      guard row.matrix.isThreeByThree, row.nearest?.isThreeByThree ?? true else {
        throw ToolError(
          .badData, "\(folder)/nearest_rotation.json: case \(index) has no 3x3 matrices")
      }
    }
    for (index, row) in means.enumerated() {
      guard row.mean.count == 4, row.quats.allSatisfy({ $0.count == 4 }) else {
        throw ToolError(
          .badData, "\(folder)/mean_chordal.json: case \(index) has no quaternions of 4 numbers")
      }
      guard row.weights.map({ $0.count == row.quats.count }) ?? true else {
        throw ToolError(
          .badData, "\(folder)/mean_chordal.json: case \(index) has not one weight a quaternion")
      }
    }
  }

  private static func decode<Case: Decodable>(_ text: StaticString) throws -> Suite<Case> {
    let data = text.withUTF8Buffer { Data($0) }
    return try JSONDecoder().decode(Suite<Case>.self, from: data)
  }

  private static func read<Case: Decodable>(_ path: String) throws -> Suite<Case> {
    let bytes = try InputFile.read(path)
    do {
      return try JSONDecoder().decode(Suite<Case>.self, from: Data(bytes))
    } catch {
      throw ToolError(
        .badData, "\(path): not a reference file; expected {\"cases\": [...]} as our scripts write")
    }
  }
}

extension [[Double]] {
  fileprivate var isThreeByThree: Bool { count == 3 && allSatisfy { $0.count == 3 } }
}

extension Matrix3<Double> {
  /// The matrix of three rows of three numbers.
  init(_ rows: [[Double]]) {
    func row(_ i: Int) -> Vector3<Double> { Vector3(rows[i][0], rows[i][1], rows[i][2]) }
    self.init(rows: row(0), row(1), row(2))
  }
}
