extension ModelFile {
  /// A linear model as its JSON names its parts.
  struct LinearContent: Codable {
    /// What made the model. Any of them reads alike; ``unnamed`` is what nobody says of.
    private static let names = [ZonePerceptron.name, ZoneSoftmax.name, unnamed]
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
      classifier = Self.names.contains(maker) ? maker : Self.unnamed
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
      guard Self.names.contains(classifier) else {
        let known =
          Self.names + [
            MotionZoneSoftmax.name, NearestTemplates.name, GesturePipeline.Content.name,
          ]
        throw .inconsistent(
          "classifier \(classifier) is not of this kind: \(known.joined(separator: ", ")) are known"
        )
      }
      let features = try ModelFile.zones(columns: columns, rows: rows, alignment: alignment)
      if let row = weights.firstIndex(where: { $0.count != features.count }) {
        throw .inconsistent(
          "class \(row) has \(weights[row].count) weights: \(columns) × \(rows) zones need "
            + "\(features.count)")
      }
      var model = try LinearModel(
        labels: labels, features: features, weights: weights.flatMap { $0 },
        temperature: temperature, metadata: metadata)
      try ModelFile.check(minimumConfidence: minimumConfidence)
      model.minimumConfidence = minimumConfidence
      if let stabilizer { model.stabilizer = stabilizer }
      if let dampingRate {
        try ModelFile.check(dampingRate: dampingRate)
        model.dampingRate = dampingRate
      }
      return model
    }
  }

  // MARK: - Numbers that any model may hold

  static func zones(
    columns: Int, rows: Int, alignment: StrokeAlignment
  ) throws(ModelError) -> ZoneFeatures {
    let sizes = ZoneFeatures.gridSizes
    guard sizes.contains(columns), sizes.contains(rows) else {
      throw .inconsistent("a grid of \(columns) × \(rows) zones: 1 to 16 each way are possible")
    }
    return ZoneFeatures(columns: columns, rows: rows, alignment: alignment)
  }

  static func check(minimumConfidence: Double) throws(ModelError) {
    guard minimumConfidence >= 0, minimumConfidence <= 1 else {
      throw .inconsistent("minimum confidence \(minimumConfidence): it must be from 0 to 1")
    }
  }

  static func check(dampingRate: Double) throws(ModelError) {
    guard dampingRate >= 0, dampingRate.isFinite else {
      throw .inconsistent("damping rate \(dampingRate): it must be finite and not negative")
    }
  }
}
