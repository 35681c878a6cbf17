internal import GestureRecognition
internal import RotationMath

/// Minimises a smooth convex function by limited-memory BFGS.
///
/// D. C. Liu and J. Nocedal, *On the limited memory BFGS method for large scale optimization*,
/// Mathematical Programming 45, 1989, doi:10.1007/BF01589116.
///
/// The line search accepts a step by the slope at its end. Along a line the slope of a convex
/// function increases, so that its sign shows the side of the minimum. Near the minimum a slope has
/// all its digits, while differences of values lose them.
struct LBFGS: Sendable {
  /// The number of steps in the curvature estimate. Liu and Nocedal recommend 3 to 20.
  private static let memory = 12
  /// The largest number of steps.
  var maximumIterations: Int
  /// The largest component of the gradient at convergence.
  var tolerance: Double

  struct Outcome: Sendable {
    /// Whether the gradient fell to the tolerance.
    var converged: Bool
    var iterations: Int
    /// The value at the last point.
    var value: Double
    /// The largest component of the last gradient.
    var gradient: Double
  }

  /// The bounds on the slope at the end of a step, relative to the slope at its start: the
  /// curvature condition of Wolfe with 0.9 for a falling line, and a tighter 0.3 for a rising one.
  private static let (falling, rising) = (0.9, 0.3)
  /// The largest number of function evaluations of one line search.
  private static let longestSearch = 40

  /// Moves `x` to the minimum of `function`, which writes its gradient and returns its value, both
  /// finite; `nil` if the task is cancelled.
  func minimize(
    from x: inout [Double], _ function: (_ x: [Double], _ gradient: inout [Double]) -> Double
  ) -> Outcome? {
    var gradient = [Double](repeating: 0, count: x.count)
    var value = function(x, &gradient)
    var steps: [[Double]] = []
    var changes: [[Double]] = []
    var inverses: [Double] = []
    var outcome = Outcome(
      converged: false, iterations: 0, value: value, gradient: Self.largest(gradient))
    while outcome.gradient > tolerance, outcome.iterations < maximumIterations {
      if Task.isCancelled { return nil }
      var direction = Self.direction(gradient, steps, changes, inverses)
      var slope = Self.dot(direction, gradient)
      if !(slope < 0) {
        // Rounding has spoilt the curvature estimate: restart with steepest descent.
        (steps, changes, inverses) = ([], [], [])
        direction = gradient.map { -$0 }
        slope = -Self.dot(gradient, gradient)
      }
      let first = steps.isEmpty ? min(1, 1 / (-slope).squareRoot()) : 1
      guard
        let next = Self.search(
          function, from: x, value: value, along: direction, slope: slope, first: first)
      else { break }
      outcome.iterations += 1
      var step = direction
      for index in step.indices { step[index] = next.x[index] - x[index] }
      var change = next.gradient
      for index in change.indices { change[index] -= gradient[index] }
      let curvature = Self.dot(step, change)
      if curvature > 0 {
        steps.append(step)
        changes.append(change)
        inverses.append(1 / curvature)
        if steps.count > Self.memory {
          steps.removeFirst()
          changes.removeFirst()
          inverses.removeFirst()
        }
      }
      (x, gradient, value) = (next.x, next.gradient, next.value)
      outcome.value = value
      outcome.gradient = Self.largest(gradient)
    }
    outcome.converged = outcome.gradient <= tolerance
    return outcome
  }

  // MARK: - One step

  private struct Point {
    var x: [Double]
    var gradient: [Double]
    var value: Double
  }

  /// A point along `direction` with an acceptable slope; `nil` if rounding leaves none.
  private static func search(
    _ function: (_ x: [Double], _ gradient: inout [Double]) -> Double, from x: [Double],
    value: Double, along direction: [Double], slope: Double, first: Double
  ) -> Point? {
    var (low, lowSlope) = (0.0, slope)
    var high: (length: Double, slope: Double)?
    var length = first
    var point = Point(x: x, gradient: direction, value: value)
    for _ in 0..<longestSearch {
      for index in x.indices { point.x[index] = x[index] + length * direction[index] }
      point.value = function(point.x, &point.gradient)
      let found = dot(direction, point.gradient)
      if found > -rising * slope || point.value > value + abs(value) * 1e-12 {
        high = (length, found)
      } else if found < falling * slope {
        (low, lowSlope) = (length, found)
      } else {
        return point
      }
      if let high {
        // The zero of the linearly interpolated slope, kept inside the bracket.
        let share = high.slope > 0 ? -lowSlope / (high.slope - lowSlope) : 0.5
        let next = low + min(0.9, max(0.1, share)) * (high.length - low)
        guard next > low, next < high.length else { return nil }
        length = next
      } else {
        length *= 4
      }
    }
    return nil
  }

