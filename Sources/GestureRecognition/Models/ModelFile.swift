internal import Foundation

/// Models as bytes: JSON of one line, with a version and a checksum.
///
/// `{"inertialModel":1,"crc32":"89abcdef","model":{…}}` and a line feed. The checksum is that of
/// the bytes of `{…}` as they stand, so that a file that was truncated or altered by a single
/// byte is refused. To write one to disk so that nobody meets half of it, hand the bytes to
/// `OutputFile.write` of MotionRecordings.
public enum ModelFile {
  /// The format version that is written, and the one that is read.
  public static let version = 1

  /// The file of `model`. Equal models give equal bytes.
  ///
  /// - Throws: ``ModelError/malformed(_:)`` for a model that JSON cannot hold.
  public static func encode(_ model: LinearModel) throws(ModelError) -> [UInt8] {
    try encode(Content(model))
  }

  /// The model of a file's bytes.
  ///
  /// - Throws: ``ModelError``, whichever way the bytes are not a whole and unaltered model of this
  ///   kind.
  public static func decode(_ bytes: [UInt8]) throws(ModelError) -> LinearModel {
    try decode(Content.self, from: ModelEnvelope.open(bytes)).model()
  }

  /// The model of a file's bytes, of whichever kind it is.
  ///
  /// - Throws: ``ModelError``, whichever way the bytes are not a whole and unaltered model.
  public static func decodeAny(_ bytes: [UInt8]) throws(ModelError) -> RecognitionModel {
    let payload = try ModelEnvelope.open(bytes)
    if try decode(Kind.self, from: payload).classifier == NearestTemplates.name {
      return .templates(try decode(TemplateContent.self, from: payload).model())
    }
    return .linear(try decode(Content.self, from: payload).model())
  }

  /// The parts of a model as JSON in its envelope.
  static func encode(_ content: some Encodable) throws(ModelError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return ModelEnvelope.seal(Array(try encoder.encode(content)), version: version)
    } catch {
      throw .malformed("\(error)")
    }
  }

  /// The parts of a model.
  static func decode<Content: Decodable>(
    _ type: Content.Type, from payload: ArraySlice<UInt8>
  ) throws(ModelError) -> Content {
    do {
      return try JSONDecoder().decode(type, from: Data(payload))
    } catch {
      throw .malformed("\(error)")
    }
  }

  /// What every model says of itself.
  private struct Kind: Decodable {
    var classifier: String
  }
}

extension ModelFile {
  /// A model as its JSON names its parts.
  private struct Content: Codable {
    var classifier = "zone-perceptron"
    var columns: Int
    var rows: Int
    var alignment: StrokeAlignment
    var labels: [String]
    var weights: [[Double]]
    var temperature: Double
    var minimumConfidence: Double
    var metadata: [String: String]

    init(_ model: LinearModel) {
      let width = model.features.count
      columns = model.features.columns
      rows = model.features.rows
      alignment = model.features.alignment
      labels = model.labels
      weights = model.labels.indices.map { row in
        Array(model.weights[(row * width)..<((row + 1) * width)])
      }
      temperature = model.temperature
      minimumConfidence = model.minimumConfidence
      metadata = model.metadata
    }

    func model() throws(ModelError) -> LinearModel {
      guard classifier == "zone-perceptron" else {
        throw .inconsistent(
          "classifier \(classifier) is not of this kind: zone-perceptron and \(NearestTemplates.name) are known"
        )
      }
      let sizes = ZoneFeatures.gridSizes
      guard sizes.contains(columns), sizes.contains(rows) else {
        throw .inconsistent("a grid of \(columns) × \(rows) zones: 1 to 16 each way are possible")
      }
      let features = ZoneFeatures(columns: columns, rows: rows, alignment: alignment)
      if let row = weights.firstIndex(where: { $0.count != features.count }) {
        throw .inconsistent(
          "class \(row) has \(weights[row].count) weights: \(columns) × \(rows) zones need "
            + "\(features.count)")
      }
      var model = try LinearModel(
        labels: labels, features: features, weights: weights.flatMap { $0 },
        temperature: temperature, metadata: metadata)
      guard minimumConfidence >= 0, minimumConfidence <= 1 else {
        throw .inconsistent("minimum confidence \(minimumConfidence): it must be from 0 to 1")
      }
      model.minimumConfidence = minimumConfidence
      return model
    }
  }
}
