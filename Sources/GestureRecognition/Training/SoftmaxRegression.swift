internal import RealModule

/// Multinomial logistic regression: the weights whose softmax makes the labels likeliest.
///
/// Minimises the mean of −log softmax(*W x*)[class] plus *penalty*/2 ‖*W*‖². That is strictly
/// convex, so there is one answer and it depends on no seed; the scores are log-odds, so that
/// their softmax is a confidence as it stands. Where classes overlap, which a perceptron never
/// settles on, it weighs every example by how wrong it is.
///
/// Solved by Nesterov's accelerated gradient with constant steps: the Hessian is at most half the
/// mean squared length of a vector (D. Böhning, *Multinomial logistic regression algorithm*,
/// Ann. Inst. Stat. Math. 44, 1992, doi:10.1007/BF00048682), plus the penalty; the momentum is
/// that of a strongly convex function (Y. Nesterov, *Introductory Lectures on Convex
/// Optimization*, 2004, section 2.2.1, constant step scheme III).
public struct SoftmaxRegression: Hashable, Sendable {
  /// What training found out besides the weights.
  public struct Report: Hashable, Sendable, Codable {
    /// The number of gradient steps.
    public var iterations: Int
    /// The largest component of the last gradient.
    public var gradient: Double
  }

  /// The weight of ‖*W*‖², more than 0. Default: 1e-4.
  public var penalty: Double
  /// The largest number of gradient steps. Default: 1000.
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
      vectors: vectors, classes: classes, classCount: classCount)
    let squares = problem.features.reduce(0) { $0 + $1 * $1 }
    let curvature = squares / Double(2 * problem.exampleCount) + penalty
    let ratio = (penalty / curvature).squareRoot()
    let momentum = (1 - ratio) / (1 + ratio)

    var weights = [Double](repeating: 0, count: problem.weightCount)
    var ahead = weights
    var gradient = weights
    var report = Report(iterations: 0, gradient: .infinity)
    while report.iterations < maximumIterations, report.gradient > tolerance {
      if Task.isCancelled { throw .cancelled }
      Self.gradient(of: problem, at: ahead, penalty: penalty, into: &gradient)
      report.iterations += 1
      report.gradient = 0
      for index in weights.indices {
        report.gradient = max(report.gradient, abs(gradient[index]))
        let next = ahead[index] - gradient[index] / curvature
        ahead[index] = next + momentum * (next - weights[index])
        weights[index] = next
      }
    }
    return (problem.rows(of: weights), report)
  }

  /// The gradient of the mean loss and the penalty; weights are feature by feature.
  private static func gradient(
    of problem: PerceptronProblem, at weights: [Double], penalty: Double,
    into gradient: inout [Double]
  ) {
    let (k, d) = (problem.classCount, problem.featureCount)
    let scale = 1 / Double(problem.exampleCount)
    for index in gradient.indices { gradient[index] = penalty * weights[index] }
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
              softmax(errors)
              errors[problem.classes[example]] -= 1
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
  }

  private static func softmax(_ scores: UnsafeMutableBufferPointer<Double>) {
    var highest = -Double.infinity
    for score in scores { highest = max(highest, score) }
    var sum = 0.0
    for row in scores.indices {
      scores[row] = .exp(scores[row] - highest)
      sum += scores[row]
    }
    for row in scores.indices { scores[row] /= sum }
  }
}
