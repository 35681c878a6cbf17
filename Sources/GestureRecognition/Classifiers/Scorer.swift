/// A classifier of feature vectors: the highest score wins.
package enum Scorer: Hashable, Sendable {
  /// One row of weights per class, for scaled features if there is a scaling.
  case linear(LinearClassifier, FeatureScaling? = nil)
  case network(NeuralNetwork)
  /// One normal distribution per feature and class.
  case naiveBayes(GaussianNaiveBayes)
  case nearest(NearestShapes)

  /// The label of a class of gestures that are none of the others.
  package static let nullLabel = ""

  /// The classes, in the order of the scores.
  package var labels: [String] {
    switch self {
    case .linear(let classifier, _): classifier.labels
    case .network(let network): network.labels
    case .naiveBayes(let classifier): classifier.labels
    case .nearest(let shapes): shapes.labels
    }
  }

  /// The length of a feature vector.
  package var featureCount: Int {
    switch self {
    case .linear(let classifier, let scaling): scaling?.means.count ?? classifier.featureCount
    case .network(let network): network.featureCount
    case .naiveBayes(let classifier): classifier.featureCount
    case .nearest(let shapes): shapes.featureCount
    }
  }

  /// The inconsistency of its parts as an error text, or `nil` if there is none.
  var validationError: String? {
    guard case .linear(let classifier, let scaling?) = self else { return nil }
    guard scaling.means.count == scaling.factors.count,
      classifier.featureCount == scaling.means.count + 1
    else {
      return "expected \(scaling.means.count) scale factors and \(scaling.means.count + 1) weights "
        + "a class for \(scaling.means.count) means, got \(scaling.factors.count) and "
        + "\(classifier.featureCount)"
    }
    return nil
  }

  /// Classifies a feature vector.
  package func recognize(_ vector: [Double]) throws(GestureError) -> Recognition {
    switch self {
    case .linear(let classifier, let scaling):
      guard let scaling else { return try classifier.recognize(vector) }
      try GestureError.check(featureCount: vector.count, expected: scaling.means.count)
      return try classifier.recognize(scaling.scaled(vector))
    case .network(let network): return try network.recognize(vector.map { Float($0) })
    case .naiveBayes(let classifier): return try classifier.recognize(vector)
    case .nearest(let shapes): return try shapes.recognize(vector.map { Float($0) })
    }
  }

  func recognize(_ vector: [Float]) throws(GestureError) -> Recognition {
    switch self {
    case .network(let network): try network.recognize(vector)
    case .nearest(let shapes): try shapes.recognize(vector)
    case .linear, .naiveBayes: try recognize(vector.map { Double($0) })
    }
  }

  /// Classifies many feature vectors, those of unscaled rows of weights by one matrix product.
  func recognize(batch vectors: [[Double]]) throws(GestureError) -> [Recognition] {
    if case .linear(let classifier, nil) = self { return try classifier.recognize(batch: vectors) }
    var recognitions: [Recognition] = []
    for vector in vectors { recognitions.append(try recognize(vector)) }
    return recognitions
  }

  func restricted(to kept: Set<String>) throws(ModelError) -> Scorer {
    switch self {
    case .linear(let classifier, let scaling):
      return .linear(try classifier.restricted(to: kept), scaling)
    case .network(let network): return .network(try network.restricted(to: kept))
    case .nearest(let shapes): return .nearest(try shapes.restricted(to: kept))
    case .naiveBayes(let classifier): return .naiveBayes(try classifier.restricted(to: kept))
    }
  }
}

extension Scorer: ModelPart {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    if let part {
      self = part
      switch part {
      case .linear(let classifier, let scaling):
        try file.write("linear", classifier)
        _ = try file.coded(.some(scaling))
      case .network(let network): try file.write("network", network)
      case .naiveBayes(let classifier): try file.write("naive-bayes", classifier)
      case .nearest(let shapes): try file.write("nearest", shapes)
      }
    } else {
      switch try file.coded(nil) as String {
      case "linear": self = .linear(try file.coded(nil), try file.coded(nil))
      case "network": self = .network(try file.coded(nil))
      case "naive-bayes": self = .naiveBayes(try file.coded(nil))
      case "nearest": self = .nearest(try file.coded(nil))
      case let name: throw .unknown(name)
      }
    }
    if let validationError { throw .inconsistent(validationError) }
  }
}

extension FeatureScaling: ModelPart {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    means = try file.coded(part?.means)
    factors = try file.coded(part?.factors)
  }
}

/// Scales features to mean 0 and standard deviation 1 over the training set.
///
/// Components of different units then have equal weight. A constant feature is set to 0.
package struct FeatureScaling: Hashable, Sendable {
  package let means: [Double]
  /// The reciprocal standard deviation of each feature; 0 for a constant feature.
  package let factors: [Double]

  /// Computes the scaling of `vectors`, all of the same length.
  package init(of vectors: some Collection<some Collection<Double>>) {
    let count = Double(vectors.count)
    let width = vectors.first?.count ?? 0
    var means = [Double](repeating: 0, count: width)
    for vector in vectors {
      for (index, value) in vector.enumerated() { means[index] += value / count }
    }
    var variances = [Double](repeating: 0, count: width)
    for vector in vectors {
      for (index, value) in vector.enumerated() {
        let distance = value - means[index]
        variances[index] += distance * distance / count
      }
    }
    self.means = means
    factors = zip(means, variances).map { mean, variance in
      // A smaller deviation is rounding error of the mean.
      variance.squareRoot() > 1e-12 * abs(mean) ? 1 / variance.squareRoot() : 0
    }
  }

  /// Does not scale `count` features.
  package init(unscaled count: Int) {
    means = [Double](repeating: 0, count: count)
    factors = [Double](repeating: 1, count: count)
  }

  /// Scales `vector` and appends 1, the bias input of a linear classifier.
  package func scaled(_ vector: [Double]) -> [Double] {
    var scaled = vector
    for index in scaled.indices { scaled[index] = (vector[index] - means[index]) * factors[index] }
    scaled.append(1)
    return scaled
  }
}
