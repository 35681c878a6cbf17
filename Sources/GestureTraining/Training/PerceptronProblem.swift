internal import GestureRecognition
internal import RotationMath

/// The examples of one training of linear weights, shared by all starts.
///
/// For up to `gramLimit` examples, all scores are kept up to date: a mistake adds a row of the
/// Gram matrix to the scores of one class and subtracts it from those of another. While mistakes
/// are rare, this costs less than a new score of every example.
struct PerceptronProblem: Sendable {
  /// The result of one start. Weights are stored feature by feature, all classes of one together.
  struct Run: Sendable {
    var weights: [Double]
    var converged = false
    var epochs = 0
  }

  /// The number of examples above which a row of the Gram matrix costs more than it saves.
  static let gramLimit = 1024

  let exampleCount: Int
  let featureCount: Int
  let classCount: Int
  let classes: [Int]
  let features: [Double]
  /// The dot products of all pairs of examples; empty for more than `gramLimit`.
  let gram: [Double]

  var weightCount: Int { featureCount * classCount }

  init(
    vectors: [[Double]], classes: [Int], classCount: Int, keepsProducts: Bool = true
  ) throws(TrainingError) {
    precondition(vectors.count == classes.count, "expected one class for each vector")
    precondition(classes.allSatisfy { (0..<classCount).contains($0) }, "class out of range")
    guard let first = vectors.first else { throw .noExamples }
    for (example, vector) in vectors.enumerated() {
      try LabeledProblem.check(vector, featureCount: first.count, name: "example \(example)")
    }
    exampleCount = vectors.count
    featureCount = first.count
    self.classCount = classCount
    self.classes = classes
    let features = vectors.flatMap { $0 }
    self.features = features
    guard keepsProducts, vectors.count <= Self.gramLimit else {
      gram = []
      return
    }
    let (n, d) = (vectors.count, first.count)
    var products = [Double](repeating: 0, count: n * n)
    for i in 0..<n {
      for j in 0...i {
        var sum = 0.0
        for k in 0..<d { sum += features[i * d + k] * features[j * d + k] }
        products[i * n + j] = sum
        products[j * n + i] = sum
      }
    }
    gram = products
  }

  /// `weights` class by class, the order of models.
  func rows(of weights: [Double]) -> [Double] {
    (0..<classCount).flatMap { row in
      (0..<featureCount).map { weights[$0 * classCount + row] }
    }
  }

  /// One start: standard normal weights, then epochs until one without a mistake.
  func run(seed: UInt64, maximumEpochs: Int) -> Run {
    var random = SplitMix64(seed: seed)
    // The first output decorrelates neighbouring seeds.
    random = SplitMix64(seed: random.next())
    var run = Run(weights: (0..<weightCount).map { _ in random.nextNormal() })
    if gram.isEmpty {
      runScoring(&run, maximumEpochs: maximumEpochs)
    } else {
      runByGram(&run, maximumEpochs: maximumEpochs)
    }
    return run
  }

  // MARK: - Scores on demand

  private func runScoring(_ run: inout Run, maximumEpochs: Int) {
    let (k, d) = (classCount, featureCount)
    var late = LateUpdates(classCount: k, exampleCount: exampleCount)
    defer { late.remove(from: &run.weights) }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: k) { scores in
      features.withUnsafeBufferPointer { features in
        run.weights.withUnsafeMutableBufferPointer { weights in
          while run.epochs < maximumEpochs, !run.converged, !Task.isCancelled {
            run.epochs += 1
            run.converged = true
            for example in 0..<exampleCount {
              let vector = UnsafeBufferPointer(
                rebasing: features[(example * d)..<(example * d + d)])
              Self.score(vector, weights: UnsafeBufferPointer(weights), into: scores)
              var best = 0
              for row in 1..<k where scores[row] > scores[best] { best = row }
              let truth = classes[example]
              guard best != truth else { continue }
              run.converged = false
              Self.update(vector, weights: weights, classCount: k, right: truth, wrong: best)
              if run.epochs == maximumEpochs {
                late.add(vector, right: truth, wrong: best, at: example)
              }
            }
          }
        }
      }
    }
  }

  // MARK: - Shared

  /// Scores a vector. Zeros, the features of empty zones, are skipped.
  static func score(
    _ vector: UnsafeBufferPointer<Double>, weights: UnsafeBufferPointer<Double>,
    into scores: UnsafeMutableBufferPointer<Double>
  ) {
    let k = scores.count
    for row in 0..<k { scores[row] = 0 }
    for (index, feature) in vector.enumerated() where feature != 0 {
      let column = UnsafeBufferPointer(rebasing: weights[(index * k)..<(index * k + k)])
      for row in 0..<k { scores[row] += feature * column[row] }
    }
  }

  /// Adds the vector to the weights of one class and subtracts it from those of another.
  static func update(
    _ vector: UnsafeBufferPointer<Double>, weights: UnsafeMutableBufferPointer<Double>,
    classCount: Int, right: Int, wrong: Int
  ) {
    for (index, feature) in vector.enumerated() {
      weights[index * classCount + right] += feature
      weights[index * classCount + wrong] -= feature
    }
  }
}

