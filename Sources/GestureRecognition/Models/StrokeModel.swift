public import MotionFusion

/// A classifier of gestures of one or several strokes: a small neural network of shape features.
///
/// The default for strokes. The order, the direction and the number of strokes may differ from
/// those of the training set. `inertial train --classifier stroke-network` trains one.
public struct StrokeModel: Hashable, Sendable {
  /// The features of a gesture.
  package let features: StrokeFeatures
  /// The classifier of their vectors.
  package private(set) var network: NeuralNetwork
  /// The confidence below which a gesture is rejected. Default: 0, none.
  public var minimumConfidence = 0.0
  /// Notes on the origin of the model, such as data, classifier and seed.
  public var metadata: [String: String]

  /// The classes in alphabetical order.
  public var labels: [String] { network.labels }

  /// The divisor of scores in confidences.
  package var temperature: Double {
    get { network.temperature }
    set { network.temperature = newValue }
  }

  /// Creates a model.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` for a network of other features.
  package init(
    features: StrokeFeatures, network: NeuralNetwork, metadata: [String: String] = [:]
  ) throws(ModelError) {
    guard network.featureCount == features.count else {
      throw .inconsistent(
        "expected a network of \(features.count) features, got \(network.featureCount)")
    }
    self.features = features
    self.network = network
    self.metadata = metadata
  }

  /// Classifies a gesture of one or several strokes. Scores are log-odds.
  ///
  /// - Parameters:
  ///   - gesture: The points in order of time; `Sample2D.stroke` separates strokes.
  ///   - minSize: The smallest size that is magnified, in the gesture's unit.
  /// - Throws: ``GestureError`` if the gesture has fewer than two samples, no duration or no
  ///   extent, runs backward in time, or is not finite.
  public func recognize(
    _ gesture: [Sample2D], minSize: Double = 0
  ) throws(GestureError) -> Recognition {
    var recognition = try network.recognize(features.vector(of: gesture, minSize: minSize))
    recognition.isGesture = recognition.confidence >= minimumConfidence
    return recognition
  }

  /// The model restricted to the given classes.
  func restricted(to kept: Set<String>) throws(ModelError) -> StrokeModel {
    var model = self
    model.network = try network.restricted(to: kept)
    return model
  }
}
