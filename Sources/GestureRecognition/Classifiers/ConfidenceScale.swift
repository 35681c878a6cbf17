internal import RealModule

/// How confidences follow from scores: a mixture of softmax(scores / temperature) and equal
/// confidences of all classes.
///
/// The equal part stands for gestures about which the scores say nothing. Without it, a few of them
/// flatten the confidences of all others. The order of the classes is that of the scores. (J.
/// Zhang, B. Kailkhura, T. Y.-J. Han, *Mix-n-Match: ensemble and compositional methods for
/// uncertainty calibration in deep learning*, ICML 2020, arXiv:2003.07329, without the part at a
/// temperature of 1.)
package struct ConfidenceScale: Hashable, Sendable {
  /// The divisor of the scores.
  package let temperature: Double
  /// The share of equal confidences, from 0 to 1.
  package let uniformShare: Double

  /// Creates a scale; the default is the softmax of the scores.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` for a temperature that is not finite and positive,
  ///   and a share outside 0 through 1.
  package init(temperature: Double, uniformShare: Double = 0) throws(ModelError) {
    try ModelFile.check(temperature: temperature)
    guard uniformShare >= 0, uniformShare <= 1 else {
      throw .inconsistent("expected a uniform share from 0 to 1, got \(uniformShare)")
    }
    self.init(unchecked: temperature, uniformShare: uniformShare)
  }

  init(unchecked temperature: Double = 1, uniformShare: Double = 0) {
    self.temperature = temperature
    self.uniformShare = uniformShare
  }

  /// The confidences of finite scores, one a class.
  func confidences(of scores: [Double]) -> [Double] {
    guard let highest = scores.max() else { return [] }
    var confidences = scores.map { Double.exp(($0 - highest) / temperature) }
    let factor = (1 - uniformShare) / confidences.reduce(0, +)
    let equal = uniformShare / Double(scores.count)
    for index in confidences.indices { confidences[index] = confidences[index] * factor + equal }
    return confidences
  }
}

extension ConfidenceScale: Codable {
  private enum Key: String, CodingKey {
    case temperature, uniformShare
  }

  /// Encodes the scale; a share of 0 is left out.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(temperature, forKey: .temperature)
    if uniformShare > 0 { try container.encode(uniformShare, forKey: .uniformShare) }
  }

  /// Decodes a scale.
  ///
  /// - Throws: The decoder's errors, and those of ``init(temperature:uniformShare:)``.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    try self.init(
      temperature: container.decode(Double.self, forKey: .temperature),
      uniformShare: container.decodeIfPresent(Double.self, forKey: .uniformShare) ?? 0)
  }
}