  /// −*H* · `gradient` by the two-loop recursion.
  private static func direction(
    _ gradient: [Double], _ steps: [[Double]], _ changes: [[Double]], _ inverses: [Double]
  ) -> [Double] {
    var direction = gradient.map { -$0 }
    var weights = [Double](repeating: 0, count: steps.count)
    for index in steps.indices.reversed() {
      weights[index] = inverses[index] * dot(steps[index], direction)
      add(-weights[index], changes[index], to: &direction)
    }
    if let change = changes.last, let inverse = inverses.last {
      let scale = 1 / (inverse * dot(change, change))
      for index in direction.indices { direction[index] *= scale }
    }
    for index in steps.indices {
      let weight = inverses[index] * dot(changes[index], direction)
      add(weights[index] - weight, steps[index], to: &direction)
    }
    return direction
  }

  // MARK: - Vectors

  private static func dot(_ a: [Double], _ b: [Double]) -> Double {
    // Four independent sums hide the latency of additions.
    var sums = SIMD4<Double>.zero
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        let whole = a.count & ~3
        for index in stride(from: 0, to: whole, by: 4) {
          let left = SIMD4<Double>(a[index], a[index + 1], a[index + 2], a[index + 3])
          let right = SIMD4<Double>(b[index], b[index + 1], b[index + 2], b[index + 3])
          sums += left * right
        }
        for index in whole..<a.count { sums[0] += a[index] * b[index] }
      }
    }
    return sums.sum()
  }

  private static func add(_ factor: Double, _ a: [Double], to b: inout [Double]) {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeMutableBufferPointer { b in
        for index in b.indices { b[index] += factor * a[index] }
      }
    }
  }

  private static func largest(_ vector: [Double]) -> Double {
    vector.reduce(0) { max($0, abs($1)) }
  }
}

