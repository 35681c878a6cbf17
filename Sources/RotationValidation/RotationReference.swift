internal import CResources
internal import LinearAlgebra
package import RotationMath

/// A nearest rotation or a chordal mean with a reference answer.
package struct RotationReference: Hashable, Sendable {
  /// The problem that the reference answers.
  package enum Problem: Hashable, Sendable {
    /// The rotation nearest to a matrix.
    case nearestRotation(to: Matrix3<Double>)
    /// The chordal mean of rotations, with one weight each; `nil` for equal weights.
    case chordalMean(of: [Quaternion<Double>], weights: [Double]?)
  }

  /// The class of cases that this one is summarised with, such as "near-reflection".
  package let category: String
  package let problem: Problem
  /// The reference answer; `nil` if any rotation is correct.
  package let answer: Quaternion<Double>?
  /// The error of the answer itself, in radians.
  package let tolerance: Double

  /// Creates a reference case.
  package init(
    category: String, problem: Problem, answer: Quaternion<Double>?, tolerance: Double = 0
  ) {
    self.category = category
    self.problem = problem
    self.answer = answer
    self.tolerance = tolerance
  }

  /// The name of the problem and the category.
  var className: String {
    switch problem {
    case .nearestRotation: "nearest rotation, \(category)"
    case .chordalMean: "chordal mean, \(category)"
    }
  }

  /// The answer of an engine; `nil` if it reports an error.
  func solution(by engine: NearestRotationEngine) -> NearestRotation? {
    switch problem {
    case .nearestRotation(let matrix):
      return try? nearestRotation(to: matrix, engine: engine)
    case .chordalMean(let rotations, let weights):
      var sum = RotationAccumulator()
      for (index, rotation) in rotations.enumerated() {
        guard (try? sum.add(rotation, weight: weights?[index] ?? 1)) != nil else { return nil }
      }
      return try? nearestRotation(to: sum.sum, engine: engine)
    }
  }
}

extension RotationReference {
  /// 144 nearest rotations and 48 chordal means of hard cases, correctly rounded from 50 digits.
  ///
  /// The inputs are random doubles of 16 classes, such as near-reflection, subnormal or half-turn.
  /// Made with mpmath 1.3.0 by `Tests/ReferenceData/rotation-averaging`.
  package static let builtIn: [RotationReference] =
    builtInNearestRotations.map(\.reference) + builtInChordalMeans

  /// The built-in nearest rotations with the reference singular values and gap of their matrices.
  package static let builtInNearestRotations:
    [(reference: RotationReference, singularValues: Vector3<Double>, gap: Double)] =
      rows(of: "nearest").map { category, numbers in
        let vectors = (0..<7).map {
          Vector3(numbers[3 * $0], numbers[3 * $0 + 1], numbers[3 * $0 + 2])
        }
        let reference = RotationReference(
          category: category,
          problem: .nearestRotation(to: Matrix3(rows: vectors[0], vectors[1], vectors[2])),
          answer: Quaternion(Matrix3(rows: vectors[3], vectors[4], vectors[5])))
        return (reference, vectors[6], numbers[21])
      }

  private static let builtInChordalMeans: [RotationReference] =
    rows(of: "mean").map { category, numbers in
      let mean = numbers.count - 4
      func quaternion(_ start: Int) -> Quaternion<Double> {
        Quaternion(
          x: numbers[start], y: numbers[start + 1], z: numbers[start + 2], w: numbers[start + 3])
      }
      let starts = Array(stride(from: 0, to: mean, by: 5))
      return RotationReference(
        category: category,
        problem: .chordalMean(of: starts.map(quaternion), weights: starts.map { numbers[$0 + 4] }),
        answer: quaternion(mean))
    }

  /// The category and the numbers of each line of a kind.
  private static func rows(of kind: String) -> [(String, [Double])] {
    let file = inertial_reference_rotations()
    let text = String(
      decoding: UnsafeBufferPointer(start: file.bytes, count: file.size), as: UTF8.self)
    return text.split(separator: "\n").compactMap { line -> (String, [Double])? in
      let words = line.split(separator: " ")
      guard words[0] == kind else { return nil }
      let numbers: [Double] = words[2...].map { Double($0) ?? .nan }
      return (String(words[1]), numbers)
    }
  }
}
