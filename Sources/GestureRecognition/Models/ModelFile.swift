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

  private static let versionKey = "{\"inertialModel\":"
  private static let checksumKey = ",\"crc32\":\""
  private static let modelKey = "\",\"model\":"
  private static let end = "}\n"

  /// The file of `model`. Equal models give equal bytes.
  public static func encode(_ model: LinearModel) throws(ModelError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let payload: [UInt8]
    do {
      payload = Array(try encoder.encode(Content(model)))
    } catch {
      throw .malformed("\(error)")
    }
    let head =
      versionKey + "\(version)" + checksumKey + hexadecimal(CRC32.checksum(of: payload)) + modelKey
    return Array(head.utf8) + payload + Array(end.utf8)
  }

  /// The model of a file's bytes.
  ///
  /// - Throws: ``ModelError``, whichever way the bytes are not a whole and unaltered model.
  public static func decode(_ bytes: [UInt8]) throws(ModelError) -> LinearModel {
    var rest = bytes[...]
    try skip(versionKey, in: &rest)
    let digits = rest.prefix(while: { (0x30...0x39).contains($0) }).prefix(9)
    if digits.count == rest.count { throw .truncated }
    guard let found = Int(String(decoding: digits, as: UTF8.self)) else { throw .notAModel }
    guard found == version else { throw .unsupportedVersion(found, supported: version) }
    rest = rest.dropFirst(digits.count)
    try skip(checksumKey, in: &rest)
    guard rest.count >= 8 else { throw .truncated }
    let checksum = String(decoding: rest.prefix(8), as: UTF8.self)
    rest = rest.dropFirst(8)
    try skip(modelKey, in: &rest)
    guard rest.suffix(2).elementsEqual(end.utf8) else { throw .truncated }
    let payload = rest.dropLast(2)
    guard checksum == hexadecimal(CRC32.checksum(of: payload)) else { throw .altered }
    let content: Content
    do {
      content = try JSONDecoder().decode(Content.self, from: Data(payload))
    } catch {
      throw .malformed("\(error)")
    }
    return try content.model()
  }

  /// Steps over `expected`; what ends in the middle of it is truncated, anything else no model.
  private static func skip(
    _ expected: String, in rest: inout ArraySlice<UInt8>
  ) throws(ModelError) {
    guard rest.starts(with: expected.utf8) else {
      throw !rest.isEmpty && !expected.utf8.starts(with: rest) ? .notAModel : .truncated
    }
    rest = rest.dropFirst(expected.utf8.count)
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
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
        throw .inconsistent("classifier \(classifier): zone-perceptron is the one that is known")
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
