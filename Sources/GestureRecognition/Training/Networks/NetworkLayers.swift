internal import CKernels
internal import RealModule

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
  ///   - inputs: The features, row by row.
  ///   - truths: The class of each row.
  ///   - mask: The factor of each hidden unit for each row; 0 for a dropped one.
  ///   - smoothing: The share of the probability that is spread over all classes.
  ///   - rate: The rate of the step.
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
