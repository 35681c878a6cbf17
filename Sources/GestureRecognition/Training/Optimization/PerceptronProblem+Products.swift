extension PerceptronProblem {
  /// Epochs with all scores kept up to date, from the weights of `run`.
  func runByGram(_ run: inout Run, maximumEpochs: Int) {
    let (n, k, d) = (exampleCount, classCount, featureCount)
    let stride = ScoreTable.stride(for: n)
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

  /// The first example from `start` on whose own class does not have the highest score alone.
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
