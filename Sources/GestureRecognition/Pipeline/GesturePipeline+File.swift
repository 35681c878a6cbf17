extension GesturePipeline {
  /// The pipeline in the file format of ``RecognitionModel/file()``.
  ///
  /// - Throws: ``ModelError/malformed(_:)`` for numbers that JSON cannot represent.
  package func file() throws(ModelError) -> [UInt8] {
    try ModelFile.bytes(of: self, as: Content.self)
  }

  /// Decodes a pipeline from the bytes of a file.
  ///
  /// - Throws: ``ModelError`` for bytes that are truncated, altered, or not a pipeline.
  package init(file bytes: [UInt8]) throws(ModelError) {
    self = try ModelFile.model(of: bytes, as: Content.self)
  }

  /// The JSON representation of a pipeline.
  struct Content: ModelContent {
    private static let name = "pipeline"
    static let kinds = [name]

    var classifier = Self.name
    var configuration: Configuration
    var learned: PipelineClassifier
    var metadata: [String: String]

    private enum CodingKeys: String, CodingKey {
      case classifier, configuration, metadata
      case learned = "model"
    }

    init(_ pipeline: GesturePipeline) {
      configuration = pipeline.configuration
      learned = pipeline.classifier
      metadata = pipeline.metadata
    }

    func model() throws(ModelError) -> GesturePipeline {
      try GesturePipeline(
        configuration: configuration, classifier: learned, metadata: metadata)
    }
  }
}
