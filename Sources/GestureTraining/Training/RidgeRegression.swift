internal import CKernels
internal import GestureRecognition
internal import RealModule

/// Ridge regression of ±1 for each class: a linear classifier of many features of few examples.
///
/// The penalty is that of the least squared error on left-out examples, which follow from one
/// factorisation (D. M. Allen, *The relationship between variable selection and data augmentation
/// and a method for prediction*, 1974, doi:10.2307/1267500). The scores of left-out examples
/// calibrate the confidences. A class of one example has no left-out score: without a class of two,
/// confidences have a `usualTemperature`.
struct RidgeRegression: Hashable, Sendable {
  /// The candidate penalties, relative to the mean squared length of an example. Default: decades
  /// from 1e-7 to 10.
  var penalties = [10, 1, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7]

  /// The temperature without left-out scores. Chosen on `air-letters` with one example per letter
  /// of the same writer: its calibration error is 0.04.
  private static let usualTemperature = 0.015
  /// The most examples: memory and time grow with the square and the cube of their number.
  static let mostExamples = 6000
  /// The most examples that choose the penalty.
  private static let mostChoosing = 600

  /// A classifier of scaled features, and its mistakes on left-out examples.
  struct Outcome {
    var weights: [Double]
    var confidenceScale: ConfidenceScale
    var penalty: Double
    /// The mean squared error of left-out examples.
    var loss: Double
    var mistakes: Int
  }

  /// Trains weights, row by row, the bias last.
  ///
  /// - Parameter vectors: Features of mean 0 over the examples, the last one a constant 1.
  /// - Complexity: O(examples² · (features + examples)).
  func train(
    vectors: [[Double]], classes: [Int], classCount: Int
  ) throws(TrainingError) -> Outcome {
    guard vectors.count <= Self.mostExamples else {
      throw .invalidOptions(
        "expected at most \(Self.mostExamples) examples for ridge regression, got "
          + "\(vectors.count); use logistic-regression")
    }
    let width = vectors[0].count - 1
    let products = Self.products(of: vectors, width: width)
    let count = vectors.count
    let targets = (0..<count * classCount).map { place in
      classes[place / classCount] == place % classCount ? 1.0 : -1
    }
    // The penalty follows from at most so many examples, evenly spaced.
    let step = max(1, Double(count) / Double(Self.mostChoosing))
    let chosen = stride(from: 0, to: Double(count), by: step).map { Int($0) }
    let part = Problem(
      products: chosen.flatMap { row in chosen.map { products[row * count + $0] } },
      targets: chosen.flatMap { row in (0..<classCount).map { targets[row * classCount + $0] } },
      count: chosen.count, classCount: classCount)
    let scale = (0..<count).reduce(0) { $0 + products[$1 * count + $1] } / Double(count)
    var best: (penalty: Double, loss: Double, left: [Double])?
    for penalty in penalties {
      if Task.isCancelled { throw .cancelled }
      guard let (left, loss) = part.leftOut(penalty: penalty * scale) else { continue }
      if loss < best?.loss ?? .infinity { best = (penalty, loss, left) }
    }
    let whole = Problem(
      products: products, targets: targets, count: count, classCount: classCount)
    guard let best, let factor = whole.factor(penalty: best.penalty * scale) else {
      throw .invalidOptions("the examples are all equal")
    }
    let duals = whole.duals(factor)
    var exampleCounts = [Int](repeating: 0, count: classCount)
    for row in chosen { exampleCounts[classes[row]] += 1 }
    var scaling = TemperatureScaling()
    var mistakes = 0
    for (place, row) in chosen.enumerated() {
      let scores = Array(best.left[place * classCount..<(place + 1) * classCount])
      if exampleCounts[classes[row]] > 1 {
        scaling.scores.append(scores)
        scaling.truths.append(classes[row])
      }
      let found = scores.indices.max { scores[$0] < scores[$1] }
      mistakes += found == classes[row] ? 0 : 1
    }
    var weights = [Double](repeating: 0, count: classCount * (width + 1))
    for row in 0..<classCount {
      for (example, vector) in vectors.enumerated() {
        let dual = duals[example * classCount + row]
        for feature in 0..<width { weights[row * (width + 1) + feature] += dual * vector[feature] }
      }
      weights[row * (width + 1) + width] = whole.means[row]
    }
    return Outcome(
      weights: weights,
      confidenceScale: scaling.scores.isEmpty
        ? ConfidenceScale(unchecked: Self.usualTemperature) : scaling.confidenceScale,
      penalty: best.penalty, loss: best.loss, mistakes: mistakes)
  }

