extension LinearModel {
  /// The model as the bytes of a file: see ``RecognitionModel/file()``.
  ///
  /// - Throws: ``ModelError/malformed(_:)`` for a model that JSON cannot hold.
  public func file() throws(ModelError) -> [UInt8] {
    try ModelFile.bytes(of: self, as: Content.self)
  }

  /// The model of a file's bytes.
  ///
  /// - Throws: ``ModelError``, whichever way the bytes are not a whole and unaltered model of this
  ///   kind.
  public init(file bytes: [UInt8]) throws(ModelError) {
    self = try ModelFile.model(of: bytes, as: Content.self)
  }

  /// A linear model as its JSON names its parts.
  struct Content: ModelContent {
    /// Any of them reads alike; ``unnamed`` is what nobody says of.
    static let kinds = [ZonePerceptron.name, ZoneSoftmax.name, unnamed]
    private static let unnamed = "zone-linear"

    var classifier: String
    var columns: Int
    var rows: Int
    var alignment: StrokeAlignment
    /// Files of models that do not say how paths are made have no such line.
    var stabilizer: Stabilizer?
    var dampingRate: Double?
    var labels: [String]
    var weights: [[Double]]
    var temperature: Double
    var minimumConfidence: Double
    var metadata: [String: String]

    init(_ model: LinearModel) {
      let width = model.features.count
      let maker = model.metadata["classifier"] ?? ""
      classifier = Self.kinds.contains(maker) ? maker : Self.unnamed
      columns = model.features.columns
      rows = model.features.rows
      alignment = model.features.alignment
      stabilizer = model.stabilizer
      dampingRate = model.dampingRate
      labels = model.labels
      weights = model.labels.indices.map { row in
        Array(model.weights[(row * width)..<((row + 1) * width)])
      }
      temperature = model.temperature
      minimumConfidence = model.minimumConfidence
      metadata = model.metadata
    }

    func model() throws(ModelError) -> LinearModel {
      let features = try ModelFile.zones(columns: columns, rows: rows, alignment: alignment)
      if let row = weights.firstIndex(where: { $0.count != features.count }) {
        throw .inconsistent(
          "class \(row) has \(weights[row].count) weights: \(columns) × \(rows) zones need "
            + "\(features.count)")
      }
      var model = try LinearModel(
        labels: labels, features: features, weights: weights.flatMap { $0 },
        temperature: temperature, metadata: metadata)
      try model.setMinimumConfidence(minimumConfidence)
      if let stabilizer { model.stabilizer = stabilizer }
      if let dampingRate {
        try ModelFile.check(dampingRate: dampingRate)
        model.dampingRate = dampingRate
      }
      return model
    }
  }
}
