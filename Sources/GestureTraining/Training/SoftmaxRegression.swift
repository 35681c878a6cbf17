package import GestureRecognition
internal import LinearAlgebra
internal import RealModule

/// Multinomial logistic regression with an L2 penalty.
///
/// Minimises the sum of −log softmax(*W x*)[class] plus *penalty*/2 ‖*W*‖²: the weights have a
/// normal prior of variance 1/*penalty*, which weighs less the more examples there are. The
/// function is strictly convex: its minimum is unique and needs no seed. Scores are log-odds, and
/// their softmax is the confidence. Unlike a perceptron, training converges for classes that
/// overlap.
///
/// Solved by L-BFGS (D. C. Liu and J. Nocedal, 1989, doi:10.1007/BF01589116).
package struct SoftmaxRegression: Hashable, Sendable {
  /// The weight of ‖*W*‖²/2, above 0 (default: 0.05).
  package var penalty: Double
  /// The largest number of steps (default: 1000).
  package var maximumIterations: Int
  /// The largest component of the mean gradient at convergence (default: 1e-6).
  package var tolerance: Double

  /// Creates a regression.
  package init(penalty: Double = 0.05, maximumIterations: Int = 1000, tolerance: Double = 1e-6) {
    precondition(
      penalty > 0 && maximumIterations > 0 && tolerance >= 0,
      "expected positive values, got penalty \(penalty), \(maximumIterations) iterations, "
        + "tolerance \(tolerance)")
    self.penalty = penalty
    self.maximumIterations = maximumIterations
    self.tolerance = tolerance
  }

  /// Trains weights, row by row, one row per class.
  ///
  /// - Parameters:
  ///   - vectors: One feature vector per example, all of one length. A constant feature acts as the
  ///     bias.
  ///   - classes: The class of each example, in `0..<classCount`.
  /// - Throws: ``TrainingError`` for no examples, features that differ in number or are not
  ///   finite, and cancellation.
  /// - Precondition: `classes` has one class in range for each vector.
  /// - Complexity: O(iterations · examples · features · classes).
  func train(
    vectors: [[Double]], classes: [Int], classCount: Int
  ) throws(TrainingError) -> (weights: [Double], outcome: LBFGS.Outcome) {
    let problem = try PerceptronProblem(
      vectors: vectors, classes: classes, classCount: classCount, keepsProducts: false)
    var weights = [Double](repeating: 0, count: problem.weightCount)
    let solver = LBFGS(maximumIterations: maximumIterations, tolerance: tolerance)
    let outcome = solver.minimize(from: &weights) { weights, gradient in
      Self.loss(of: problem, at: weights, penalty: penalty, gradient: &gradient)
    }
    guard let outcome else { throw .cancelled }
    return (problem.rows(of: weights), outcome)
  }

  /// The function over the number of examples, and its gradient. Weights are stored feature by
  /// feature.
  private static func loss(
    of problem: PerceptronProblem, at weights: [Double], penalty: Double,
    gradient: inout [Double]
  ) -> Double {
    let (k, d) = (problem.classCount, problem.featureCount)
    let scale = 1 / Double(problem.exampleCount)
    let penalty = penalty * scale
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

  /// Replaces `scores` by their softmax and returns their log-sum-exp.
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

extension SoftmaxRegression {
  /// Trains a classifier. Its classes are in alphabetical order.
  ///
  /// - Parameters:
  ///   - examples: Feature vectors with their labels. A constant feature acts as the bias.
  ///   - featureCount: The length of a vector (default: that of the first one).
  ///   - isCalibrated: Whether confidences are calibrated on held-out examples, instead of those
  ///     of log-odds.
  /// - Returns: The classifier, whose scores are log-odds, and the outcome, whose loss is the
  ///   minimum over the number of examples.
  /// - Throws: ``TrainingError`` for no examples, one class only, vectors of another length,
  ///   features that are not finite, and cancellation.
  package func train(
    _ examples: [Example<[Double]>], featureCount: Int? = nil,
    isCalibrated: Bool = false
  ) async throws(TrainingError) -> (classifier: LinearClassifier, report: TrainingReport) {
    let problem = try LabeledProblem(examples, featureCount: featureCount)
    let (weights, found) = try train(
      vectors: problem.vectors, classes: problem.classes, classCount: problem.labels.count)
    var classifier = try LinearClassifier(trained: weights, labels: problem.labels)
    if isCalibrated {
      try await classifier.calibrate(on: examples) { part throws(TrainingError) in
        try await train(part, featureCount: featureCount).classifier
      }
    }
    let report = TrainingReport(
      converged: found.converged, iterations: found.iterations, loss: found.value,
      mistakes: classifier.mistakes(on: problem))
    return (classifier, report)
  }
}

extension LinearClassifier {
  /// The result of training. Weights that overflow are an error of the examples.
  init(trained weights: [Double], labels: [String]) throws(TrainingError) {
    self = try TrainingError.checked { () throws(ModelError) in
      try LinearClassifier(
        labels: labels, featureCount: weights.count / labels.count, weights: weights)
    }
  }

  /// The number of training vectors that it misclassifies.
  fileprivate func mistakes(on problem: LabeledProblem) -> Int {
    zip(problem.vectors, problem.classes).count { vector, truth in
      LinearScorer.best(of: scorer.scores(of: vector)) != truth
    }
  }
}