extension PerceptronProblem {
  /// Epochs with all scores kept up to date, from the weights of `run`.
  func runByGram(_ run: inout Run, maximumEpochs: Int) {
    let (n, k, d) = (exampleCount, classCount, featureCount)
    let stride = ScoreTable.stride(for: n)
    var late = LateUpdates(classCount: k, exampleCount: n)
    defer { late.remove(from: &run.weights) }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: (k + 1) * stride + k) { memory in
      let table = ScoreTable(
        memory: UnsafeMutableBufferPointer(rebasing: memory[..<((k + 1) * stride)]),
        exampleCount: n, classCount: k)
      let own = UnsafeMutableBufferPointer(rebasing: memory[((k + 1) * stride)...])
      let members = LabeledProblem.members(of: classes, classCount: k)
      features.withUnsafeBufferPointer { features in
        run.weights.withUnsafeMutableBufferPointer { weights in
          gram.withUnsafeBufferPointer { gram in
            func vector(_ example: Int) -> UnsafeBufferPointer<Double> {
              UnsafeBufferPointer(rebasing: features[(example * d)..<(example * d + d)])
            }
            table.clear()
            for example in 0..<n {
              Self.score(vector(example), weights: UnsafeBufferPointer(weights), into: own)
              table.set(own, of: example, truth: classes[example])
            }
            while run.epochs < maximumEpochs, !run.converged, !Task.isCancelled {
              run.epochs += 1
              run.converged = true
              var next = 0
              while let example = table.firstSuspect(from: next) {
                next = example + 1
                let truth = classes[example]
                guard let best = table.rival(of: example, truth: truth) else { continue }
                run.converged = false
                Self.update(
                  vector(example), weights: weights, classCount: k, right: truth, wrong: best)
                if run.epochs == maximumEpochs {
                  late.add(vector(example), right: truth, wrong: best, at: example)
                }
                let products = UnsafeBufferPointer(
                  rebasing: gram[(example * n)..<(example * n + n)])
                table.add(products, to: truth, members: members[truth], factor: 1)
                table.add(products, to: best, members: members[best], factor: -1)
              }
            }
          }
        }
      }
    }
  }
}

/// The updates of the last of a start's epochs, each by the share of the epoch before it.
///
/// Without them, the weights are their mean over that epoch. The last weights of classes that
/// overlap fit the last examples, which are the same from every start (Y. Freund, R. E. Schapire,
/// *Large margin classification using the perceptron algorithm*, 1999,
/// doi:10.1023/A:1007662407062).
private struct LateUpdates {
  let classCount: Int
  let exampleCount: Int
  private var sums: [Double] = []

  init(classCount: Int, exampleCount: Int) {
    self.classCount = classCount
    self.exampleCount = exampleCount
  }

  mutating func add(_ vector: UnsafeBufferPointer<Double>, right: Int, wrong: Int, at example: Int)
  {
    if sums.isEmpty { sums = [Double](repeating: 0, count: vector.count * classCount) }
    let share = Double(example) / Double(exampleCount)
    for (index, feature) in vector.enumerated() {
      sums[index * classCount + right] += share * feature
      sums[index * classCount + wrong] -= share * feature
    }
  }

  func remove(from weights: inout [Double]) {
    for index in sums.indices { weights[index] -= sums[index] }
  }
}

/// The scores of all examples, class by class.
///
/// A mistake changes two contiguous rows, and eight examples are compared at once. The score of
/// each example's own class is in an extra last row, with −∞ in its place, so that the other rows
/// hold the rivals. Columns beyond the examples never have a rival.
private struct ScoreTable {
  let memory: UnsafeMutableBufferPointer<Double>
  let exampleCount: Int
  let classCount: Int
  private let stride: Int

  /// The length of a row: eight more than the examples, as a SIMD load may start at the last one.
  static func stride(for exampleCount: Int) -> Int { exampleCount + 8 }

  init(memory: UnsafeMutableBufferPointer<Double>, exampleCount: Int, classCount: Int) {
    self.memory = memory
    self.exampleCount = exampleCount
    self.classCount = classCount
    stride = Self.stride(for: exampleCount)
  }

  func clear() {
    memory.update(repeating: -.infinity)
    for place in (classCount * stride)..<memory.count { memory[place] = .infinity }
  }

  func set(_ scores: UnsafeMutableBufferPointer<Double>, of example: Int, truth: Int) {
    for row in 0..<classCount where row != truth {
      memory[row * stride + example] = scores[row]
    }
    memory[classCount * stride + example] = scores[truth]
  }

  /// The first example from `start` on whose class does not have the single highest score.
  func firstSuspect(from start: Int) -> Int? {
    let bytes = UnsafeRawBufferPointer(memory)
    let lane = MemoryLayout<Double>.stride
    var example = start
    while example < exampleCount {
      var highest = SIMD8<Double>(repeating: -.infinity)
      var offset = example * lane
      for _ in 0..<classCount {
        let row = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<Double>.self)
        highest.replace(with: row, where: row .> highest)
        offset += stride * lane
      }
      let own = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<Double>.self)
      let suspects = highest .>= own
      if any(suspects) {
        for index in 0..<8 where suspects[index] { return example + index }
      }
      example += 8
    }
    return nil
  }

  /// The class that the example is misclassified as, the first of equal ones; `nil` if it is right.
  func rival(of example: Int, truth: Int) -> Int? {
    var best = 0
    var highest = memory[example]
    for row in 1..<classCount where memory[row * stride + example] > highest {
      highest = memory[row * stride + example]
      best = row
    }
    let own = memory[classCount * stride + example]
    return highest > own || (highest == own && best < truth) ? best : nil
  }

  /// Adds `factor` times `products` to the scores of one class, whose `members` are in the last
  /// row.
  func add(
    _ products: UnsafeBufferPointer<Double>, to row: Int, members: [Int], factor: Double
  ) {
    let scores = UnsafeMutableBufferPointer(
      rebasing: memory[(row * stride)..<(row * stride + exampleCount)])
    for example in 0..<exampleCount { scores[example] += factor * products[example] }
    for example in members { memory[classCount * stride + example] += factor * products[example] }
  }
}
