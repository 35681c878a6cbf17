internal import GestureRecognition

extension LinearClassifier {
  /// The result of training. Weights that overflow are an error of the examples.
  init(trained weights: [Double], labels: [String]) throws(TrainingError) {
    self = try TrainingError.checked { () throws(ModelError) in
      try LinearClassifier(
        labels: labels, featureCount: weights.count / labels.count, weights: weights)
    }
  }
}
