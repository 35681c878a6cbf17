extension EvaluationResult {
  /// The gestures with a confidence in one bin of 0...1.
  package struct ReliabilityBin: Hashable, Sendable, Codable {
    /// The lower bound of the bin.
    package var lowerBound: Double
    /// The upper bound of the bin.
    package var upperBound: Double
    /// The number of gestures.
    package var count: Int
    /// Their mean confidence.
    package var confidence: Double
    /// The share of correctly recognised ones.
    package var accuracy: Double
  }

  /// The reliability diagram: accuracy by confidence, in equal bins. Empty bins are left out.
  ///
  /// - Precondition: `bins` is positive.
  package func reliability(bins: Int = 10) -> [ReliabilityBin] {
    precondition(bins >= 1, "expected at least 1 bin, got \(bins)")
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

  /// The expected calibration error of the confidences.
  ///
  /// The mean over the gestures of the difference between confidence and accuracy of their bin
  /// (M. P. Naeini, G. F. Cooper, M. Hauskrecht, *Obtaining well calibrated probabilities using
  /// Bayesian binning*, AAAI 2015). `nil` without recognitions.
  ///
  /// - Parameter bins: The number of equal bins of confidence.
  /// - Precondition: `bins` is positive.
  public func expectedCalibrationError(bins: Int = 10) -> Double? {
    let diagram = reliability(bins: bins)
    let total = diagram.reduce(0) { $0 + $1.count }
    guard total > 0 else { return nil }
    return diagram.reduce(0) { $0 + Double($1.count) * abs($1.confidence - $1.accuracy) }
      / Double(total)
  }
}
