internal import RealModule

/// Multinomial logistic regression: the weights whose softmax makes the labels likeliest.
///
/// Minimises the mean of −log softmax(*W x*)[class] plus *penalty*/2 ‖*W*‖². That is strictly
/// convex, so there is one answer and it depends on no seed; the scores are log-odds, so that
/// their softmax is a confidence as it stands. Where classes overlap, which a perceptron never
/// settles on, it weighs every example by how wrong it is.
///
/// Solved by L-BFGS (D. C. Liu and J. Nocedal, 1989, doi:10.1007/BF01589116).
/// ``PenaltySelection`` chooses the penalty by cross-validation.
public struct SoftmaxRegression: Hashable, Sendable {
  /// What training found out besides the weights.
  public struct Report: Hashable, Sendable, Codable {
    /// Whether the gradient fell to the tolerance.
    public var converged: Bool
    /// The number of steps.
    public var iterations: Int
    /// The mean loss with the penalty, what was minimised.
    public var loss: Double
    /// The largest component of the last gradient.
    public var gradient: Double
  }

  /// The weight of ‖*W*‖², more than 0. Default: 1e-4.
  public var penalty: Double
  /// The largest number of steps. Default: 1000.
  public var maximumIterations: Int
  /// The largest component of the gradient at which it stops. Default: 1e-6.
  public var tolerance: Double

  /// A regression with these bounds.
  ///
  /// - Precondition: `penalty` and `maximumIterations` are positive, `tolerance` is not negative.
  public init(penalty: Double = 1e-4, maximumIterations: Int = 1000, tolerance: Double = 1e-6) {
    precondition(
      penalty > 0 && maximumIterations > 0 && tolerance >= 0,
      "penalty \(penalty), \(maximumIterations) iterations, tolerance \(tolerance)")
    self.penalty = penalty
    self.maximumIterations = maximumIterations
    self.tolerance = tolerance
  }

  /// Learns weights, row by row, one row a class.
  ///
  /// - Parameters:
  ///   - vectors: One feature vector an example, all of one length. A constant feature makes the
  ///     bias.
  ///   - classes: The class of each example, in `0..<classCount`.
  ///   - classCount: The number of classes.
  /// - Throws: ``TrainingError`` for no examples, features that differ in number or are not
  ///   finite, and cancellation.
  /// - Precondition: There are as many classes as vectors, each in its range.
  /// - Complexity: O(iterations · examples · features · classes).
  public func train(
    vectors: [[Double]], classes: [Int], classCount: Int
  ) throws(TrainingError) -> (weights: [Double], report: Report) {
    let problem = try PerceptronProblem(
      vectors: vectors, classes: classes, classCount: classCount, keepsProducts: false)
    var weights = [Double](repeating: 0, count: problem.weightCount)
    let report = try train(problem, from: &weights)
    return (problem.rows(of: weights), report)
  }

  /// Moves `weights`, feature by feature, to the answer; near it, few steps are needed.
  func train(
    _ problem: PerceptronProblem, from weights: inout [Double]
  ) throws(TrainingError) -> Report {
    let solver = LBFGS(maximumIterations: maximumIterations, tolerance: tolerance)
    let outcome = solver.minimize(from: &weights) { weights, gradient in
      Self.loss(of: problem, at: weights, penalty: penalty, gradient: &gradient)
    }
    guard let outcome else { throw .cancelled }
    return Report(
      converged: outcome.converged, iterations: outcome.iterations, loss: outcome.value,
      gradient: outcome.gradient)
  }

  /// The mean loss and the penalty, and their gradient; weights are feature by feature.
  static func loss(
    of problem: PerceptronProblem, at weights: [Double], penalty: Double,
    gradient: inout [Double]
  ) -> Double {
    let (k, d) = (problem.classCount, problem.featureCount)
    let scale = 1 / Double(problem.exampleCount)
    var squares = 0.0
    for index in gradient.indices {
      gradient[index] = penalty * weights[index]
      squares += weights[index] * weights[index]
    }
    var sum = 0.0
    gradient.withUnsafeMutableBufferPointer { gradient in
      weights.withUnsafeBufferPointer { weights in
        problem.features.withUnsafeBufferPointer { features in
          withUnsafeTemporaryAllocation(of: Double.self, capacity: k) { errors in
            for example in 0..<problem.exampleCount {
              errors.update(repeating: 0)
              for feature in 0..<d {
                let value = features[example * d + feature]
                guard value != 0 else { continue }
                for row in 0..<k { errors[row] += value * weights[feature * k + row] }
              }
              let truth = problem.classes[example]
              let right = errors[truth]
              sum += softmax(errors) - right
              errors[truth] -= 1
              for feature in 0..<d {
                let value = features[example * d + feature] * scale
                guard value != 0 else { continue }
                for row in 0..<k { gradient[feature * k + row] += value * errors[row] }
              }
            }
          }
        }
      }
    }
    return sum * scale + penalty / 2 * squares
  }

  /// Makes shares of `scores`; returns the logarithm of the sum of their exponentials.
  private static func softmax(_ scores: UnsafeMutableBufferPointer<Double>) -> Double {
    var highest = -Double.infinity
    for score in scores { highest = max(highest, score) }
    var sum = 0.0
    for row in scores.indices {
      scores[row] = .exp(scores[row] - highest)
      sum += scores[row]
    }
    for row in scores.indices { scores[row] /= sum }
    return highest + .log(sum)
  }
}
