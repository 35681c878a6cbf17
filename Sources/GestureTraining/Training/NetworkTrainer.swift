internal import CKernels
internal import GestureRecognition
internal import RealModule
internal import RotationMath

/// Trains a `NeuralNetwork` by mini-batches, on one core.
///
/// It minimises the cross-entropy with smoothed labels by `AdamOptimizer`; the rate falls along a
/// cosine. Hidden units are dropped at random (N. Srivastava et al., *Dropout*, 2014, JMLR 15).
/// Equal rows, classes and seeds produce equal networks on every processor.
///
/// The constants are common defaults. The number of hidden units was chosen among three on two of
/// five folds by writers of the development half of UNIPEN's capitals; the weight decay among four
/// of 0.1 to 1 for synthetic writers, by all of these capitals and by strokes of no letter.
struct NetworkTrainer: Hashable, Sendable {
  /// The largest number of hidden units. Default: 192.
  var largestHiddenCount = 192
  /// The share of the hidden units that is dropped. Default: 0.3.
  var dropout: Float = 0.3
  /// The weight decay. Default: 0.3.
  var decay: Float = 0.3
  /// The share of the probability that is spread over all classes. Default: 0.05.
  var smoothing: Float = 0.05
  /// The rate of the first step, which falls to a fiftieth. Default: 0.002.
  var rate = 2e-3
  /// The largest number of rows of a step. Default: 100.
  var largestBatch = 100
  /// The seed of weights, order and dropout.
  var seed: UInt64 = 1

  /// The number of hidden units for a number of classes: five a class, a multiple of 16.
  func hiddenCount(classes: Int) -> Int {
    min(largestHiddenCount, max(16, (5 * classes + 15) / 16 * 16))
  }

  /// Trains a network on rows of features.
  ///
  /// - Parameters:
  ///   - rows: The features, row by row, scaled to about 1.
  ///   - labels: The classes, at least two.
  ///   - presentations: The number of rows shown, repetitions included.
  ///   - progress: Receives the share that is done.
  /// - Returns: The network; `nil` if the task is cancelled.
  /// - Complexity: O(presentations · features · hidden units).
  func train(
    rows: [Float], featureCount: Int, classes: [Int], labels: [String], presentations: Int,
    progress: ((Double) -> Void)? = nil
  ) throws(ModelError) -> NeuralNetwork? {
    precondition(rows.count == classes.count * featureCount, "expected one class for each row")
    let hiddenCount = hiddenCount(classes: labels.count)
    let width = (labels.count + NeuralNetwork.lanes - 1) / NeuralNetwork.lanes * NeuralNetwork.lanes
    var random = SplitMix64(seed: seed)
    func normal(_ count: Int, deviation: Float) -> [Float] {
      (0..<count).map { _ in Float(random.nextNormal()) * deviation }
    }
    // K. He et al., Delving deep into rectifiers, 2015; the scores start near 0.
    let start = (
      hidden: normal(
        featureCount * hiddenCount, deviation: (2 / Float(featureCount)).squareRoot()),
      output: normal(hiddenCount * width, deviation: 0.1 * (2 / Float(hiddenCount)).squareRoot())
    )
    var layers = NetworkLayers(
      hidden: AdamOptimizer(weights: start.hidden, decay: decay),
      hiddenBiases: AdamOptimizer(weights: [Float](repeating: 0, count: hiddenCount), decay: 0),
      output: AdamOptimizer(weights: start.output, decay: decay),
      outputBiases: AdamOptimizer(weights: [Float](repeating: 0, count: width), decay: 0),
      featureCount: featureCount, hiddenCount: hiddenCount, width: width,
      classCount: labels.count)

    let count = classes.count
    let batch = min(largestBatch, max(8, count / 10))
    let steps = max(1, presentations / batch)
    var order = Array(0..<count)
    var next = count
    var inputs: [Float] = []
    var truths: [Int] = []
    for step in 0..<steps {
      if Task.isCancelled { return nil }
      inputs.removeAll(keepingCapacity: true)
      truths.removeAll(keepingCapacity: true)
      for _ in 0..<batch {
        if next == count {
          order.shuffle(using: &random)
          next = 0
        }
        let row = order[next]
        inputs += rows[row * featureCount..<(row + 1) * featureCount]
        truths.append(classes[row])
        next += 1
      }
      let mask = (0..<batch * hiddenCount).map { _ in
        Float(random.next() >> 40) * 0x1p-24 < dropout ? 0 : 1 / (1 - dropout)
      }
      let share = Double(step) / Double(steps)
      let fall = 0.02 + 0.98 * 0.5 * (1 + Double.cos(.pi * share))
      layers.step(
        inputs, truths: truths, mask: mask, smoothing: smoothing, rate: Float(rate * fall))
      if step % 64 == 0 { progress?(share) }
    }
    progress?(1)
    return try NeuralNetwork(
      labels: labels, featureCount: featureCount, hiddenCount: hiddenCount,
      hiddenWeights: layers.hidden.weights, hiddenBiases: layers.hiddenBiases.weights,
      outputWeights: (0..<hiddenCount).flatMap { unit in
        layers.output.weights[unit * width..<unit * width + labels.count]
      },
      outputBiases: Array(layers.outputBiases.weights.prefix(labels.count)))
  }
}

