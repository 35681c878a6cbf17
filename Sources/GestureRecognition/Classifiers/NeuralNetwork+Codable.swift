internal import Foundation

/// Weights are base64 of little-endian floats, so that a file is exact and compact.
extension NeuralNetwork: Codable {
  private enum CodingKeys: String, CodingKey {
    case labels
    case features
    case hidden
    case hiddenWeights
    case hiddenBiases
    case outputWeights
    case outputBiases
    case temperature
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func floats(_ key: CodingKeys) throws -> [Float] {
      let bytes = [UInt8](try container.decode(Data.self, forKey: key))
      guard bytes.count % 4 == 0 else {
        throw ModelError.malformed("at '\(key.rawValue)': expected a multiple of 4 bytes")
      }
      return stride(from: 0, to: bytes.count, by: 4).map { place in
        Float(
          bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * $1) })
      }
    }
    try self.init(
      labels: container.decode([String].self, forKey: .labels),
      featureCount: container.decode(Int.self, forKey: .features),
      hiddenCount: container.decode(Int.self, forKey: .hidden),
      hiddenWeights: floats(.hiddenWeights), hiddenBiases: floats(.hiddenBiases),
      outputWeights: floats(.outputWeights), outputBiases: floats(.outputBiases),
      temperature: container.decode(Double.self, forKey: .temperature))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func encode(_ floats: [Float], _ key: CodingKeys) throws {
      let bytes = floats.flatMap { float in
        (0..<4).map { UInt8(truncatingIfNeeded: float.bitPattern >> (8 * UInt32($0))) }
      }
      try container.encode(Data(bytes), forKey: key)
    }
    try container.encode(labels, forKey: .labels)
    try container.encode(featureCount, forKey: .features)
    try container.encode(hiddenCount, forKey: .hidden)
    try encode(hiddenWeights, .hiddenWeights)
    try encode(hiddenBiases, .hiddenBiases)
    try encode(outputWeights, .outputWeights)
    try encode(outputBiases, .outputBiases)
    try container.encode(temperature, forKey: .temperature)
  }
}
