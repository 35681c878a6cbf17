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
    outcomes(inBins: bins).enumerated().filter { !$0.element.isEmpty }.map { bin, outcomes in
      let count = Double(outcomes.count)
      return ReliabilityBin(
        lowerBound: Double(bin) / Double(bins), upperBound: Double(bin + 1) / Double(bins),
        count: outcomes.count, confidence: outcomes.reduce(0) { $0 + $1.confidence } / count,
        accuracy: Double(outcomes.count { $0.isCorrect }) / count)
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

  /// The expected calibration error of as many gestures with the same confidences if each were
  /// right with the probability that is its confidence: what chance adds to the error of
  /// calibrated confidences.
  ///
  /// `nil` without recognitions.
  ///
  /// - Parameter bins: The number of equal bins of confidence.
  /// - Precondition: `bins` is positive.
  /// - Complexity: O(*n* · *e*) with the number *e* of expected mistakes in a bin.
  package func calibrationErrorByChance(bins: Int = 10) -> Double? {
    let binned = outcomes(inBins: bins)
    let total = binned.reduce(0) { $0 + $1.count }
    guard total > 0 else { return nil }
    let sum = binned.reduce(0) { sum, outcomes in
      sum + Self.meanDeviation(ofMistakes: outcomes.map { 1 - $0.confidence })
    }
    return sum / Double(total)
  }

  /// The mean absolute deviation of the number of mistakes of these probabilities.
  private static func meanDeviation(ofMistakes probabilities: [Double]) -> Double {
    let mean = probabilities.reduce(0, +)
    // Below the mean there is as much as above it.
    let limit = Int(mean)
    var distribution = [Double](repeating: 0, count: limit + 1)
    distribution[0] = 1
    for probability in probabilities {
      for count in stride(from: limit, to: 0, by: -1) {
        distribution[count] +=
          probability * (distribution[count - 1] - distribution[count])
      }
      distribution[0] *= 1 - probability
    }
    return 2 * distribution.enumerated().reduce(0) { $0 + (mean - Double($1.offset)) * $1.element }
  }

  /// The confidences of the recognised gestures, and whether each is right, in equal bins.
  private func outcomes(inBins bins: Int) -> [[(confidence: Double, isCorrect: Bool)]] {
    precondition(bins >= 1, "expected at least 1 bin, got \(bins)")
    var binned = [[(confidence: Double, isCorrect: Bool)]](repeating: [], count: bins)
    for outcome in outcomes {
      guard let confidence = outcome.recognition?.confidence, confidence.isFinite else { continue }
      let bin = max(0, min(bins - 1, Int(confidence * Double(bins))))
      binned[bin].append((confidence, outcome.isCorrect))
    }
    return binned
  }
}
