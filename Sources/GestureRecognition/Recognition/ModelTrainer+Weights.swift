public import MotionRecordings

extension ModelTrainer {
  /// A model of finished weights, such as those that the lab's program prints.
  ///
  /// Defaults, unless set in the trainer: strokes at the top left, a smallest size of
  /// 100 in their unit, paths in the air damped exponentially. The number of zones is the
  /// trainer's, or the square one that fits the weights.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` for weights that fit no zones, fewer than two
  ///   classes, two of the same name, and weights that are not finite.
  public func model(of weights: LabeledVectors) throws(ModelError) -> LinearModel {
    let width = weights.names.count
    var features = ZoneFeatures(
      columns: columns, rows: rows, alignment: alignment ?? .topLeft, scaling: scaling,
      smoothing: smoothing)
    if features.count != width {
      let side = ZoneFeatures.gridSizes.first { 3 * $0 * $0 + 1 == width }
      guard let side, columns == 3, rows == 3 else {
        throw .inconsistent(
          "expected \(features.count) weights a class for \(columns) × \(rows) zones, got "
            + "\(width)")
      }
      features = ZoneFeatures(
        columns: side, rows: side, alignment: alignment ?? .topLeft, scaling: scaling,
        smoothing: smoothing)
    }
    var model = try LinearModel(
      labels: weights.labels ?? [], features: features, weights: weights.zoneValues,
      metadata: ["weights": weights.file])
    model.minSize = minSize ?? Self.labMinSize
    model.stabilizer = stabilizer ?? .exponentialDamping
    model.dampingRate = dampingRate
    return model
  }
}

extension TrainedModel {
  /// A model of finished weights, without examples.
  package init(weights model: LinearModel) {
    self.init(model: .linear(model), classifier: "weights", exampleCount: 0)
  }
}

extension LinearModel {
  /// The weights as a table, one class a row.
  package var table: LabeledVectors {
    LabeledVectors(
      names: LabeledVectors.zoneNames(count: features.count), labels: labels, values: weights)
  }

  /// Labels and weights as Swift source, in the form of the lab's: five decimals, and `?` as a last
  /// label for a gesture that is not recognised.
  package var swiftSource: String {
    """
    let N_LABELS = \(labels.count)
    let N_FEATURES = \(features.count)
    let weights: [[Double]] = [
    \(table.rows.map { "    [\($0)]" }.joined(separator: ",\n"))
    ]
    let labels = [\((labels + ["?"]).map(\.debugDescription).joined(separator: ", "))]

    """
  }
}
