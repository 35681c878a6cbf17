internal import Foundation

/// What a file holds between its version and its checksum: the parts of a model as its JSON names
/// them.
protocol ModelContent: Codable {
  associatedtype Model

  /// What files of this kind call what made the model.
  static var kinds: [String] { get }

  init(_ model: Model)

  /// The model, once its parts are found to fit together.
  func model() throws(ModelError) -> Model
}

/// Models and data sets as bytes: JSON of one line in a ``ModelEnvelope``.
enum ModelFile {
  /// The format version that is written, and the one that is read.
  static let version = 1

  // MARK: - Models

  /// The file of `model`.
  static func bytes<Content: ModelContent>(
    of model: Content.Model, as content: Content.Type
  ) throws(ModelError) -> [UInt8] {
    try encode(Content(model), in: .model)
  }

  /// The model of a file's bytes, which has to be of this kind.
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

  /// The model in JSON that is known to be of this kind.
  static func model<Content: ModelContent>(
    in payload: ArraySlice<UInt8>, as content: Content.Type
  ) throws(ModelError) -> Content.Model {
    try decode(content, from: payload).model()
  }

  /// What made the model: every kind says it of itself.
  static func kind(of payload: ArraySlice<UInt8>) throws(ModelError) -> String {
    struct Kind: Decodable {
      var classifier: String
    }
    return try decode(Kind.self, from: payload).classifier
  }

  // MARK: - JSON

  /// The parts of a model or a data set as JSON in its envelope.
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

  /// The parts of a model or a data set.
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