/// The layers of a network in training. Rows of scores are padded to `width`.
struct NetworkLayers {
  var hidden: AdamOptimizer
  var hiddenBiases: AdamOptimizer
  var output: AdamOptimizer
  var outputBiases: AdamOptimizer
  let featureCount: Int
  let hiddenCount: Int
  let width: Int
  let classCount: Int

  /// Takes one step along the gradient of the mean cross-entropy of some rows.
  ///
  /// - Parameters:
  ///   - mask: The factor of each hidden unit for each row; 0 for a dropped one.
  ///   - smoothing: The share of the probability that is spread over all classes.
  mutating func step(
    _ inputs: [Float], truths: [Int], mask: [Float], smoothing: Float, rate: Float
  ) {
    let rows = truths.count
    // Forwards.
    var units = product(inputs, rows: rows, inner: featureCount, hidden.weights, hiddenCount)
    for row in 0..<rows {
      for unit in 0..<hiddenCount {
        let place = row * hiddenCount + unit
        units[place] = max(0, units[place] + hiddenBiases.weights[unit]) * mask[place]
      }
    }
    var errors = product(units, rows: rows, inner: hiddenCount, output.weights, width)
    for row in 0..<rows {
      replaceScores(&errors, row: row, truth: truths[row], smoothing: smoothing, rows: rows)
    }
    // Backwards.
    let outputGradient = transposedProduct(units, columns: hiddenCount, errors, rows, width)
    var transposed = [Float](repeating: 0, count: output.weights.count)
    for unit in 0..<hiddenCount {
      for column in 0..<width {
        transposed[column * hiddenCount + unit] = output.weights[unit * width + column]
      }
    }
    var unitErrors = product(errors, rows: rows, inner: width, transposed, hiddenCount)
    for place in unitErrors.indices {
      unitErrors[place] = units[place] > 0 ? unitErrors[place] * mask[place] : 0
    }
    let hiddenGradient = transposedProduct(
      inputs, columns: featureCount, unitErrors, rows, hiddenCount)
    outputBiases.step(sums(errors, width), rate: rate)
    output.step(outputGradient, rate: rate)
    hiddenBiases.step(sums(unitErrors, hiddenCount), rate: rate)
    hidden.step(hiddenGradient, rate: rate)
  }

  /// Replaces the scores of a row by the gradient of the mean cross-entropy.
  private func replaceScores(
    _ scores: inout [Float], row: Int, truth: Int, smoothing: Float, rows: Int
  ) {
    let start = row * width
    var highest = -Float.infinity
    for column in 0..<classCount {
      scores[start + column] += outputBiases.weights[column]
      highest = max(highest, scores[start + column])
    }
    var sum: Float = 0
    for column in 0..<classCount {
      scores[start + column] = .exp(scores[start + column] - highest)
      sum += scores[start + column]
    }
    for column in 0..<classCount {
      let target = smoothing / Float(classCount) + (column == truth ? 1 - smoothing : 0)
      scores[start + column] = (scores[start + column] / sum - target) / Float(rows)
    }
    // The padding has no gradient.
    for column in classCount..<width { scores[start + column] = 0 }
  }

  private func product(
    _ a: [Float], rows: Int, inner: Int, _ b: [Float], _ columns: Int
  ) -> [Float] {
    var result = [Float](repeating: 0, count: rows * columns)
    inertial_matrix_product(a, inner, 1, b, &result, rows, inner, columns)
    return result
  }

  /// The product of the transpose of `a`, `inner` rows of `columns` numbers, and `b`.
  private func transposedProduct(
    _ a: [Float], columns rows: Int, _ b: [Float], _ inner: Int, _ columns: Int
  ) -> [Float] {
    var result = [Float](repeating: 0, count: rows * columns)
    inertial_matrix_product(a, 1, rows, b, &result, rows, inner, columns)
    return result
  }

