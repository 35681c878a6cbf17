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
    static let kinds = [ZonePerceptron.name, ZoneSoftmax.name, unnamed]
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
