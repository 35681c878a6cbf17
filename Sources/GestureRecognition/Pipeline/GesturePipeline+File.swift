extension GesturePipeline {
  /// The pipeline as the bytes of a model file: see ``ModelFile``. Equal pipelines give equal bytes.
  ///
  /// - Throws: ``ModelError/malformed(_:)`` for numbers that JSON cannot hold.
  public func file() throws(ModelError) -> [UInt8] {
    try ModelFile.encode(Content(self))
  }

  /// The pipeline of a file's bytes.
  ///
  /// - Throws: ``ModelError``, whichever way the bytes are not a whole and unaltered pipeline.
  public init(file bytes: [UInt8]) throws(ModelError) {
    self = try ModelFile.decode(Content.self, from: ModelEnvelope.model.open(bytes)).pipeline()
  }

  /// A pipeline as its JSON names its parts.
  struct Content: Codable {
    static let name = "pipeline"

    var classifier = Self.name
    var configuration: Configuration
    var model: PipelineClassifier
    var metadata: [String: String]

    init(_ pipeline: GesturePipeline) {
      configuration = pipeline.configuration
      model = pipeline.classifier
      metadata = pipeline.metadata
    }

    func pipeline() throws(ModelError) -> GesturePipeline {
      guard classifier == Self.name else {
        throw .inconsistent("classifier \(classifier): expected \(Self.name)")
      }
      return try GesturePipeline(
        configuration: configuration, classifier: model, metadata: metadata)
    }
  }
}
