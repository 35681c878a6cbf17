public import RotationMath

/// A nearest rotation or a chordal mean with a reference answer.
public struct RotationReference: Hashable, Sendable {
  /// The problem that the reference answers.
  public enum Problem: Hashable, Sendable {
    /// The rotation nearest to a matrix.
    case nearestRotation(to: Matrix3<Double>)
    /// The chordal mean of rotations, with one weight each; `nil` for equal weights.
    case chordalMean(of: [Quaternion<Double>], weights: [Double]?)
  }

  /// The class of cases that this one is summarised with, such as "near-reflection".
  public let category: String
  /// The problem.
  public let problem: Problem
  /// The reference answer; `nil` where any rotation is correct.
  public let answer: Quaternion<Double>?
  /// The error of the answer itself, in radians.
  public let tolerance: Double

  /// Creates a reference case.
  public init(
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

  /// The answer of an engine; `nil` where it reports an error.
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
