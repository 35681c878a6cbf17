internal import CKernels
internal import RealModule
internal import RotationMath

/// Trains a `NeuralNetwork` by mini-batches, on one core.
///
/// It minimises the cross-entropy with smoothed labels by `AdamOptimizer`; the rate falls along a
/// cosine. Hidden units are dropped at random (N. Srivastava et al., *Dropout*, 2014, JMLR 15).
/// The same rows, classes and seed give the same network on every processor.
///
/// The constants are customary ones; the weight decay and the number of hidden units were chosen
/// among three each on two of five folds by writers of the development half of UNIPEN's capitals.
struct NetworkTrainer: Hashable, Sendable {
  /// The number of hidden units for many classes. Default: 128.
  var largestHiddenCount = 128
  /// The share of the hidden units that is dropped. Default: 0.3.
  var dropout: Float = 0.3
  /// The weight decay. Default: 0.1.
  var decay: Float = 0.1
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
  ///   - featureCount: The length of a row.
  ///   - classes: The class of each row.
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
