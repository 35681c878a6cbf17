internal import MotionFusion

/// A trained recognition model of any kind.
public enum RecognitionModel: Hashable, Sendable {
  /// A neural network of shape features, for gestures of one or several strokes.
  case strokes(StrokeModel)
  /// A linear classifier of the zone features of strokes and paths.
  case linear(LinearModel)
  /// A nearest-template classifier of device motion.
  case templates(TemplateModel)
  /// A linear classifier of zone features of several device-motion quantities.
  case motionZones(MotionZoneModel)
  /// A pipeline for the samples of any sensor.
  case pipeline(GesturePipeline)

  /// The labels of the classes.
  public var labels: [String] {
    switch self {
    case .strokes(let model): model.labels
    case .linear(let model): model.labels
    case .templates(let model): model.labels
    case .motionZones(let model): model.labels
    case .pipeline(let pipeline): pipeline.classifier.labels
    }
  }

  /// The start of a session of one writer; `nil` for a model that decides on each gesture alone.
  package var session: AcceptanceSession? {
    guard case .templates(let model) = self else { return nil }
    return model.calibration.session
  }

  /// Whether motion without angular rates cannot be recognised; `false` for a pipeline whose
  /// channels do not include ``MotionChannel/rotationRate``.
  public var needsGyroscope: Bool {
    guard case .pipeline(let pipeline) = self, let channels = pipeline.configuration.channels
    else { return true }
    return channels.contains(.rotationRate)
  }
}

extension RecognitionModel {
  /// Recognises a device motion; a model of strokes classifies the stroke of its path.
  ///
  /// - Throws: ``GestureError`` if the motion has no features, and
  ///   ``GestureError/needsSeries(dimension:)`` for a pipeline of another sensor.
  func recognize(_ motions: [DeviceMotion]) throws(GestureError) -> Recognition {
    switch self {
    case .strokes(let model):
      return try model.recognize(motions.stroke(), minSize: ZoneFeatures.smallestGesture)
    case .linear(let model):
      let stroke = try motions.stroke(stabilizer: model.stabilizer, dampingRate: model.dampingRate)
      return try model.recognize(
        model.features.vector(of: stroke, minSize: ZoneFeatures.smallestGesture))
    case .templates(let model): return try model.recognize(motions)
    case .motionZones(let model): return try model.recognize(motions)
    case .pipeline(let pipeline):
      guard let channels = pipeline.configuration.channels else {
        throw .needsSeries(dimension: pipeline.configuration.dimension)
      }
      return try pipeline.recognizeWhole(
        LabeledSeries(LabeledRecording(samples: motions), channels: channels))
    }
  }

  /// Recognises a gesture of one or several strokes; a linear model classifies them joined.
  ///
  /// - Parameters:
  ///   - stroke: The points in chronological order.
  ///   - minSize: The smallest size that is scaled to the unit square, in the stroke's unit;
  ///     ignored by pipelines. Default: 0.
  /// - Throws: ``GestureError`` if the stroke has no features, ``GestureError/needsMotion`` for a
  ///   model of device motion, and ``GestureError/needsSeries(dimension:)`` for a pipeline of
  ///   another sensor.
  func recognize(_ stroke: [Sample2D], minSize: Double = 0) throws(GestureError) -> Recognition {
    switch self {
    case .strokes(let model): return try model.recognize(stroke, minSize: minSize)
    case .linear(let model):
      return try model.recognize(
        model.features.vector(ofJoined: stroke, minSize: model.minSize(atLeast: minSize)))
    case .templates, .motionZones: throw .needsMotion
    case .pipeline(let pipeline):
      guard pipeline.configuration.channels == nil else { throw .needsMotion }
      guard pipeline.configuration.dimension == 2 else {
        throw .needsSeries(dimension: pipeline.configuration.dimension)
      }
      return try pipeline.recognizeWhole(LabeledSeries(LabeledRecording(samples: stroke)))
    }
  }

  /// Recognises a series of another sensor.
  ///
  /// - Throws: ``GestureError`` if the series has no features, ``GestureError/needsMotion`` for any
  ///   model but a pipeline, and ``GestureError/needsSeries(dimension:)`` for one with another
  ///   number of components.
  func recognize(_ series: LabeledSeries) throws(GestureError) -> Recognition {
    guard case .pipeline(let pipeline) = self else { throw .needsMotion }
    guard series.dimension == pipeline.configuration.dimension else {
      throw .needsSeries(dimension: pipeline.configuration.dimension)
    }
    return try pipeline.recognizeWhole(series)
  }
}

