internal import GestureRecognition
internal import MotionFusion
internal import Platform

/// The frame around the JSON of a data set: a format version and a CRC-32 checksum.
package enum DataSetFile {
  /// The supported format version.
  private static let version = 1
  /// The first bytes of a file.
  static let start = "{\"inertialDataSet\":"
  private static let checksumKey = ",\"crc32\":\""
  private static let contentKey = "\",\"dataSet\":"
  private static let end = "}\n"

  /// Encodes the parts of a data set as JSON.
  static func encode(_ content: some Encodable) throws(ModelError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return seal(Array(try encoder.encode(content)))
    } catch {
      throw .malformed("\(error)")
    }
  }

  /// Decodes the parts of a data set.
  static func decode<Content: Decodable>(
    _ type: Content.Type, from file: [UInt8]
  ) throws(ModelError) -> Content {
    let payload = try open(file)
    do {
      return try JSONDecoder().decode(type, from: Data(payload))
    } catch let error as DecodingError {
      throw .malformed(error.reason)
    } catch {
      throw .malformed("\(error)")
    }
  }

  /// The bytes of a file with this payload.
  package static func seal(_ payload: [UInt8]) -> [UInt8] {
    let checksum = hexadecimal(CRC32.checksum(of: payload))
    return Array("\(start)\(version)\(checksumKey)\(checksum)\(contentKey)".utf8) + payload
      + Array(end.utf8)
  }

  /// The payload of a file, after a check of version and checksum.
  private static func open(_ bytes: [UInt8]) throws(ModelError) -> ArraySlice<UInt8> {
    var rest = bytes[...]
    try skip(start, in: &rest)
    let digits = rest.prefix(while: { (0x30...0x39).contains($0) }).prefix(9)
    if digits.count == rest.count { throw .truncated }
    guard let found = Int(String(decoding: digits, as: UTF8.self)) else { throw .notADataSet }
    guard found == version else { throw .unsupportedVersion(found, supported: version) }
    rest = rest.dropFirst(digits.count)
    try skip(checksumKey, in: &rest)
    guard rest.count >= 8 else { throw .truncated }
    let checksum = String(decoding: rest.prefix(8), as: UTF8.self)
    rest = rest.dropFirst(8)
    try skip(contentKey, in: &rest)
    guard rest.suffix(2).elementsEqual(end.utf8) else { throw .truncated }
    let payload = rest.dropLast(2)
    guard checksum == hexadecimal(CRC32.checksum(of: payload)) else { throw .altered }
    return payload
  }

  /// Removes `expected` from the front of `rest`. Bytes that end within it are truncated, any
  /// others are of another kind of file.
  private static func skip(
    _ expected: String, in rest: inout ArraySlice<UInt8>
  ) throws(ModelError) {
    guard rest.starts(with: expected.utf8) else {
      throw !rest.isEmpty && !expected.utf8.starts(with: rest) ? .notADataSet : .truncated
    }
    rest = rest.dropFirst(expected.utf8.count)
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
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
