public import GestureRecognition
package import MotionRecordings

/// A trained model, and the figures of its training.
public struct TrainedModel: Sendable {
  /// The model.
  public var model: RecognitionModel
  /// The name of its classifier.
  public var classifier: String
  /// The number of examples.
  public var exampleCount: Int
  /// The gestures without features: too short, without extent, without a time.
  public var rejected: [RejectedExample] = []
  /// The outcome of the random starts of a perceptron.
  package var perceptron: MulticlassPerceptron.Report?
  /// The outcome of the passes of any other classifier.
  package var training: TrainingReport?
  /// The share of the training examples that the model labels right.
  public var trainingAccuracy: Double?
  /// The share of the examples labelled right by those of other users, or by all others.
  public var crossValidatedAccuracy: Double?
  /// The number of examples behind ``crossValidatedAccuracy``; those that are the only one of
  /// their label are not tested.
  package var crossValidatedCount: Int?
  /// The number of examples that the model keeps.
  package var keptExampleCount: Int?
}

extension ModelTrainer {
  /// Trains a model on a data set.
  ///
  /// - Parameters:
  ///   - content: The data set.
  ///   - name: Its name in messages.
  ///   - progress: Receives how much of the training is done, from any thread.
  /// - Throws: `RecordingError` for a data set without labelled examples of the right kind, and
  ///   ``TrainingError``.
  public func train(
    on content: DataSetContent, name: String,
    progress: (@Sendable (_ done: Int, _ total: Int) -> Void)? = nil
  ) async throws -> TrainedModel {
    guard classifier != nil else {
      return try await choosing(for: content).train(on: content, name: name, progress: progress)
    }
    switch classifier(for: content).input {
    case .motions:
      let templates = nearestTemplates
      let set = try GestureRepresentation.motionSeries(templates.normalizer)
        .examples(content, name)
      var model = try await templates.train(set.examples)
      if isSynthetic {
        model.calibration.typicalSimilarity = nil
        let hasMovements = !otherMovements.isEmpty
        model.calibration.comparesMovements = hasMovements
        model.calibration.minimumSimilarity =
          hasMovements
          ? Self.syntheticSimilarity : TemplateCalibration().minimumSimilarity
      }
      try addMovements(of: content, to: &model)
      if isSynthetic { model.roundExamples() }
      return TrainedModel(model, set: set)
    case .strokes:
      var network = strokeNetwork
      if let progress { network.progress = { progress(Int(1000 * $0), 1000) } }
      return try await train(network, on: content, name: name)
    case .zones:
      return try await trainZones(on: content, name: name, progress: progress)
    case .series:
      return try await trainPipeline(on: content, name: name)
    }
  }

  private func train(
    _ network: StrokeNetwork, on content: DataSetContent, name: String
  ) async throws -> TrainedModel {
    let set = try GestureRepresentation.strokes(network.features).examples(content, name)
    let others = otherStrokes.map {
      Example(
        representation: $0.samples, label: Scorer.nullLabel, user: $0.user, name: $0.name)
    }
    let model = try await network.train(set.examples + others)
    return TrainedModel(
      model: .features(model), classifier: Classifier.strokeNetwork.rawValue,
      exampleCount: set.examples.count, rejected: set.rejected,
      trainingAccuracy: set.accuracy { (stroke) throws(GestureError) in
        try model.recognize(stroke)
      })
  }

  /// Adds a user's own examples to a model: to the templates of motions, and beside a model of
  /// strokes (`FeatureModel.base`).
  ///
  /// - Throws: `RecordingError` for a data set without labelled examples of the right kind, and
  ///   ``TrainingError``, also for a model that takes no examples.
  package func update(
    _ model: RecognitionModel, with content: DataSetContent, name: String
  ) async throws -> TrainedModel {
    if case .templates(let templates) = model {
      return try update(templates, with: content, name: name)
    }
    return try await train(try strokeNetwork(beside: model), on: content, name: name)
  }

  /// The trainer of own gestures beside a model of strokes.
  func strokeNetwork(beside model: RecognitionModel) throws(TrainingError) -> StrokeNetwork {
    guard case .features(let base) = model, case .shape(let features) = base.features else {
      throw .invalidOptions("expected a model that takes examples: of templates, or of strokes")
    }
    var network = strokeNetwork
    network.features = features
    network.base = base
    return network
  }

  /// Adapts a model of templates to a user: adds the user's own examples, which outweigh others.
  ///
  /// Confidences and rejection are not calibrated again.
  ///
  /// - Throws: `RecordingError` for a data set without labelled motions, and ``TrainingError``.
  package func update(
    _ model: TemplateModel, with content: DataSetContent, name: String
  ) throws -> TrainedModel {
    let set = try GestureRepresentation.motionSeries(model.normalizer).examples(content, name)
    var updated = try model.adapted(to: set.examples)
    updated.metadata["examples"] = "\(updated.exampleCount)"
    var result = TrainedModel(updated, set: set)
    result.crossValidatedAccuracy = nil
    result.crossValidatedCount = nil
    return result
  }

  /// Adds movements that are not gestures: those between the gestures of raw samples with a touch,
  /// and those of the built-in model, unless the model compares in level frames.
  private func addMovements(of content: DataSetContent, to model: inout TemplateModel) throws {
    var streams = streams
    if case .recordings(let recordings) = content { streams += recordings.streamsWithTouch() }
    if !streams.isEmpty {
      let series = streams.flatMap(MotionSegmenter.movementsBetweenTouches)
        .compactMap { try? model.normalizer.series(of: $0, isSegmented: false) }
      // Evenly spaced, so that every user has as large a share as among all.
      let step = max(1, Double(series.count) / Double(Self.mostMovements))
      model.addMovements(
        stride(from: 0, to: Double(series.count), by: step).map { series[Int($0)] })
    }
    model.addOtherMovements(
      otherMovements.compactMap {
        try? model.normalizer.series(of: $0.samples, isSegmented: false)
      })
    // The built-in model holds them in mean frames, without the third acceleration.
    if !isSynthetic, !model.matching.isLevel {
      model.addMovements(of: try TemplateModel.uppercaseLetters())
    }
  }

