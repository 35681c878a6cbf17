internal import MotionRecordings

/// The frame around the JSON of a model or a data set: a format version and a CRC-32 checksum.
package struct ModelEnvelope {
  /// The frame of models.
  package static let model = ModelEnvelope(
    versionKey: "{\"inertialModel\":", contentKey: "\",\"model\":", notOfThisKind: .notAModel)
  /// The frame of data sets.
  static let dataSet = ModelEnvelope(
    versionKey: "{\"inertialDataSet\":", contentKey: "\",\"dataSet\":",
    notOfThisKind: .notADataSet)

  private static let checksumKey = ",\"crc32\":\""
  private static let end = "}\n"

  let versionKey: String
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
  func open(_ bytes: [UInt8]) throws(ModelError) -> ArraySlice<UInt8> {
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
