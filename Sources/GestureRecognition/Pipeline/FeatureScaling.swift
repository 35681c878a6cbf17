/// Brings features to mean 0 and standard deviation 1 over the examples of a training.
///
/// Components of different units weigh alike then. A feature that never changes is left at 0.
package struct FeatureScaling: Hashable, Sendable, Codable {
  /// The mean of each feature.
  package let means: [Double]
  /// What the difference to the mean is multiplied by; 0 where a feature never changes.
  package let factors: [Double]

  /// The scaling of `vectors`, which are of one length.
  init(of vectors: [[Double]]) {
    let count = Double(vectors.count)
    let width = vectors.first?.count ?? 0
    var means = [Double](repeating: 0, count: width)
    for vector in vectors {
      for index in 0..<width { means[index] += vector[index] / count }
    }
    var variances = [Double](repeating: 0, count: width)
    for vector in vectors {
      for index in 0..<width {
        let distance = vector[index] - means[index]
        variances[index] += distance * distance / count
      }
    }
    self.means = means
    factors = zip(means, variances).map { mean, variance in
      // Below that, what changes is the rounding of the mean.
      variance.squareRoot() > 1e-12 * abs(mean) ? 1 / variance.squareRoot() : 0
    }
  }

  /// `vector` scaled, and a constant 1 for the bias of a linear classifier.
  func scaled(_ vector: [Double]) -> [Double] {
    var scaled = vector
    for index in scaled.indices { scaled[index] = (vector[index] - means[index]) * factors[index] }
    scaled.append(1)
    return scaled
  }
}
