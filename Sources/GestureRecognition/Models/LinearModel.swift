package import DeadReckoning

/// A linear classifier of zone features: one row of weights a class, the highest score wins.
public struct LinearModel: Hashable, Sendable {
  /// The classifier of feature vectors.
  package private(set) var classifier: LinearClassifier
  /// The features of its vectors.
  public let features: ZoneFeatures
  /// Notes on the origin of the model, such as data, classifier and seed.
  public var metadata: [String: String]

  /// The smallest size of a stroke that is magnified to the unit square, in the stroke's unit
  /// (default: 0, which magnifies all).
  ///
  /// A larger ``GestureRecognizer/minSize`` takes precedence.
  public package(set) var minSize = 0.0
  /// The drift correction of the paths in the training set.
  package var stabilizer = Stabilizer.zeroEndVelocity
  /// The rate of exponential damping of those paths, in 1/s.
  package var dampingRate = 2.0

  /// The classes, in the order of the rows.
  public var labels: [String] { classifier.labels }
  /// The weights, row by row: `features.count` for each class.
  public var weights: [Double] { classifier.weights }
  /// The confidence below which a gesture is rejected (default: 0, none).
  public var minimumConfidence: Double {
    get { classifier.minimumConfidence }
    set { classifier.minimumConfidence = newValue }
  }

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - labels: The classes, in the order of the rows.
  ///   - features: The features of the vectors.
  ///   - weights: The weights, row by row: `features.count` for each class.
  ///   - temperature: The divisor of scores in confidences, which are softmax(scores /
  ///     temperature).
  ///   - metadata: Notes on the origin of the model.
  /// - Throws: ``ModelError/inconsistent(_:)`` for fewer than two classes, two of the same name,
  ///   another number of weights, a weight that is not finite, and a temperature that is not finite
  ///   and positive.
  public init(
    labels: [String], features: ZoneFeatures = ZoneFeatures(), weights: [Double],
    temperature: Double = 1, metadata: [String: String] = [:]
  ) throws(ModelError) {
    classifier = try LinearClassifier(
      labels: labels, featureCount: features.count, weights: weights,
      confidenceScale: ConfidenceScale(temperature: temperature))
    self.features = features
    self.metadata = metadata
  }

  /// Creates a model of a classifier of vectors of `features`.
  package init(_ classifier: LinearClassifier, features: ZoneFeatures, metadata: [String: String]) {
    assert(classifier.featureCount == features.count)
    self.classifier = classifier
    self.features = features
    self.metadata = metadata
  }

  /// The larger of ``minSize`` and `size`; an invalid `size` itself.
  func minSize(atLeast size: Double) -> Double { size >= 0 ? max(size, minSize) : size }

  /// Sets ``minimumConfidence`` to a value from a file.
  mutating func setMinimumConfidence(_ value: Double) throws(ModelError) {
    try classifier.setMinimumConfidence(value)
  }

  /// Classifies a feature vector. The first of equal scores wins.
  ///
  /// - Throws: ``GestureError/featureCount(found:expected:)``, or
  ///   ``GestureError/featureNotFinite(feature:)`` if a score is not finite.
  public func recognize(_ vector: [Double]) throws(GestureError) -> Recognition {
    try classifier.recognize(vector)
  }

  /// Classifies many feature vectors by one matrix product.
  ///
  /// Scores may differ from those of ``recognize(_:)`` by rounding: the order of summation differs.
  ///
  /// - Throws: As ``recognize(_:)``.
  public func recognize(batch vectors: [[Double]]) throws(GestureError) -> [Recognition] {
    try classifier.recognize(batch: vectors)
  }
}

extension LinearModel {
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

  /// The parts of a linear model under their JSON keys.
  struct Content: ModelContent {
    /// The classifiers of the same kind of model; `unnamed` stands for any other origin.
    static let kinds = ["zone-perceptron", "zone-softmax", unnamed]
    private static let unnamed = "zone-linear"

    var classifier: String
    var columns: Int
    var rows: Int
    var alignment: StrokeAlignment
    /// Absent for uniform scaling.
    var scaling: StrokeScaling?
    /// Absent for none.
    var smoothing: StrokeSmoothing?
    /// Absent for 0.
    var minSize: Double?
    var stabilizer: Stabilizer
    var dampingRate: Double
    var labels: [String]
    var weights: [[Double]]
    var temperature: Double
    /// Absent for 0.
    var uniformShare: Double?
    var minimumConfidence: Double
    var metadata: [String: String]

    init(_ model: LinearModel) {
      let width = model.features.count
      let maker = model.metadata["classifier"] ?? ""
      classifier = Self.kinds.contains(maker) ? maker : Self.unnamed
      columns = model.features.columns
      rows = model.features.rows
      alignment = model.features.alignment
      scaling = model.features.scaling == .uniform ? nil : model.features.scaling
      smoothing = model.features.smoothing == .none ? nil : model.features.smoothing
      minSize = model.minSize > 0 ? model.minSize : nil
      stabilizer = model.stabilizer
      dampingRate = model.dampingRate
      labels = model.labels
      weights = model.labels.indices.map { row in
        Array(model.weights[(row * width)..<((row + 1) * width)])
      }
      temperature = model.classifier.confidenceScale.temperature
      let share = model.classifier.confidenceScale.uniformShare
      uniformShare = share > 0 ? share : nil
      minimumConfidence = model.minimumConfidence
      metadata = model.metadata
    }

    func model() throws(ModelError) -> LinearModel {
      let features = try ModelFile.zones(
        columns: columns, rows: rows, alignment: alignment, scaling: scaling ?? .uniform,
        smoothing: smoothing ?? .none)
      if let row = weights.firstIndex(where: { $0.count != features.count }) {
        throw .inconsistent(
          "class \(row): expected \(features.count) weights for \(columns) × \(rows) zones, got "
            + "\(weights[row].count)")
      }
      let classifier = try LinearClassifier(
        labels: labels, featureCount: features.count, weights: weights.flatMap { $0 },
        confidenceScale: ConfidenceScale(
          temperature: temperature, uniformShare: uniformShare ?? 0))
      var model = LinearModel(classifier, features: features, metadata: metadata)
      try model.setMinimumConfidence(minimumConfidence)
      try ModelFile.check(dampingRate: dampingRate)
      if let minSize {
        guard minSize >= 0, minSize.isFinite else {
          throw .inconsistent("expected a finite smallest size of 0 or more, got \(minSize)")
        }
        model.minSize = minSize
      }
      model.stabilizer = stabilizer
      model.dampingRate = dampingRate
      return model
    }
  }
}
