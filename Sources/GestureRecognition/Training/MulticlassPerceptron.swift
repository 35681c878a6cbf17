/// The multi-class perceptron, from many random starts, averaged.
///
/// From random weights, each example in turn is classified; when it is taken for a wrong class,
/// its vector is added to the weights of the right class and subtracted from those of the wrong
/// one (K. Crammer and Y. Singer, *Ultraconservative online algorithms for multiclass problems*,
/// 2003; the lab's training program). A start ends with an epoch without a mistake, which comes if
/// the classes can be separated, or after ``maximumEpochs``. Which separating weights come out
/// depends on the start, so those of all starts are averaged.
///
/// Each start has a random sequence of its own, and sums are taken in the order of the starts:
/// the result is the same, bit for bit, on any number of cores.
public struct MulticlassPerceptron: Hashable, Sendable {
  /// What training found out besides the weights.
  public struct Report: Hashable, Sendable, Codable {
    /// The number of random starts.
    public var starts: Int
    /// How many of them ended with an epoch without a mistake.
    public var converged: Int
    /// The mean number of epochs.
    public var meanEpochs: Double
    /// The largest number of epochs.
    public var maximumEpochs: Int
  }

  /// The number of random starts. Default: 1000, as in the lab.
  public var starts: Int
  /// The largest number of passes through the examples from one start. Default: 200.
  public var maximumEpochs: Int
  /// What the random starts derive from.
  public var seed: UInt64

  /// A perceptron with these bounds.
  ///
  /// - Precondition: `starts` and `maximumEpochs` are positive.
  public init(starts: Int = 1000, maximumEpochs: Int = 200, seed: UInt64 = 1) {
    precondition(starts > 0 && maximumEpochs > 0, "at least one start of one epoch is needed")
    self.starts = starts
    self.maximumEpochs = maximumEpochs
    self.seed = seed
  }

  /// Learns weights, row by row, one row a class.
  ///
  /// - Parameters:
  ///   - vectors: One feature vector an example, all of one length. A constant feature makes the
  ///     bias.
  ///   - classes: The class of each example, in `0..<classCount`.
  ///   - classCount: The number of classes.
  ///   - width: The largest number of cores; all of them by default.
  ///   - progress: Told how many of the starts are done, from any thread.
  /// - Throws: ``TrainingError`` for no examples, features that differ in number or are not
  ///   finite, and cancellation.
  /// - Precondition: There are as many classes as vectors, each in its range.
  public func train(
    vectors: [[Double]], classes: [Int], classCount: Int, width: Int? = nil,
    progress: (@Sendable (Int) -> Void)? = nil
  ) async throws(TrainingError) -> (weights: [Double], report: Report) {
    let problem = try PerceptronProblem(
      vectors: vectors, classes: classes, classCount: classCount)
    // Blocks of a fixed size keep the order of summation independent of the number of cores.
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

  /// Seeds that are near each other must not share starts.
  private var sequenceBase: UInt64 {
    var mixer = SplitMix64(seed: seed)
    return mixer.next()
  }
}

/// The sum of the weights of some starts, and how they ended.
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
