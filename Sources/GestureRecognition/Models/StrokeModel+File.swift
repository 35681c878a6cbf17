extension StrokeModel {
  /// The bytes of a model file, as ``RecognitionModel/file()``.
  ///
  /// - Throws: ``ModelError/malformed(_:)`` for a value that JSON cannot represent.
  package func file() throws(ModelError) -> [UInt8] {
    try ModelFile.bytes(of: self, as: Content.self)
  }

  /// Reads a model file.
  ///
  /// - Throws: ``ModelError`` for bytes that are not a complete and unaltered file of this kind.
  package init(file bytes: [UInt8]) throws(ModelError) {
    self = try ModelFile.model(of: bytes, as: Content.self)
  }

  /// The parts of a stroke model under their JSON keys.
  struct Content: ModelContent {
    static let kinds = [StrokeNetwork.name]

    var classifier = StrokeNetwork.name
    var grid: Int
    var liftedGrid: Int
    var points: Int
    var network: NeuralNetwork
    var minimumConfidence: Double
    var metadata: [String: String]

    init(_ model: StrokeModel) {
      grid = model.features.grid
      liftedGrid = model.features.liftedGrid
      points = model.features.pointCount
      network = model.network
      minimumConfidence = model.minimumConfidence
      metadata = model.metadata
    }

    func model() throws(ModelError) -> StrokeModel {
      guard StrokeFeatures.grids.contains(grid), StrokeFeatures.grids.contains(liftedGrid),
        StrokeFeatures.pointCounts.contains(points)
      else {
        throw .inconsistent(
          "expected 1 to 16 cells and 2 to 128 points, got \(grid), \(liftedGrid) and \(points)")
      }
      guard (0...1).contains(minimumConfidence) else {
        throw .inconsistent("expected a confidence from 0 to 1, got \(minimumConfidence)")
      }
      var model = try StrokeModel(
        features: StrokeFeatures(grid: grid, liftedGrid: liftedGrid, pointCount: points),
        network: network, metadata: metadata)
      model.minimumConfidence = minimumConfidence
      return model
    }
  }
}
