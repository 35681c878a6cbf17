internal import Foundation

extension TemplateModel {
  /// The bytes of a model file, as ``RecognitionModel/file()``.
  ///
  /// Examples are stored as five channels of single precision, little-endian, in base 64; rounded
  /// ones as bytes.
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

  /// The parts of a model under their JSON keys.
  struct Content: ModelContent {
    static let kinds = [NearestTemplates.name]

    struct Class: Codable {
      var label: String
      var examples: [Data]
      /// The number of the user's own examples, the last ones; `nil` for none.
      var own: Int?
    }

    var classifier = NearestTemplates.name
    var normalizer: MotionNormalizer
    var matching: TemplateMatching
    var calibration: TemplateCalibration
    var metadata: [String: String]
    var classes: [Class]
    var movements: [Data]
    var otherMovements: [Data]

    init(_ model: TemplateModel) {
      normalizer = model.normalizer
      matching = model.matching
      calibration = model.calibration
      metadata = model.metadata
      classes = model.classes.map { templates in
        Class(
          label: templates.label, examples: Self.bytes(of: templates),
          own: templates.ownCount > 0 ? templates.ownCount : nil)
      }
      movements = Self.bytes(of: model.movements)
      otherMovements = Self.bytes(of: model.otherMovements)
    }

    func model() throws(ModelError) -> TemplateModel {
      if let problem = normalizer.validationError ?? matching.validationError
        ?? calibration.validationError
      {
        throw .inconsistent(problem)
      }
      var model = TemplateModel(normalizer: normalizer, matching: matching, metadata: metadata)
      model.calibration = calibration
      guard zip(classes, classes.dropFirst()).allSatisfy({ $0.label < $1.label }) else {
        throw .inconsistent("expected distinct classes in alphabetical order")
      }
      for part in classes {
        guard !part.examples.isEmpty else {
          throw .inconsistent("class \(part.label) has no examples")
        }
        var templates = TemplateClass(
          label: part.label, pointCount: normalizer.pointCount, matching: matching)
        let own = part.own ?? 0
        guard (0...part.examples.count).contains(own) else {
          throw .inconsistent("class \(part.label) has \(own) own examples of its examples")
        }
        for (index, bytes) in part.examples.enumerated() {
          try templates.append(
            Self.channels(
              of: bytes, pointCount: normalizer.pointCount,
              name: "example \(index) of class \(part.label)"),
            isOwn: index >= part.examples.count - own)
        }
        model.classes.append(templates)
      }
      for (index, bytes) in movements.enumerated() {
        try model.movements.append(
          Self.channels(
            of: bytes, pointCount: normalizer.pointCount, name: "movement \(index)"))
      }
      for (index, bytes) in otherMovements.enumerated() {
        try model.otherMovements.append(
          Self.channels(
            of: bytes, pointCount: normalizer.pointCount, name: "other movement \(index)"))
      }
      return model
    }

    private static func bytes(of templates: TemplateClass) -> [Data] {
      (0..<templates.count).map { bytes(of: templates.channels(at: $0)) }
    }

    private static func bytes(of channels: ArraySlice<Float>) -> Data {
      if channels.allSatisfy({ TemplateModel.rounded($0) == $0 }) {
        return Data(
          channels.map { UInt8(bitPattern: Int8(($0 * TemplateModel.stepsPerUnit).rounded())) })
      }
      var data = Data(capacity: 4 * channels.count)
      for value in channels {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { data.append(contentsOf: $0) }
      }
      return data
    }

    /// The channels of an example.
    ///
    /// - Throws: ``ModelError/inconsistent(_:)`` for another length, and for numbers out of range.
    private static func channels(
      of data: Data, pointCount: Int, name: String
    ) throws(ModelError) -> [Float] {
      var channels: [Float] = []
      if data.count == WarpingLayout.channels * pointCount {
        return data.map { Float(Int8(bitPattern: $0)) / TemplateModel.stepsPerUnit }
      }
      if data.count == 4 * WarpingLayout.channels * pointCount {
        channels = data.withUnsafeBytes { bytes in
          stride(from: 0, to: bytes.count, by: 4).map { start in
            Float(
              bitPattern: UInt32(
                littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
          }
        }
      }
      // Root mean squares are 1, so that no value exceeds the square root of the count.
      guard !channels.isEmpty, channels.allSatisfy({ abs($0) < 1e3 }) else {
        throw .inconsistent(
          "\(name): expected \(WarpingLayout.channels) channels of \(pointCount) finite numbers")
      }
      return channels
    }
  }
}
