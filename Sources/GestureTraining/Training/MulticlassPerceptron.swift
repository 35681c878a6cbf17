internal import GestureRecognition
internal import RotationMath

/// The multi-class perceptron, averaged over many random starts: the lab's trainer.
///
/// From random weights, the examples are classified in turn. If an example is misclassified, its
/// vector is added to the weights of the right class and subtracted from those of the wrong one
/// (K. Crammer and Y. Singer, *Ultraconservative online algorithms for multiclass problems*, 2003;
/// the lab's training program). A start ends with an epoch without a mistake, which exists if the
/// classes are linearly separable, or after a largest number of epochs. The separating weights
/// depend on the start, so the weights of all starts are averaged.
///
/// Each start has its own random sequence, and sums are taken in the order of the starts. The
/// result has the same bits on any number of cores.
public struct MulticlassPerceptron: Hashable, Sendable {
  /// The outcome of the random starts.
  public struct Report: Hashable, Sendable, Codable {
    /// The number of random starts.
    public var starts: Int
    /// The number of starts that ended with an epoch without a mistake.
    public var converged: Int
    /// The mean number of epochs.
    package var meanEpochs: Double
    /// The largest number of epochs.
    package var maximumEpochs: Int
  }

  /// The number of random starts.
  package var starts: Int
  /// The largest number of passes through the examples from one start.
  package var maximumEpochs: Int
  /// The seed of the random starts.
  public var seed: UInt64

  /// Creates a trainer.
  ///
  /// - Parameters:
  ///   - starts: The number of random starts (default: 1000, as in the lab).
  ///   - maximumEpochs: The largest number of passes through the examples from one start
  ///     (default: 200).
  ///   - seed: The seed of the random starts.
  /// - Precondition: `starts` and `maximumEpochs` are positive.
  public init(starts: Int = 1000, maximumEpochs: Int = 200, seed: UInt64 = 1) {
    precondition(starts > 0 && maximumEpochs > 0, "expected at least one start of one epoch")
    self.starts = starts
    self.maximumEpochs = maximumEpochs
    self.seed = seed
  }

  /// Trains weights, row by row, one row a class.
  ///
  /// - Parameters:
  ///   - vectors: One feature vector an example, all of one length. A constant feature acts as the
  ///     bias.
  ///   - classes: The class of each example, in `0..<classCount`.
  ///   - classCount: The number of classes.
  ///   - width: The largest number of cores (default: all).
  ///   - progress: Receives the number of completed starts, from any thread.
  /// - Throws: ``TrainingError`` for no examples, features that differ in number or are not
  ///   finite, and cancellation.
  /// - Precondition: `classes` has one class in range for each vector.
  public func train(
    vectors: [[Double]], classes: [Int], classCount: Int, width: Int? = nil,
    progress: (@Sendable (Int) -> Void)? = nil
  ) async throws(TrainingError) -> (weights: [Double], report: Report) {
    let problem = try PerceptronProblem(
      vectors: vectors, classes: classes, classCount: classCount)
    // Blocks of a fixed size make the order of summation independent of the number of cores.
    let blockSize = 16
    let blocks = (starts + blockSize - 1) / blockSize
    let base = sequenceBase
    let outcome = await parallelMap(
      count: blocks, width: width, progress: { progress?(min($0 * blockSize, starts)) },
      { block -> PerceptronSum? in
        var sum = PerceptronSum(count: problem.weightCount)
        for start in (block * blockSize)..<min((block + 1) * blockSize, starts) {
          if Task.isCancelled { return nil }
          sum.add(problem.run(seed: base &+ UInt64(start), maximumEpochs: maximumEpochs))
        }
        return sum
      })
    guard let sums = outcome else { throw .cancelled }
    var total = PerceptronSum(count: problem.weightCount)
    for sum in sums { total.add(sum) }
    let report = Report(
      starts: starts, converged: total.converged,
      meanEpochs: Double(total.epochs) / Double(starts), maximumEpochs: total.maximumEpochs)
    return (problem.rows(of: total.weights.map { $0 / Double(starts) }), report)
  }

  /// The first seed of the starts. Neighbouring seeds must not share starts.
  private var sequenceBase: UInt64 {
    var mixer = SplitMix64(seed: seed)
    return mixer.next()
  }
}

/// The sum of the weights of several starts, and their outcome.
struct PerceptronSum: Sendable {
  var weights: [Double]
  var converged = 0
  var epochs = 0
  var maximumEpochs = 0

  init(count: Int) { weights = [Double](repeating: 0, count: count) }

  mutating func add(_ run: PerceptronProblem.Run) {
    for index in weights.indices { weights[index] += run.weights[index] }
    converged += run.converged ? 1 : 0
    epochs += run.epochs
    maximumEpochs = max(maximumEpochs, run.epochs)
  }

