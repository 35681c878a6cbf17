internal import MotionFusion
internal import Platform

/// Reads and writes models and data sets: one line of JSON in a `ModelEnvelope`.
package enum ModelFile {
  /// The supported format version.
  static let version = 1

  /// Encodes the parts of a model or a data set as JSON in its envelope.
  package static func encode(
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
  package static func decode<Content: Decodable>(
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

/// The frame around the JSON of a model or a data set: a format version and a CRC-32 checksum.
package struct ModelEnvelope {
  /// The frame of models.
  package static let model = ModelEnvelope(
    versionKey: "{\"inertialModel\":", contentKey: "\",\"model\":", notOfThisKind: .notAModel)
  /// The frame of data sets.
  package static let dataSet = ModelEnvelope(
    versionKey: "{\"inertialDataSet\":", contentKey: "\",\"dataSet\":",
    notOfThisKind: .notADataSet)

  private static let checksumKey = ",\"crc32\":\""
  private static let end = "}\n"

  package let versionKey: String
  private let contentKey: String
  private let notOfThisKind: ModelError

  /// The bytes of a file with this payload.
  package func seal(_ payload: [UInt8], version: Int) -> [UInt8] {
    let head =
      versionKey + "\(version)" + Self.checksumKey
      + Self.hexadecimal(CRC32.checksum(of: payload)) + contentKey
    return Array(head.utf8) + payload + Array(Self.end.utf8)
  }

  /// The payload of a file, after a check of version and checksum.
  package func open(_ bytes: [UInt8]) throws(ModelError) -> ArraySlice<UInt8> {
    var rest = bytes[...]
    try skip(versionKey, in: &rest)
    let digits = rest.prefix(while: { (0x30...0x39).contains($0) }).prefix(9)
    if digits.count == rest.count { throw .truncated }
    guard let found = Int(String(decoding: digits, as: UTF8.self)) else { throw notOfThisKind }
    guard found == ModelFile.version else {
      throw .unsupportedVersion(found, supported: ModelFile.version)
    }
    rest = rest.dropFirst(digits.count)
    try skip(Self.checksumKey, in: &rest)
    guard rest.count >= 8 else { throw .truncated }
    let checksum = String(decoding: rest.prefix(8), as: UTF8.self)
    rest = rest.dropFirst(8)
    try skip(contentKey, in: &rest)
    guard rest.suffix(2).elementsEqual(Self.end.utf8) else { throw .truncated }
    let payload = rest.dropLast(2)
    guard checksum == Self.hexadecimal(CRC32.checksum(of: payload)) else { throw .altered }
    return payload
  }

  /// Removes `expected` from the front of `rest`. Bytes that end within it are truncated, any
  /// others are of another kind of file.
  private func skip(
    _ expected: String, in rest: inout ArraySlice<UInt8>
  ) throws(ModelError) {
    guard rest.starts(with: expected.utf8) else {
      throw !rest.isEmpty && !expected.utf8.starts(with: rest) ? notOfThisKind : .truncated
    }
    rest = rest.dropFirst(expected.utf8.count)
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

/// An error of a model or data-set file, or of parts that do not fit together.
public enum ModelError: Error, Hashable, Sendable {
  /// The bytes do not begin like a model file.
  case notAModel
  /// The bytes do not begin like a data-set file.
  case notADataSet
  /// The format version is not supported.
  case unsupportedVersion(Int, supported: Int)
  /// The end of the file is missing.
  case truncated
  /// The checksum does not match the content.
  case altered
  /// The content is not that of a model or data set.
  case malformed(String)
  /// The parts do not fit together.
  case inconsistent(String)
}

extension ModelError: CustomStringConvertible {
  /// The error and the expected value.
  public var description: String {
    switch self {
    case .notAModel:
      "not a model file: expected it to begin with {\"inertialModel\":"
    case .notADataSet:
      "not a data-set file: expected it to begin with {\"inertialDataSet\":"
    case .unsupportedVersion(let version, let supported):
      "expected format version \(supported), got \(version)"
    case .truncated:
      "the file is truncated: its end is missing"
    case .altered:
      "the file was altered or damaged: its checksum does not match"
    case .malformed(let reason):
      "the file is malformed: \(reason)"
    case .inconsistent(let reason):
      "the parts do not fit together: \(reason)"
    }
  }
}

extension ModelError {
  /// Checks a divisor of scores.
  static func check(temperature: Double) throws(ModelError) {
    guard temperature > 0, temperature.isFinite else {
      throw .inconsistent("expected a finite temperature above 0, got \(temperature)")
    }
  }

  /// Checks a rate of exponential damping.
  static func check(dampingRate: Double) throws(ModelError) {
    guard dampingRate >= 0, dampingRate.isFinite else {
      throw .inconsistent("expected a finite damping rate of 0 or more, got \(dampingRate)")
    }
  }
}

extension DecodingError {
  /// The place of the error in the JSON, and what is expected there.
  var reason: String {
    switch self {
    case .keyNotFound(let key, let context):
      "\(Self.place(of: context))expected a key '\(key.stringValue)'"
    case .valueNotFound(let type, let context), .typeMismatch(let type, let context):
      "\(Self.place(of: context))expected \(Self.name(of: type))"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "expected JSON with numbers in range"
        : "\(Self.place(of: context))got an unknown value"
    @unknown default:
      "unexpected content"
    }
  }

  private static func place(of context: Context) -> String {
    let path = context.codingPath.reduce("") { path, key in
      if let index = key.intValue { return "\(path)[\(index)]" }
      return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
    }
    return path.isEmpty ? "" : "at '\(path)': "
  }

  /// The JSON name of a type.
  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}
