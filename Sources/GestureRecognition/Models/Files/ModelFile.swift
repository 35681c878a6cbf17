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
    try encode(LinearContent(model))
  }

  /// The model of a file's bytes.
  ///
  /// - Throws: ``ModelError``, whichever way the bytes are not a whole and unaltered model of this
  ///   kind.
  public static func decode(_ bytes: [UInt8]) throws(ModelError) -> LinearModel {
    try decode(LinearContent.self, from: ModelEnvelope.model.open(bytes)).model()
  }

  /// The model of a file's bytes, of whichever kind it is.
  ///
  /// - Throws: ``ModelError``, whichever way the bytes are not a whole and unaltered model.
  public static func decodeAny(_ bytes: [UInt8]) throws(ModelError) -> RecognitionModel {
    let payload = try ModelEnvelope.model.open(bytes)
    switch try decode(Kind.self, from: payload).classifier {
    case NearestTemplates.name:
      return .templates(try decode(TemplateContent.self, from: payload).model())
    case MotionZoneSoftmax.name:
      return .motionZones(try decode(MotionZoneContent.self, from: payload).model())
    case GesturePipeline.Content.name:
      return .pipeline(try decode(GesturePipeline.Content.self, from: payload).pipeline())
    default: return .linear(try decode(LinearContent.self, from: payload).model())
    }
  }

  /// The parts of a model as JSON in its envelope.
  static func encode(
    _ content: some Encodable, in envelope: ModelEnvelope = .model
  ) throws(ModelError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return envelope.seal(Array(try encoder.encode(content)), version: version)
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
    } catch let error as ModelError {
      throw error
    } catch {
      throw .malformed("\(error)")
    }
  }

  /// What every model says of itself.
  private struct Kind: Decodable {
    var classifier: String
  }
}