  /// The products of all pairs of examples.
  private static func products(of vectors: [[Double]], width: Int) -> [Double] {
    let count = vectors.count
    let lanes = NeuralNetwork.lanes
    let columns = (count + lanes - 1) / lanes * lanes
    var products = [Double](repeating: 0, count: count * count)
    // Blocks of features keep the sums in single precision short.
    let block = 512
    var (left, right) = ([Float](), [Float]())
    var sums = [Float](repeating: 0, count: count * columns)
    for start in stride(from: 0, to: width, by: block) {
      let inner = min(block, width - start)
      left = vectors.flatMap { $0[start..<start + inner].map(Float.init) }
      right = [Float](repeating: 0, count: inner * columns)
      for example in 0..<count {
        for feature in 0..<inner {
          right[feature * columns + example] = left[example * inner + feature]
        }
      }
      inertial_matrix_product(left, inner, 1, right, &sums, count, inner, columns)
      for row in 0..<count {
        for column in 0..<count {
          products[row * count + column] += Double(sums[row * columns + column])
        }
      }
    }
    return products
  }
}

/// The regression in terms of products of examples, for one penalty at a time.
private struct Problem {
  var products: [Double]
  /// The targets less their means.
  var targets: [Double]
  var means: [Double]
  let count: Int
  let classCount: Int

  init(products: [Double], targets: [Double], count: Int, classCount: Int) {
    self.products = products
    self.count = count
    self.classCount = classCount
    means = (0..<classCount).map { row in
      (0..<count).reduce(0) { $0 + targets[$1 * classCount + row] / Double(count) }
    }
    self.targets = targets.indices.map { [means] in targets[$0] - means[$0 % classCount] }
    center()
  }

  /// Products of examples minus their mean.
  private mutating func center() {
    let rows = (0..<count).map { row in
      (0..<count).reduce(0) { $0 + products[row * count + $1] / Double(count) }
    }
    let mean = rows.reduce(0) { $0 + $1 / Double(count) }
    for row in 0..<count {
      for column in 0..<count {
        products[row * count + column] += mean - rows[row] - rows[column]
      }
    }
  }

  /// The lower Cholesky factor of the products plus `penalty` on the diagonal; `nil` if it is not
  /// positive definite.
  func factor(penalty: Double) -> [Double]? {
    var factor = products
    for row in 0..<count { factor[row * count + row] += penalty }
    let isPositive = factor.withUnsafeMutableBufferPointer { factor in
      for column in 0..<count {
        for row in column..<count {
          var sum = factor[row * count + column]
          for k in 0..<column { sum -= factor[row * count + k] * factor[column * count + k] }
          if row == column {
            guard sum > 0 else { return false }
            factor[row * count + row] = sum.squareRoot()
          } else {
            factor[row * count + column] = sum / factor[column * count + column]
          }
        }
      }
      return true
    }
    return isPositive ? factor : nil
  }

  /// The weights of the examples for each class, by the factor for a penalty.
  func duals(_ factor: [Double]) -> [Double] {
    var duals = targets
    for row in 0..<classCount {
      for index in 0..<count {
        var sum = duals[index * classCount + row]
        for k in 0..<index { sum -= factor[index * count + k] * duals[k * classCount + row] }
        duals[index * classCount + row] = sum / factor[index * count + index]
      }
      for index in (0..<count).reversed() {
        var sum = duals[index * classCount + row]
        for k in index + 1..<count {
          sum -= factor[k * count + index] * duals[k * classCount + row]
        }
        duals[index * classCount + row] = sum / factor[index * count + index]
      }
    }
    return duals
  }

  /// The scores of each example by all others, and their mean squared error; `nil` for a penalty
  /// that is too small.
  func leftOut(penalty: Double) -> (scores: [Double], loss: Double)? {
    guard let factor = factor(penalty: penalty) else { return nil }
    let duals = duals(factor)
    // The squares of a row of the inverse factor sum to the diagonal of the inverse.
    var diagonal = [Double](repeating: 0, count: count)
    var column = [Double](repeating: 0, count: count)
    for start in 0..<count {
      for index in start..<count {
        var sum = index == start ? 1.0 : 0
        for k in start..<index { sum -= factor[index * count + k] * column[k] }
        column[index] = sum / factor[index * count + index]
        diagonal[start] += column[index] * column[index]
      }
    }
    var scores = targets
    var loss = 0.0
    for index in 0..<count {
      // The constant vector has no product with the centred examples.
      let share = diagonal[index] - 1 / (Double(count) * penalty)
      guard share > 0 else { return nil }
      for row in 0..<classCount {
        let error = duals[index * classCount + row] / share
        loss += error * error / Double(count)
        scores[index * classCount + row] = targets[index * classCount + row] + means[row] - error
      }
    }
    return (scores, loss)
  }
}
