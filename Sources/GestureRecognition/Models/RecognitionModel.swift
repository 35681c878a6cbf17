internal import MotionFusion

/// A trained recognition model of any kind.
public indirect enum RecognitionModel: Hashable, Sendable {
  /// Features of strokes, paths or motions, and a scorer of their vectors.
  case features(FeatureModel)
  /// A nearest-template classifier of device motion.
  case templates(TemplateModel)
  /// A pipeline for the samples of any sensor.
  case pipeline(GesturePipeline)

  /// The labels of the classes.
  public var labels: [String] {
    switch self {
    case .features(let model): model.labels
    case .templates(let model): model.labels
    case .pipeline(let pipeline): pipeline.scorer.labels
    }
  }

  /// The start of a session of one writer; `nil` for a model that recognises each gesture alone.
  package var session: WriterSession? {
    guard case .templates(let model) = self else { return nil }
    return model.calibration.session
  }

  /// The error of every stroke; `nil` for a model that recognises strokes.
  package var strokeError: GestureError? {
    switch self {
    case .features: return nil
    case .templates: return .needsMotion
    case .pipeline(let pipeline):
      guard pipeline.configuration.channels == nil else { return .needsMotion }
      let dimension = pipeline.configuration.dimension
      return dimension == 2 ? nil : .needsSeries(dimension: dimension)
    }
  }

  /// The error of every motion; `nil` for a model that recognises motions of a device.
  var motionError: GestureError? {
    guard case .pipeline(let pipeline) = self, pipeline.configuration.channels == nil else {
      return nil
    }
    return .needsSeries(dimension: pipeline.configuration.dimension)
  }

  /// Whether motion without angular rates cannot be recognised; `false` for a pipeline whose
  /// channels do not include `MotionChannel.rotationRate`.
  package var needsGyroscope: Bool {
    guard case .pipeline(let pipeline) = self, let channels = pipeline.configuration.channels
    else { return true }
    return channels.contains(.rotationRate)
  }
}

extension RecognitionModel {
  /// Recognises a device motion; a model of strokes classifies that of its path.
  func recognize(_ motions: [DeviceMotion]) throws(GestureError) -> Recognition {
    switch self {
    case .features(let model): return try model.recognize(motions)
    case .templates(let model): return try model.recognize(motions)
    case .pipeline(let pipeline):
      guard let channels = pipeline.configuration.channels else {
        throw .needsSeries(dimension: pipeline.configuration.dimension)
      }
      return try pipeline.recognizeWhole(SampleSeries(motions, channels: channels))
    }
  }

  /// Recognises a gesture of one or several strokes; zone features are of the joined strokes.
  ///
  /// - Parameters:
  ///   - stroke: The points in chronological order.
  ///   - minSize: The smallest size that is scaled to the unit square, in the stroke's unit;
  ///     ignored by pipelines. Default: 0.
  func recognize(_ stroke: [Sample2D], minSize: Double = 0) throws(GestureError) -> Recognition {
    if let strokeError { throw strokeError }
    switch self {
    case .features(let model): return try model.recognize(stroke, minSize: minSize)
    case .templates: throw .needsMotion
    case .pipeline(let pipeline):
      return try pipeline.recognizeWhole(SampleSeries(stroke))
    }
  }

  /// Recognises a series of another sensor.
  func recognize(_ series: SampleSeries) throws(GestureError) -> Recognition {
    guard case .pipeline(let pipeline) = self else { throw .needsMotion }
    guard series.dimension == pipeline.configuration.dimension else {
      throw .needsSeries(dimension: pipeline.configuration.dimension)
    }
    return try pipeline.recognizeWhole(series)
  }
}

extension RecognitionModel {
  /// Encodes the model as a file: its parts as bytes, with a version and a checksum.
  ///
  /// The checksum covers all parts, so a file that is truncated or altered by a single byte is
  /// rejected. Equal models yield equal bytes. `OutputFile.write` of MotionRecordings writes them
  /// atomically. Documentation/Models.md describes the format.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` for a model that the format cannot represent.
  public func file() throws(ModelError) -> [UInt8] { try ModelCoder.file(of: self) }

  /// Decodes a model of any kind from the bytes of a file.
  ///
  /// - Throws: ``ModelError`` for bytes that are truncated, altered, or not a model.
  public init(file bytes: [UInt8]) throws(ModelError) {
    self = try ModelCoder.part(of: bytes)
  }
}

extension RecognitionModel: ModelPart {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    if let part {
      self = part
      switch part {
      case .features(let model):
        try file.write(model.base == nil ? "features" : "features-beside", model)
        if let base = model.base { _ = try file.coded(base) }
      case .templates(let model): try file.write("templates", model)
      case .pipeline(let pipeline): try file.write("pipeline", pipeline)
      }
    } else {
      switch try file.coded(nil) as String {
      case "features": self = .features(try file.coded(nil))
      case "features-beside":
        let own: FeatureModel = try file.coded(nil)
        self = .features(try own.beside(try file.coded(nil)))
      case "templates": self = .templates(try file.coded(nil))
      case "pipeline": self = .pipeline(try file.coded(nil))
      case let name: throw .unknown(name)
      }
    }
  }
}

extension RecognitionModel {
  /// Returns the model restricted to the given classes; other labels are ignored.
  package func restricted(to labels: some Sequence<String>) throws(ModelError) -> RecognitionModel {
    let kept = Set(labels)
    return switch self {
    case .features(let model): .features(try model.restricted(to: kept))
    case .templates(let model): .templates(try model.restricted(to: kept))
    case .pipeline(let pipeline):
      .pipeline(
        try GesturePipeline(
          configuration: pipeline.configuration, scorer: pipeline.scorer.restricted(to: kept),
          metadata: pipeline.metadata))
    }
  }
}

extension TemplateModel {
  func restricted(to kept: Set<String>) throws(ModelError) -> TemplateModel {
    var model = self
    model.classes = try classes.keeping { kept.contains($0.label) }
    return model
  }
}

extension Array {
  /// The classes of a model that satisfy `isKept`, at least one.
  func keeping(_ isKept: (Element) -> Bool) throws(ModelError) -> [Element] {
    let kept = filter(isKept)
    guard !kept.isEmpty else {
      throw .inconsistent("expected at least one class of the model, got none")
    }
    return kept
  }
}
