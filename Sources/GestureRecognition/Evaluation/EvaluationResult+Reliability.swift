extension EvaluationResult {
  /// The gestures whose confidence lies in one part of 0 through 1.
  public struct ReliabilityBin: Hashable, Sendable, Codable {
    /// Where the part begins.
    public var lowerBound: Double
    /// Where it ends.
    public var upperBound: Double
    /// The number of gestures.
    public var count: Int
    /// Their mean confidence.
    public var confidence: Double
    /// The share of them that were read right.
    public var accuracy: Double
  }

  /// How often the classifier was right by how sure it was, in equal parts of confidence; parts
  /// without gestures are left out.
  ///
  /// - Parameter bins: The number of parts.
  /// - Precondition: `bins` is positive.
  public func reliability(bins: Int = 10) -> [ReliabilityBin] {
    precondition(bins >= 1, "\(bins) parts")
    var confidence = [Double](repeating: 0, count: bins)
    var correct = [Int](repeating: 0, count: bins)
    var count = correct
    for outcome in outcomes {
      guard let recognition = outcome.recognition, recognition.confidence.isFinite else { continue }
      let bin = max(0, min(bins - 1, Int(recognition.confidence * Double(bins))))
      confidence[bin] += recognition.confidence
      correct[bin] += outcome.isCorrect ? 1 : 0
      count[bin] += 1
    }
    return (0..<bins).filter { count[$0] > 0 }.map { bin in
      ReliabilityBin(
        lowerBound: Double(bin) / Double(bins), upperBound: Double(bin + 1) / Double(bins),
        count: count[bin], confidence: confidence[bin] / Double(count[bin]),
        accuracy: Double(correct[bin]) / Double(count[bin]))
    }
  }

  /// How far confidences are from the truth: the mean, over the gestures, of the difference between
  /// confidence and accuracy of the gesture's ``ReliabilityBin`` (M. P. Naeini, G. F. Cooper,
  /// M. Hauskrecht, *Obtaining well calibrated probabilities using Bayesian binning*, AAAI 2015).
  /// `nil` where nothing was read.
  ///
  /// - Parameter bins: The number of parts, 1 or more.
  public func expectedCalibrationError(bins: Int = 10) -> Double? {
    let parts = reliability(bins: bins)
    let total = parts.reduce(0) { $0 + $1.count }
    guard total > 0 else { return nil }
    return parts.reduce(0) { $0 + Double($1.count) * abs($1.confidence - $1.accuracy) }
      / Double(total)
  }
}
