extension MotionZoneModel {
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

  /// The parts of a model of motion zones under their JSON keys.
  struct Content: ModelContent {
    static let kinds = [MotionZoneSoftmax.name]

    var classifier = MotionZoneSoftmax.name
    var quantities: [MotionZoneFeatures.Quantity]
    var columns: Int
    var rows: Int
    var alignment: StrokeAlignment
    var stabilizer: Stabilizer
    var dampingRate: Double
    var linear: LinearClassifier
    var metadata: [String: String]

    init(_ model: MotionZoneModel) {
      let features = model.features
      quantities = features.quantities
      columns = features.zones.columns
      rows = features.zones.rows
      alignment = features.zones.alignment
      stabilizer = features.stabilizer
      dampingRate = features.dampingRate
      linear = model.classifier
      metadata = model.metadata
    }

    func model() throws(ModelError) -> MotionZoneModel {
      guard !quantities.isEmpty else {
        throw .inconsistent("expected at least 1 quantity")
      }
      try ModelFile.check(dampingRate: dampingRate)
      let zones = try ModelFile.zones(columns: columns, rows: rows, alignment: alignment)
      return try MotionZoneModel(
        linear,
        features: MotionZoneFeatures(
          quantities: quantities, zones: zones, stabilizer: stabilizer, dampingRate: dampingRate),
        metadata: metadata)
    }
  }
}
