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
