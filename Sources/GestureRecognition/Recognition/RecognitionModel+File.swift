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

  /// Encodes a pipeline as a file of the Gesture Recognition Toolkit, version 3.0.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` for any other model, and for stages that the format
  ///   does not hold.
  package func grtFile() throws(ModelError) -> [UInt8] {
    guard case .pipeline(let pipeline) = self else {
      throw .inconsistent("the toolkit's format holds pipelines only")
    }
    return try pipeline.grt()
  }

  /// Decodes a model of any kind from the bytes of a file.
  ///
  /// A pipeline file of the Gesture Recognition Toolkit, version 3.0, is read too.
  ///
  /// - Throws: ``ModelError`` for bytes that are truncated, altered, or not a model.
  public init(file bytes: [UInt8]) throws(ModelError) {
    if GesturePipeline.isGRT(bytes) {
      do {
        self = .pipeline(try GesturePipeline(grt: bytes, file: "pipeline of the toolkit"))
        return
      } catch {
        throw .malformed(error.description)
      }
    }
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
