internal import GestureRecognition
internal import RotationMath

/// The multi-class perceptron, averaged over many random starts: the lab's trainer.
///
/// Starting from random weights, the examples are classified one after another. If an example is
/// misclassified, its vector is added to the weights of the right class and subtracted from those
/// of the wrong one (K. Crammer and Y. Singer, *Ultraconservative online algorithms for multiclass
/// problems*, 2003; the lab's training program). A start ends after an epoch without a mistake,
/// which is reached if the classes are linearly separable, or after the maximum number of epochs;
/// then its weights are the mean over the last epoch. The separating weights depend on the start,
/// so the weights of all starts are averaged.
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
    package var meanEpochs: Double
    /// The largest number of epochs.
    package var maximumEpochs: Int
  }

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

  /// Trains weights, row by row, one row per class.
  ///
  /// - Parameters:
  ///   - vectors: One feature vector per example, all of one length. A constant feature acts as the
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