extension RecognitionModel {
  /// Encodes the model as a file: one line of JSON with a version and a checksum.
  ///
  /// The format is `{"inertialModel":1,"crc32":"89abcdef","model":{…}}` and a line feed. The
  /// checksum covers the bytes of `{…}`, so a file that is truncated or altered by a single byte is
  /// rejected. Equal models yield equal bytes. `OutputFile.write` of MotionRecordings writes them
  /// atomically.
  ///
  /// - Throws: ``ModelError/malformed(_:)`` for a model that JSON cannot represent.
  public func file() throws(ModelError) -> [UInt8] {
    switch self {
    case .strokes(let model): try model.file()
    case .linear(let model): try model.file()
    case .templates(let model): try model.file()
    case .motionZones(let model): try model.file()
    case .pipeline(let pipeline): try pipeline.file()
    }
  }

  /// Decodes a model of any kind from the bytes of a file.
  ///
  /// - Throws: ``ModelError`` for bytes that are truncated, altered, or not a model.
  public init(file bytes: [UInt8]) throws(ModelError) {
    let payload = try ModelEnvelope.model.open(bytes)
    let kind = try ModelFile.kind(of: payload)
    switch kind {
    case let kind where StrokeModel.Content.kinds.contains(kind):
      self = .strokes(try ModelFile.model(in: payload, as: StrokeModel.Content.self))
    case let kind where LinearModel.Content.kinds.contains(kind):
      self = .linear(try ModelFile.model(in: payload, as: LinearModel.Content.self))
    case let kind where TemplateModel.Content.kinds.contains(kind):
      self = .templates(try ModelFile.model(in: payload, as: TemplateModel.Content.self))
    case let kind where MotionZoneModel.Content.kinds.contains(kind):
      self = .motionZones(try ModelFile.model(in: payload, as: MotionZoneModel.Content.self))
    case let kind where GesturePipeline.Content.kinds.contains(kind):
      self = .pipeline(try ModelFile.model(in: payload, as: GesturePipeline.Content.self))
    default:
      throw .otherKind(
        kind,
        expected: StrokeModel.Content.kinds + LinearModel.Content.kinds
          + TemplateModel.Content.kinds + MotionZoneModel.Content.kinds
          + GesturePipeline.Content.kinds)
    }
  }
}

extension RecognitionModel {
  /// Returns the model restricted to the given classes; other labels are ignored.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` if too few classes remain: fewer than two of a
  ///   linear classifier or of a stroke network without a null class, none of any other.
  public func restricted(to labels: some Sequence<String>) throws(ModelError) -> RecognitionModel {
    let kept = Set(labels)
    return switch self {
    case .strokes(let model): .strokes(try model.restricted(to: kept))
    case .linear(let model): .linear(try model.restricted(to: kept))
    case .templates(let model): .templates(try model.restricted(to: kept))
    case .motionZones(let model): .motionZones(try model.restricted(to: kept))
    case .pipeline(let pipeline): .pipeline(try pipeline.restricted(to: kept))
    }
  }
}

extension LinearClassifier {
  /// Returns the classifier restricted to the given classes.
  func restricted(to kept: Set<String>) throws(ModelError) -> LinearClassifier {
    let rows = labels.indices.filter { kept.contains(labels[$0]) }
    var classifier = try LinearClassifier(
      labels: rows.map { labels[$0] }, featureCount: featureCount,
      weights: rows.flatMap { weights[$0 * featureCount..<($0 + 1) * featureCount] },
      confidenceScale: confidenceScale)
    classifier.minimumConfidence = minimumConfidence
    return classifier
  }
}

extension LinearModel {
  fileprivate func restricted(to kept: Set<String>) throws(ModelError) -> LinearModel {
    var model = LinearModel(
      try classifier.restricted(to: kept), features: features, metadata: metadata)
    model.minSize = minSize
    model.stabilizer = stabilizer
    model.dampingRate = dampingRate
    return model
  }
}

extension MotionZoneModel {
  fileprivate func restricted(to kept: Set<String>) throws(ModelError) -> MotionZoneModel {
    try MotionZoneModel(
      classifier.restricted(to: kept), features: features, metadata: metadata)
  }
}

extension TemplateModel {
  fileprivate func restricted(to kept: Set<String>) throws(ModelError) -> TemplateModel {
    var model = self
    for label in labels where !kept.contains(label) { model.removeClass(label) }
    guard !model.labels.isEmpty else {
      throw .inconsistent("expected at least one class of the model, got none")
    }
    return model
  }
}

extension GesturePipeline {
  fileprivate func restricted(to kept: Set<String>) throws(ModelError) -> GesturePipeline {
    let restricted: PipelineClassifier
    switch classifier {
    case .linear(let linear, let scaling):
      restricted = .linear(try linear.restricted(to: kept), scaling)
    case .naiveBayes(var bayes):
      guard bayes.labels.contains(where: kept.contains) else {
        throw .inconsistent("expected at least one class of the model, got none")
      }
      for label in bayes.labels where !kept.contains(label) { bayes.removeClass(label) }
      restricted = .naiveBayes(bayes)
    }
    return try GesturePipeline(
      configuration: configuration, classifier: restricted, metadata: metadata)
  }
}
