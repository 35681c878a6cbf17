package import MotionFusion

/// A linear classifier of `MotionZoneFeatures`: the model of `MotionZoneSoftmax`.
public struct MotionZoneModel: Hashable, Sendable {
  /// The classifier of feature vectors.
  package private(set) var classifier: LinearClassifier
  /// The features of its vectors.
  package let features: MotionZoneFeatures
  /// Notes on the origin of the model, such as data, classifier and seed.
  package var metadata: [String: String]

  /// The classes, in the order of the rows.
  package var labels: [String] { classifier.labels }
  /// The confidence below which a gesture is rejected (default: 0, none).
  package var minimumConfidence: Double {
    get { classifier.minimumConfidence }
    set { classifier.minimumConfidence = newValue }
  }

  /// Creates a model.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` if the classifier has another number of features.
  package init(
    _ classifier: LinearClassifier, features: MotionZoneFeatures,
    metadata: [String: String] = [:]
  ) throws(ModelError) {
    guard classifier.featureCount == features.count else {
      throw .inconsistent(
        "expected a classifier of \(features.count) features, got \(classifier.featureCount)")
    }
    self.init(trained: classifier, features: features, metadata: metadata)
  }

  /// Creates a model of a classifier of vectors of `features`.
  init(
    trained classifier: LinearClassifier, features: MotionZoneFeatures, metadata: [String: String]
  ) {
    assert(classifier.featureCount == features.count)
    self.classifier = classifier
    self.features = features
    self.metadata = metadata
  }

  /// Classifies a feature vector. The first of equal scores wins.
  ///
  /// - Throws: ``GestureError/featureCount(found:expected:)``, or
  ///   ``GestureError/featureNotFinite(feature:)`` if a score is not finite.
  package func recognize(_ vector: [Double]) throws(GestureError) -> Recognition {
    try classifier.recognize(vector)
  }

  /// Classifies the motion of one gesture.
  ///
  /// - Throws: ``GestureError`` for a motion without features.
  package func recognize(_ motions: [DeviceMotion]) throws(GestureError) -> Recognition {
    try classifier.recognize(features.vector(of: motions))
  }
}
