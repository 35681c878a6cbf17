internal import Foundation

/// The payload of a model file: the parts of a model under their JSON keys.
protocol ModelContent: Codable {
  associatedtype Model

  /// The names of the classifiers whose models are of this kind.
  static var kinds: [String] { get }

  init(_ model: Model)

  /// The model, after a check that its parts fit together.
  func model() throws(ModelError) -> Model
}

/// Reads and writes models and data sets: one line of JSON in a `ModelEnvelope`.
enum ModelFile {
  /// The supported format version.
  static let version = 1

  // MARK: - Models

  /// The file of `model`.
  static func bytes<Content: ModelContent>(
    of model: Content.Model, as content: Content.Type
  ) throws(ModelError) -> [UInt8] {
    try encode(Content(model), in: .model)
  }

  /// The model of a file of this kind.
  static func model<Content: ModelContent>(
    of bytes: [UInt8], as content: Content.Type
  ) throws(ModelError) -> Content.Model {
    let payload = try ModelEnvelope.model.open(bytes)
    let kind = try kind(of: payload)
    guard Content.kinds.contains(kind) else {
      throw .otherKind(kind, expected: Content.kinds)
    }
    return try model(in: payload, as: content)
  }

  /// The model of JSON of this kind.
  static func model<Content: ModelContent>(
    in payload: ArraySlice<UInt8>, as content: Content.Type
  ) throws(ModelError) -> Content.Model {
    try decode(content, from: payload).model()
  }

  /// The name of the classifier that made the model.
  static func kind(of payload: ArraySlice<UInt8>) throws(ModelError) -> String {
    struct Kind: Decodable {
      var classifier: String
    }
    return try decode(Kind.self, from: payload).classifier
  }

  // MARK: - JSON

  /// Encodes the parts of a model or a data set as JSON in its envelope.
  static func encode(
    _ content: some Encodable, in envelope: ModelEnvelope
  ) throws(ModelError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return envelope.seal(Array(try encoder.encode(content)), version: version)
    } catch {
      throw .malformed("\(error)")
    }
  }

  /// Decodes the parts of a model or a data set.
  static func decode<Content: Decodable>(
    _ type: Content.Type, from payload: ArraySlice<UInt8>
  ) throws(ModelError) -> Content {
    do {
      return try JSONDecoder().decode(type, from: Data(payload))
    } catch let error as ModelError {
      throw error
    } catch let error as DecodingError {
      throw .malformed(error.reason)
    } catch {
      throw .malformed("\(error)")
    }
  }
}
