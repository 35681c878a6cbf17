extension RecognitionModel {
  /// The model as the bytes of a file: JSON of one line, with a version and a checksum.
  ///
  /// `{"inertialModel":1,"crc32":"89abcdef","model":{…}}` and a line feed. The checksum is that of
  /// the bytes of `{…}` as they stand, so that a file that was truncated or altered by a single
  /// byte is rejected. Equal models give equal bytes. To write them to disk so that nobody meets half
  /// of them, hand them to `OutputFile.write` of MotionRecordings.
  ///
  /// - Throws: ``ModelError/malformed(_:)`` for a model that JSON cannot hold.
  public func file() throws(ModelError) -> [UInt8] {
    switch self {
    case .linear(let model): try model.file()
    case .templates(let model): try model.file()
    case .motionZones(let model): try model.file()
    case .pipeline(let pipeline): try pipeline.file()
    }
  }

  /// The model of a file's bytes, of whichever kind it is.
  ///
  /// - Throws: ``ModelError``, whichever way the bytes are not a whole and unaltered model.
  public init(file bytes: [UInt8]) throws(ModelError) {
    let payload = try ModelEnvelope.model.open(bytes)
    let kind = try ModelFile.kind(of: payload)
    switch kind {
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
        expected: LinearModel.Content.kinds + TemplateModel.Content.kinds
          + MotionZoneModel.Content.kinds + GesturePipeline.Content.kinds)
    }
  }
}