/// A search for the minimum of a function of one number, by golden sections.
enum GoldenSection {
  /// The minimum of a function that has only one in `range`, to this precision.
  ///
  /// - Complexity: O(log(width of the range / precision)) calls.
  static func minimum(
    in range: ClosedRange<Double>, precision: Double, of value: (Double) -> Double
  ) -> Double {
    let ratio = (Double(5).squareRoot() - 1) / 2
    var (low, high) = (range.lowerBound, range.upperBound)
    var (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
    var (leftValue, rightValue) = (value(left), value(right))
    while high - low > precision {
      if leftValue < rightValue {
        (high, right, rightValue) = (right, left, leftValue)
        left = high - ratio * (high - low)
        leftValue = value(left)
      } else {
        (low, left, leftValue) = (left, right, rightValue)
        right = low + ratio * (high - low)
        rightValue = value(right)
      }
    }
    return (low + high) / 2
  }
}

/// Chooses the penalty of a `SoftmaxRegression` by stratified cross-validation.
///
/// For each fold, weights are trained on the other folds with each penalty in turn, the greatest
/// first, each from the previous result, and tested on the fold. The penalty with the greatest
/// likelihood of the true classes wins. The likelihood is smoother than the number of mistakes and
/// keeps confidences calibrated. It uses training examples only.
package struct PenaltySelection: Hashable, Sendable {
  /// The cross-validation result of one penalty.
  package struct Trial: Hashable, Sendable {
    package var penalty: Double
    /// The mean over the examples of −log softmax(*W x*)[class], by weights trained on other folds.
    package var loss: Double
    /// The number of examples misclassified by weights trained on other folds.
    package var mistakes: Int
  }

  /// The candidates, the greatest first.
  package let penalties: [Double]
  /// The number of folds, at most the number of examples (default: 5).
  package let folds: Int
  /// The seed of the partition.
  package var seed: UInt64

  /// Creates a choice among `penalties` (default: 1e-3 to 1e-6, two or three a decade).
  package init(
    penalties: [Double] = [1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6, 1e-6], folds: Int = 5,
    seed: UInt64 = 1
  ) {
    precondition(
      !penalties.isEmpty && penalties.allSatisfy { $0 > 0 && $0.isFinite } && folds >= 2,
      "expected positive penalties and 2 folds or more, got \(penalties) and \(folds) folds")
    self.penalties = penalties.sorted(by: >)
    self.folds = folds
    self.seed = seed
  }

  /// The best penalty for these examples, and the result of each.
  ///
  /// - Parameters:
  ///   - regression: The trainer. Its penalty is ignored, and its tolerance is at least 1e-4, which
  ///     suffices for a comparison.
  ///   - vectors: One feature vector per example, all of one length.
  ///   - classes: The class of each example, in `0..<classCount`.
  ///   - width: The largest number of cores (default: all). It does not change the choice.
  /// - Precondition: `classes` has one class in range for each vector.
  package func choose(
    for regression: SoftmaxRegression, vectors: [[Double]], classes: [Int], classCount: Int,
    width: Int? = nil
  ) async throws(TrainingError) -> (penalty: Double, trials: [Trial]) {
    // Checks all examples at once, so that an error has the caller's index.
    _ = try PerceptronProblem(
      vectors: vectors, classes: classes, classCount: classCount, keepsProducts: false)
    guard vectors.count >= 2 else { throw .nothingLeft("choose a penalty: one is not enough") }
    let count = min(folds, vectors.count)
    var random = SplitMix64(seed: seed)
    let parts = Folds(count: count, labels: classes, using: &random)
    let outcome = await parallelMap(count: count, width: width) { fold -> [Trial]? in
      try? self.trials(
        of: regression, vectors: vectors, classes: classes, classCount: classCount,
        isTested: { parts.fold[$0] == fold })
    }
    guard let outcome else { throw .cancelled }
    let trials = penalties.indices.map { index in
      Trial(
        penalty: penalties[index],
        loss: outcome.reduce(0) { $0 + $1[index].loss } / Double(vectors.count),
        mistakes: outcome.reduce(0) { $0 + $1[index].mistakes })
    }
    // The first of equal losses has the greatest penalty.
    let best = trials.min { $0.loss < $1.loss } ?? trials[0]
    return (best.penalty, trials)
  }

  /// The mistakes and the summed losses of each penalty on the examples of one fold.
  private func trials(
    of regression: SoftmaxRegression, vectors: [[Double]], classes: [Int], classCount: Int,
    isTested: (Int) -> Bool
  ) throws(TrainingError) -> [Trial] {
    let training = vectors.indices.filter { !isTested($0) }
    let tested = vectors.indices.filter(isTested)
    let problem = try PerceptronProblem(
      vectors: training.map { vectors[$0] }, classes: training.map { classes[$0] },
      classCount: classCount, keepsProducts: false)
    let unseen = try PerceptronProblem(
      vectors: tested.map { vectors[$0] }, classes: tested.map { classes[$0] },
      classCount: classCount, keepsProducts: false)
    var weights = [Double](repeating: 0, count: problem.weightCount)
    var ignored = weights
    var regression = regression
    regression.tolerance = max(regression.tolerance, 1e-4)
    return try penalties.map { (penalty) throws(TrainingError) in
      regression.penalty = penalty
      _ = try regression.train(problem, from: &weights)
      let loss = SoftmaxRegression.loss(of: unseen, at: weights, penalty: 0, gradient: &ignored)
      let mistakes = tested.count { problem.best(of: vectors[$0], weights: weights) != classes[$0] }
      return Trial(penalty: penalty, loss: loss * Double(tested.count), mistakes: mistakes)
    }
  }
}

/// The results of `body` for `0..<count` in order, computed on up to `width` cores.
///
/// `nil` if the task is cancelled. A `body` that notices the cancellation returns `nil`.
func parallelMap<Result: Sendable>(
  count: Int, width: Int?, progress: (@Sendable (Int) -> Void)? = nil,
  _ body: @escaping @Sendable (Int) async -> Result?
) async -> [Result]? {
  var results = [Result?](repeating: nil, count: count)
  await withTaskGroup(of: (Int, Result?).self) { group in
    var next = 0
    var done = 0
    func startOne() {
      guard next < count else { return }
      let index = next
      next += 1
      group.addTask { (index, Task.isCancelled ? nil : await body(index)) }
    }
    for _ in 0..<max(1, min(width ?? count, count)) { startOne() }
    while let (index, result) = await group.next() {
      results[index] = result
      done += 1
      progress?(done)
      if result == nil { group.cancelAll() } else { startOne() }
    }
  }
  let whole = results.compactMap { $0 }
  return Task.isCancelled || whole.count < count ? nil : whole
}
