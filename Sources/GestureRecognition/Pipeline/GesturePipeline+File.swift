extension GesturePipeline {
  /// The pipeline as the bytes of a file: see ``RecognitionModel/file()``.
  ///
  /// - Throws: ``ModelError/malformed(_:)`` for numbers that JSON cannot hold.
  package func file() throws(ModelError) -> [UInt8] {
    try ModelFile.bytes(of: self, as: Content.self)
  }

  /// The pipeline of a file's bytes.
  ///
  /// - Throws: ``ModelError``, whichever way the bytes are not a whole and unaltered pipeline.
  package init(file bytes: [UInt8]) throws(ModelError) {
    self = try ModelFile.model(of: bytes, as: Content.self)
  }

  /// A pipeline as its JSON names its parts.
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