  mutating func add(_ other: PerceptronSum) {
    for index in weights.indices { weights[index] += other.weights[index] }
    converged += other.converged
    epochs += other.epochs
    maximumEpochs = max(maximumEpochs, other.maximumEpochs)
  }
}

/// The averaged multi-class perceptron: one start from zero, averaged over all examples.
///
/// The examples are classified in turn. If one is misclassified, its vector is added to the weights
/// of the right class and subtracted from those of the wrong one. The result is the mean of the
/// weights after every single example, which generalises like a vote of all of them (Y. Freund and
/// R. E. Schapire, *Large margin classification using the perceptron algorithm*, 1999,
/// doi:10.1023/A:1007662407062; M. Collins, *Discriminative training methods for hidden Markov
/// models*, 2002, doi:10.3115/1118693.1118694). Examples are shuffled before each epoch.
///
/// Training ends with an epoch without a mistake, which exists if the classes are linearly
/// separable, or after ``maximumEpochs``. The scale of the scores is arbitrary: they are not
/// log-odds.
package struct AveragedPerceptron: Hashable, Sendable {
  /// The largest number of passes through the examples (default: 100).
  package var maximumEpochs: Int
  /// The seed of the shuffles.
  package var seed: UInt64

  /// Creates a trainer.
  ///
  /// - Precondition: `maximumEpochs` is positive.
  package init(maximumEpochs: Int = 100, seed: UInt64 = 1) {
    precondition(maximumEpochs > 0, "expected at least one epoch, got \(maximumEpochs)")
    self.maximumEpochs = maximumEpochs
    self.seed = seed
  }

  /// Trains weights, row by row, one row a class.
  ///
  /// The report's loss is the mean margin violation over the last epoch: the highest score minus
  /// that of the right class. It is 0 after convergence.
  ///
  /// - Parameters:
  ///   - vectors: One feature vector an example, all of one length. A constant feature acts as the
  ///     bias.
  ///   - classes: The class of each example, in `0..<classCount`.
  ///   - classCount: The number of classes.
  ///   - progress: Receives the number of completed epochs.
  /// - Throws: ``TrainingError`` for no examples, features that differ in number or are not
  ///   finite, and cancellation.
  /// - Precondition: `classes` has one class in range for each vector.
  /// - Complexity: O(epochs · examples · features · classes).
  package func train(
    vectors: [[Double]], classes: [Int], classCount: Int, progress: ((Int) -> Void)? = nil
  ) throws(TrainingError) -> (weights: [Double], report: TrainingReport) {
    let problem = try PerceptronProblem(
      vectors: vectors, classes: classes, classCount: classCount, keepsProducts: false)
    var random = SplitMix64(seed: seed)
    var order = Array(0..<problem.exampleCount)
    var weights = [Double](repeating: 0, count: problem.weightCount)
    // The sum of each update times the number of examples before it. The mean is the last weights
    // minus this sum over the number of examples, without a sum over all weights at each example.
    var early = weights
    var seen = 0.0
    var report = TrainingReport(converged: false, iterations: 0, loss: 0, mistakes: 0)
    while report.iterations < maximumEpochs, !report.converged {
      if Task.isCancelled { throw .cancelled }
      order.shuffle(using: &random)
      report.iterations += 1
      let epoch = problem.averagedEpoch(order, weights: &weights, early: &early, seen: &seen)
      report.converged = epoch.mistakes == 0
      report.loss = epoch.loss
      progress?(report.iterations)
    }
    for index in weights.indices { weights[index] -= early[index] / seen }
    report.mistakes = vectors.indices.count {
      problem.best(of: vectors[$0], weights: weights) != classes[$0]
    }
    return (problem.rows(of: weights), report)
  }
}

extension PerceptronProblem {
  /// One pass through the examples in this order. `early` sums the updates, each times the number
  /// of examples before it.
  fileprivate func averagedEpoch(
    _ order: [Int], weights: inout [Double], early: inout [Double], seen: inout Double
  ) -> (mistakes: Int, loss: Double) {
    let (k, d) = (classCount, featureCount)
    var mistakes = 0
    var loss = 0.0
    for example in order {
      let vector = features[(example * d)..<(example * d + d)]
      let truth = classes[example]
      let (best, highest, right) = compare(vector, truth: truth, weights: weights)
      if best != truth {
        mistakes += 1
        loss += highest - right
        for (index, feature) in zip(0..<d, vector) where feature != 0 {
          weights[index * k + truth] += feature
          weights[index * k + best] -= feature
          early[index * k + truth] += feature * seen
          early[index * k + best] -= feature * seen
        }
      }
      seen += 1
    }
    return (mistakes, loss / Double(order.count))
  }
}
