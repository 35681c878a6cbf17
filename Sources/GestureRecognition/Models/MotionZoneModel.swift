public import MotionFusion

/// A linear classifier of zone features of several quantities of a motion: what
/// ``MotionZoneSoftmax`` learns.
public struct MotionZoneModel: Hashable, Sendable {
  /// What reads the vectors.
  public private(set) var classifier: LinearClassifier
  /// What vectors it reads.
  public let features: MotionZoneFeatures
  /// Notes on where it comes from, such as the data, the trainer and its seed.
  public var metadata: [String: String]

  /// The classes, in alphabetical order where a trainer made it.
  public var labels: [String] { classifier.labels }
  /// Below this confidence, what was recognised is not believed to be a gesture; 0 believes all.
  public var minimumConfidence: Double {
    get { classifier.minimumConfidence }
    set { classifier.minimumConfidence = newValue }
  }

  /// A model of these parts.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` where the classifier reads vectors of another length
  ///   than the features have.
  public init(
    _ classifier: LinearClassifier, features: MotionZoneFeatures,
    metadata: [String: String] = [:]
  ) throws(ModelError) {
    guard classifier.featureCount == features.count else {
      throw .inconsistent(
        "a classifier of \(classifier.featureCount) features: there are \(features.count)")
    }
    self.init(learned: classifier, features: features, metadata: metadata)
  }

  /// A model of what a trainer made from vectors of `features`.
  init(
    learned classifier: LinearClassifier, features: MotionZoneFeatures, metadata: [String: String]
  ) {
    assert(classifier.featureCount == features.count)
    self.classifier = classifier
    self.features = features
    self.metadata = metadata
  }

  /// What a feature vector is read as; among equal scores, the class that comes first.
  ///
  /// - Throws: ``GestureError/featureCount(found:expected:)``, or
  ///   ``GestureError/featureNotFinite(feature:)`` where a score would not be finite.
  public func recognize(_ vector: [Double]) throws(GestureError) -> Recognition {
    try classifier.recognize(vector)
  }

  /// What the motion of a device is read as.
  ///
  /// - Throws: ``GestureError``, where the motion has no features.
  public func recognize(_ motions: [DeviceMotion]) throws(GestureError) -> Recognition {
    try classifier.recognize(features.vector(of: motions))
  }
}
