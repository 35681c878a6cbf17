internal import Foundation
internal import LinearAlgebra
internal import MotionRecordings
internal import RotationMath

/// A folder with `nearest_rotation.json` and `mean_chordal.json`.
struct ReferenceFolder {
  private struct Suite<Case: Decodable>: Decodable {
    struct Tolerance: Decodable {
      var abs: Double?
    }

    var cases: [Case]
    var tolerance: Tolerance?
  }

  private struct NearestCase: Decodable {
    var `class`: String?
    var matrix: [[Double]]
    var nearest: [[Double]]?
  }

  private struct MeanCase: Decodable {
    var `class`: String?
    var quats: [[Double]]
    var weights: [Double]?
    var mean: [Double]
  }

  /// The cases of both files.
  let cases: [RotationReference]

  init(path: String) throws {
    let nearestFile = "\(path)/nearest_rotation.json"
    let nearest: Suite<NearestCase> = try Self.read(nearestFile)
    let meanFile = "\(path)/mean_chordal.json"
    let means: Suite<MeanCase> = try Self.read(meanFile)
    func badCase(_ file: String, _ index: Int, _ expected: String) -> ToolError {
      ToolError(.badData, "\(file): case \(index): expected \(expected)")
    }
    let nearestReferences = try nearest.cases.enumerated().map { index, row in
      guard let matrix = Matrix3(row.matrix) else {
        throw badCase(nearestFile, index, "a matrix of three rows of three numbers")
      }
      let answer = try row.nearest.map { rows in
        guard let rotation = Matrix3(rows) else {
          throw badCase(nearestFile, index, "a rotation of three rows of three numbers")
        }
        return Quaternion(rotation)
      }
      return RotationReference(
        category: row.class ?? "all", problem: .nearestRotation(to: matrix), answer: answer,
        tolerance: nearest.tolerance?.abs ?? 0)
    }
    let meanReferences = try means.cases.enumerated().map { index, row in
      let rotations = row.quats.compactMap { Quaternion($0) }
      guard let mean = Quaternion(row.mean), rotations.count == row.quats.count else {
        throw badCase(meanFile, index, "quaternions of four numbers")
      }
      guard (row.weights?.count ?? rotations.count) == rotations.count else {
        throw badCase(meanFile, index, "one weight per quaternion")
      }
      return RotationReference(
        category: row.class ?? "all", problem: .chordalMean(of: rotations, weights: row.weights),
        answer: mean, tolerance: means.tolerance?.abs ?? 0)
    }
    cases = nearestReferences + meanReferences
  }

  private static func read<Case: Decodable>(_ path: String) throws -> Suite<Case> {
    let bytes = try InputFile.read(path)
    do {
      return try JSONDecoder().decode(Suite<Case>.self, from: Data(bytes))
    } catch {
      throw ToolError(
        .badData,
        "\(path): expected a reference file {\"cases\": [...]} in the layout of "
          + "make_averaging_reference.py")
    }
  }
}

extension Matrix3<Double> {
  /// The matrix of three rows of three numbers; `nil` for other counts.
  fileprivate init?(_ rows: [[Double]]) {
    guard rows.count == 3, rows.allSatisfy({ $0.count == 3 }) else { return nil }
    let vectors = rows.map { Vector3($0[0], $0[1], $0[2]) }
    self.init(rows: vectors[0], vectors[1], vectors[2])
  }
}

extension Quaternion<Double> {
  /// The quaternion x, y, z, w of four numbers; `nil` for another count.
  init?(_ numbers: [Double]) {
    guard numbers.count == 4 else { return nil }
    self.init(x: numbers[0], y: numbers[1], z: numbers[2], w: numbers[3])
  }
}
