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
  package init(
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

extension MotionZoneModel {
  /// The bytes of a model file, as ``RecognitionModel/file()``.
  ///
  /// - Throws: ``ModelError/malformed(_:)`` for a value that JSON cannot represent.
  package func file() throws(ModelError) -> [UInt8] {
    try ModelFile.bytes(of: self, as: Content.self)
  }

  /// Reads a model file.
  ///
  /// - Throws: ``ModelError`` for bytes that are not a complete and unaltered file of this kind.
  package init(file bytes: [UInt8]) throws(ModelError) {
    self = try ModelFile.model(of: bytes, as: Content.self)
  }

  /// The parts of a model of motion zones under their JSON keys.
  struct Content: ModelContent {
    static let kinds = ["motion-zone-softmax"]

    var classifier = "motion-zone-softmax"
    var quantities: [MotionZoneFeatures.Quantity]
    var columns: Int
    var rows: Int
    var alignment: StrokeAlignment
    var stabilizer: Stabilizer
    var dampingRate: Double
    var linear: LinearClassifier
    var metadata: [String: String]

    init(_ model: MotionZoneModel) {
      let features = model.features
      quantities = features.quantities
      columns = features.zones.columns
      rows = features.zones.rows
      alignment = features.zones.alignment
      stabilizer = features.stabilizer
      dampingRate = features.dampingRate
      linear = model.classifier
      metadata = model.metadata
    }

    func model() throws(ModelError) -> MotionZoneModel {
      guard !quantities.isEmpty else {
        throw .inconsistent("expected at least 1 quantity")
      }
      try ModelFile.check(dampingRate: dampingRate)
      let zones = try ModelFile.zones(columns: columns, rows: rows, alignment: alignment)
      return try MotionZoneModel(
        linear,
        features: MotionZoneFeatures(
          quantities: quantities, zones: zones, stabilizer: stabilizer, dampingRate: dampingRate),
        metadata: metadata)
    }
  }
}