  private func trainZones(
    on content: DataSetContent, name: String, progress: (@Sendable (Int, Int) -> Void)?
  ) async throws -> TrainedModel {
    let path = pathSettings(for: content)
    let set =
      try GestureRepresentation
      .zones(zones.aligned(path.alignment), minSize: strokeMinSize, path: path)
      .examples(content, name)
    var trainer = zoneTrainer(
      path.alignment,
      penalty: isSynthetic
        ? Self.syntheticPenalty * Double(set.examples.count) : Self.zonePenalty)
    let starts = startCount
    if let progress { trainer.progress = { progress($0, starts) } }
    var (model, perceptron, softmax) = try await trainer.trainWithReport(set.examples)
    model.minSize = strokeMinSize
    model.stabilizer = path.stabilizer
    model.dampingRate = path.dampingRate
    return TrainedModel(
      model: .features(model), classifier: (classifier ?? .zonePerceptron).rawValue,
      exampleCount: set.examples.count, rejected: set.rejected, perceptron: perceptron,
      training: softmax,
      trainingAccuracy: set.accuracy { [model] (vector) throws(GestureError) in
        try model.recognize(vector)
      })
  }

  private func trainPipeline(on content: DataSetContent, name: String) async throws -> TrainedModel
  {
    let set = try content.series(
      channels: pipeline.channels ?? PipelineSettings.defaultChannels, name: name)
    let name = (classifier ?? .logisticRegression).rawValue
    var (model, report) = try await GesturePipeline.train(
      pipelineSettings.configuration(for: set), on: set, trainer: pipelineTrainer,
      isCalibrated: !isSynthetic)
    if case .naiveBayes(var bayes) = model.scorer, !otherMovements.isEmpty,
      let channels = set.channels
    {
      let others = try GestureDataSet(
        otherMovements.map { RecordedGesture(.motion($0.samples), of: $0) }, channels: channels,
        name: "other movements")
      try bayes.setNullClasses(model.configuration.examples(of: others))
      model = try GesturePipeline(
        configuration: model.configuration, scorer: .naiveBayes(bayes),
        metadata: model.metadata)
    }
    model.metadata["trainer"] = name
    let examples = ExampleSet(examples: set.series)
    return TrainedModel(
      model: .pipeline(model), classifier: name,
      exampleCount: set.series.count, training: report,
      trainingAccuracy: examples.accuracy { [model] (series) throws(GestureError) in
        try model.recognizeWhole(series)
      })
  }
}

extension TrainedModel {
  fileprivate init(_ model: TemplateModel, set: ExampleSet<MotionSeries>) {
    let calibration = model.calibration
    self.init(
      model: .templates(model), classifier: Classifier.nearestTemplates.rawValue,
      exampleCount: set.examples.count, rejected: set.rejected,
      crossValidatedAccuracy: calibration.gestures > 0
        ? Double(calibration.correct) / Double(calibration.gestures) : nil,
      crossValidatedCount: calibration.gestures > 0 ? calibration.gestures : nil,
      keptExampleCount: model.exampleCount)
  }
}

extension ModelTrainer {
  /// A model of finished weights, such as those that the lab's program prints.
  ///
  /// Unless the trainer sets them, strokes are aligned at the top left, their smallest size is 100
  /// in their unit, and paths in the air are damped exponentially. The number of zones is the
  /// trainer's, or the square one that fits the weights.
  package func model(of weights: LabeledVectors) throws(ModelError) -> FeatureModel {
    let width = weights.names.count
    var features = zones.aligned(alignment ?? .topLeft)
    if features.count != width {
      let side = ZoneFeatures.gridSizes.first { 3 * $0 * $0 + 1 == width }
      guard let side, zones.columns == 3, zones.rows == 3 else {
        throw .inconsistent(
          "expected \(features.count) weights per class for \(zones.columns) × \(zones.rows) "
            + "zones, got \(width)")
      }
      features = ZoneFeatures(
        columns: side, rows: side, alignment: features.alignment, scaling: zones.scaling,
        smoothing: zones.smoothing)
    }
    var model = try FeatureModel(
      labels: weights.labels ?? [], zones: features, weights: weights.zoneValues,
      metadata: ["weights": weights.file])
    model.minSize = minSize ?? Self.labMinSize
    model.stabilizer = stabilizer ?? .exponentialDamping
    model.dampingRate = dampingRate
    return model
  }
}

extension TrainedModel {
  /// A model of finished weights, without examples.
  package init(weights model: FeatureModel) {
    self.init(model: .features(model), classifier: "weights", exampleCount: 0)
  }
}

extension FeatureModel {
  /// The weights of a model of zones as a table, one class per row.
  package var table: LabeledVectors {
    LabeledVectors(
      names: LabeledVectors.zoneNames(count: zones.count), labels: labels,
      values: zoneWeights ?? [])
  }

  /// Labels and weights as Swift source in the lab's form: five decimals, and `?` as the last label
  /// for a gesture that is not recognised.
  package var swiftSource: String {
    """
    let N_LABELS = \(labels.count)
    let N_FEATURES = \(zones.count)
    let weights: [[Double]] = [
    \(table.rows.map { "    [\($0)]" }.joined(separator: ",\n"))
    ]
    let labels = [\((labels + ["?"]).map(\.debugDescription).joined(separator: ", "))]

    """
  }
}
