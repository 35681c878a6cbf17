internal import GestureRecognition

extension LinearClassifier {
  /// The result of training. Weights that overflow are an error of the examples.
  init(trained weights: [Double], labels: [String]) throws(TrainingError) {
    do {
      try self.init(
        labels: labels, featureCount: weights.count / labels.count, weights: weights)
    } catch {
      throw .invalidOptions(error.description)
    }
  }
}
