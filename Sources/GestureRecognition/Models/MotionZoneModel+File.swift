extension MotionZoneModel {
  /// The model as the bytes of a file: see ``RecognitionModel/file()``.
  ///
  /// - Throws: ``ModelError/malformed(_:)`` for a model that JSON cannot hold.
  public func file() throws(ModelError) -> [UInt8] {
    try ModelFile.bytes(of: self, as: Content.self)
  }

  /// The model of a file's bytes.
  ///
  /// - Throws: ``ModelError``, whichever way the bytes are not a whole and unaltered model of this
  ///   kind.
  public init(file bytes: [UInt8]) throws(ModelError) {
    self = try ModelFile.model(of: bytes, as: Content.self)
  }

  /// A model of zones of motion as its JSON names its parts.
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
        throw .inconsistent("no quantity to read: at least 1 is needed")
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
