internal import CKernels

/// A classifier with one layer of hidden units: *W*₂ max(0, *W*₁ *x* + *b*₁) + *b*₂.
///
/// The scores are log-odds; confidences are softmax(scores / temperature).
package struct NeuralNetwork: Hashable, Sendable {
  /// The classes, in the order of the scores.
  package let labels: [String]
  /// The length of a vector.
  package let featureCount: Int
  /// The number of hidden units, a multiple of `lanes`.
  package let hiddenCount: Int
  /// The weights of the hidden units, feature by feature, `hiddenCount` for each.
  package private(set) var hiddenWeights: [Float]
  package let hiddenBiases: [Float]
  /// The weights of the scores, hidden unit by hidden unit, one for each class.
  package let outputWeights: [Float]
  package let outputBiases: [Float]
  /// The divisor of scores in confidences.
  package var temperature = 1.0
  /// The step of each hidden unit's weights, if they are multiples of it from -127 to 127. A file
  /// then holds one byte per weight.
  private var steps: [Float]?

  /// The number of columns in a product of matrices is a multiple of this.
  package static let lanes = 8
  static let largestHiddenCount = 4096

  package init(
    labels: [String], featureCount: Int, hiddenCount: Int, hiddenWeights: [Float],
    hiddenBiases: [Float], outputWeights: [Float], outputBiases: [Float], temperature: Double = 1
  ) throws(ModelError) {
    guard labels.count >= 2, Set(labels).count == labels.count else {
      throw .inconsistent("expected at least 2 classes of different names, got \(labels)")
    }
    guard (1...Self.largestHiddenCount).contains(hiddenCount), hiddenCount % Self.lanes == 0 else {
      throw .inconsistent(
        "expected \(Self.lanes) to \(Self.largestHiddenCount) hidden units, a multiple of "
          + "\(Self.lanes), got \(hiddenCount)")
    }
    // A division, as the product of numbers from a file may overflow.
    guard hiddenWeights.count % hiddenCount == 0,
      hiddenWeights.count / hiddenCount == featureCount, hiddenBiases.count == hiddenCount,
      outputWeights.count == hiddenCount * labels.count, outputBiases.count == labels.count
    else {
      throw .inconsistent(
        "expected \(featureCount) × \(hiddenCount) and \(hiddenCount) × \(labels.count) weights, "
          + "got \(hiddenWeights.count) and \(outputWeights.count)")
    }
    for weights in [hiddenWeights, hiddenBiases, outputWeights, outputBiases] {
      guard weights.allSatisfy({ $0.isFinite }) else {
        throw .inconsistent("a weight is not finite")
      }
    }
    try ModelError.check(temperature: temperature)
    self.labels = labels
    self.featureCount = featureCount
    self.hiddenCount = hiddenCount
    self.hiddenWeights = hiddenWeights
    self.hiddenBiases = hiddenBiases
    self.outputWeights = outputWeights
    self.outputBiases = outputBiases
    self.temperature = temperature
  }

  /// The network with the weights of hidden units rounded to a byte each.
  package func rounded() -> NeuralNetwork {
    var steps = [Float](repeating: .leastNormalMagnitude, count: hiddenCount)
    for (index, weight) in hiddenWeights.enumerated() {
      let unit = index % hiddenCount
      steps[unit] = max(steps[unit], abs(weight) / 127)
    }
    var result = self
    result.hiddenWeights = hiddenWeights.enumerated().map { index, weight in
      let step = steps[index % hiddenCount]
      return (weight / step).rounded() * step
    }
    result.steps = steps
    return result
  }

  package func scores(of vector: [Float]) throws(GestureError) -> [Double] {
    try GestureError.check(featureCount: vector.count, expected: featureCount)
    var hidden = [Float](repeating: 0, count: hiddenCount)
    inertial_matrix_product(vector, 0, 1, hiddenWeights, &hidden, 1, featureCount, hiddenCount)
    var scores = outputBiases
    for unit in 0..<hiddenCount {
      let value = hidden[unit] + hiddenBiases[unit]
      guard value.isFinite else { throw .notFinite(in: vector.map(Double.init)) }
      guard value > 0 else { continue }
      for row in scores.indices { scores[row] += value * outputWeights[unit * scores.count + row] }
    }
    guard scores.allSatisfy({ $0.isFinite }) else { throw .notFinite(in: vector.map(Double.init)) }
    return scores.map(Double.init)
  }

  /// Classifies a feature vector. The first of equal scores wins.
  ///
  /// - Complexity: O(features · hidden units).
  func recognize(_ vector: [Float]) throws(GestureError) -> Recognition {
    Recognition(
      labels: labels, scores: try scores(of: vector),
      scale: ConfidenceScale(unchecked: temperature))
  }

  /// The network without the other classes.
  func restricted(to kept: Set<String>) throws(ModelError) -> NeuralNetwork {
    let rows = labels.indices.filter { kept.contains(labels[$0]) }
    var result = try NeuralNetwork(
      labels: rows.map { labels[$0] }, featureCount: featureCount, hiddenCount: hiddenCount,
      hiddenWeights: hiddenWeights, hiddenBiases: hiddenBiases,
      outputWeights: (0..<hiddenCount).flatMap { unit in
        rows.map { outputWeights[unit * labels.count + $0] }
      },
      outputBiases: rows.map { outputBiases[$0] }, temperature: temperature)
    result.steps = steps
    return result
  }
}

extension NeuralNetwork: ModelPart {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    let labels = try file.coded(part?.labels)
    let featureCount = try file.coded(part?.featureCount)
    let hiddenCount = try file.coded(part?.hiddenCount)
    let steps: [Float]? = try file.coded(part.map { $0.steps })
    let hiddenWeights: [Float]
    if let steps {
      guard hiddenCount > 0, steps.count == hiddenCount else {
        throw .inconsistent("expected \(hiddenCount) steps of weights, got \(steps.count)")
      }
      if let step = steps.first(where: { !($0 > 0 && $0.isFinite) }) {
        throw .inconsistent("expected finite steps of weights above 0, got \(step)")
      }
      let bytes = try file.bytes(
        part?.hiddenWeights.enumerated().map { index, weight in
          UInt8(bitPattern: Int8((weight / steps[index % hiddenCount]).rounded()))
        })
      hiddenWeights = bytes.enumerated().map {
        Float(Int8(bitPattern: $1)) * steps[$0 % hiddenCount]
      }
    } else {
      hiddenWeights = try file.floats(part?.hiddenWeights)
    }
    try self.init(
      labels: labels, featureCount: featureCount, hiddenCount: hiddenCount,
      hiddenWeights: hiddenWeights, hiddenBiases: file.floats(part?.hiddenBiases),
      outputWeights: file.floats(part?.outputWeights),
      outputBiases: file.floats(part?.outputBiases), temperature: file.coded(part?.temperature))
    self.steps = steps
  }
}