  private func sums(_ rows: [Float], _ width: Int) -> [Float] {
    var sums = [Float](repeating: 0, count: width)
    for start in stride(from: 0, to: rows.count, by: width) {
      for column in 0..<width { sums[column] += rows[start + column] }
    }
    return sums
  }
}

/// Stochastic gradient descent with moments and decoupled weight decay.
///
/// D. P. Kingma, J. Ba, *Adam: a method for stochastic optimization*, 2015, arXiv:1412.6980, with
/// its constants; I. Loshchilov, F. Hutter, *Decoupled weight decay regularization*, 2019,
/// arXiv:1711.05101.
struct AdamOptimizer {
  var weights: [Float]
  /// The weight decay, relative to the rate of a step.
  let decay: Float
  private var means: [Float]
  private var squares: [Float]
  private var steps = 0

  init(weights: [Float], decay: Float) {
    self.weights = weights
    self.decay = decay
    means = [Float](repeating: 0, count: weights.count)
    squares = means
  }

  /// Takes one step against `gradient`.
  mutating func step(_ gradient: [Float], rate: Float) {
    let (first, second, least): (Float, Float, Float) = (0.9, 0.999, 1e-8)
    steps += 1
    let correction = 1 / (1 - Self.power(first, steps))
    let spread = 1 / (1 - Self.power(second, steps))
    weights.withUnsafeMutableBufferPointer { weights in
      means.withUnsafeMutableBufferPointer { means in
        squares.withUnsafeMutableBufferPointer { squares in
          gradient.withUnsafeBufferPointer { gradient in
            for index in weights.indices {
              let slope = gradient[index]
              means[index] = first * means[index] + (1 - first) * slope
              squares[index] = second * squares[index] + (1 - second) * slope * slope
              let move =
                means[index] * correction / ((squares[index] * spread).squareRoot() + least)
              weights[index] -= rate * (move + decay * weights[index])
            }
          }
        }
      }
    }
  }

  private static func power(_ base: Float, _ exponent: Int) -> Float {
    var (result, factor, rest) = (Float(1), base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= factor }
      factor *= factor
      rest >>= 1
    }
    return result
  }
}

/// Scales groups of features: subtracts means, and divides each group by its deviation.
struct GroupScaling {
  private let means: [Float]
  /// The factor of each feature.
  private let factors: [Float]

  /// Computes the scaling of rows and applies it.
  ///
  /// - Parameter groups: The lengths of the groups of features, in order.
  init(of rows: inout [Float], groups: [Int]) {
    let width = groups.reduce(0, +)
    let count = Double(rows.count / width)
    var means = [Double](repeating: 0, count: width)
    var squares = means
    for start in stride(from: 0, to: rows.count, by: width) {
      for feature in 0..<width {
        let value = Double(rows[start + feature])
        means[feature] += value / count
        squares[feature] += value * value / count
      }
    }
    var factors: [Float] = []
    var first = 0
    for group in groups {
      let variance = (first..<first + group).reduce(0.0) {
        $0 + max(0, squares[$1] - means[$1] * means[$1])
      }
      let deviation = (variance / Double(group)).squareRoot()
      // A group without variation, such as that of a pen that is never lifted.
      factors += [Float](repeating: deviation > 1e-6 ? Float(1 / deviation) : 0, count: group)
      first += group
    }
    self.means = means.map(Float.init)
    self.factors = factors
    for start in stride(from: 0, to: rows.count, by: width) {
      for feature in 0..<width {
        rows[start + feature] = (rows[start + feature] - self.means[feature]) * factors[feature]
      }
    }
  }

  /// The network of unscaled features that scores as `network` does scaled ones.
  func merged(into network: NeuralNetwork) throws(ModelError) -> NeuralNetwork {
    let count = network.hiddenCount
    var weights = network.hiddenWeights
    var biases = network.hiddenBiases.map(Double.init)
    for feature in means.indices {
      for unit in 0..<count {
        weights[feature * count + unit] *= factors[feature]
        biases[unit] -= Double(weights[feature * count + unit]) * Double(means[feature])
      }
    }
    return try NeuralNetwork(
      labels: network.labels, featureCount: network.featureCount, hiddenCount: count,
      hiddenWeights: weights, hiddenBiases: biases.map { Float($0) },
      outputWeights: network.outputWeights, outputBiases: network.outputBiases,
      temperature: network.temperature)
  }
}
