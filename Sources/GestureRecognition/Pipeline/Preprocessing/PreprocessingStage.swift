/// A filter that is applied to each component of every sample.
public enum PreprocessingStage: Hashable, Sendable, Codable {
  /// The mean of the last `window` samples: see `MovingAverage`.
  case movingAverage(window: Int)
  /// A low-pass filter; frequencies in Hz: see `ButterworthFilter`.
  case lowPass(cutoff: Double, sampleRate: Double)
  /// A high-pass filter; frequencies in Hz: see `ButterworthFilter`.
  case highPass(cutoff: Double, sampleRate: Double)
  /// A low-pass filter that takes this share of each sample: see `ExponentialFilter`.
  case smoothing(share: Double)
  /// A high-pass filter, the sample minus `smoothing`: see `ExponentialFilter`.
  case detrending(share: Double)
  /// A soft threshold: see `DeadZone`.
  case deadZone(limit: Double)
  /// The derivative, per second: see `Differentiator`.
  case derivative(sampleRate: Double)

  /// The first invalid parameter as an error text, or `nil` if all are valid.
  ///
  /// - Parameter dimension: The number of components of a sample.
  func validationError(dimension: Int) -> String? {
    switch self {
    case .movingAverage(let window):
      // The windows of all components are allocated before the first sample.
      (1...100_000).contains(window) && window * dimension <= 10_000_000
        ? nil
        : "expected a moving average of 1 to \(min(100_000, 10_000_000 / dimension)) samples, "
          + "got \(window)"
    case .lowPass(let cutoff, let sampleRate), .highPass(let cutoff, let sampleRate):
      cutoff > 0 && cutoff < sampleRate / 2 && sampleRate.isFinite
        ? nil : "expected a cut-off between 0 and half of \(sampleRate) Hz, got \(cutoff) Hz"
    case .smoothing(let share), .detrending(let share):
      share > 0 && share <= 1 ? nil : "expected a share above 0 and at most 1, got \(share)"
    case .deadZone(let limit):
      limit >= 0 && limit.isFinite
        ? nil : "expected a finite dead zone of 0 or more, got \(limit)"
    case .derivative(let sampleRate):
      sampleRate > 0 && sampleRate.isFinite
        ? nil : "expected a finite positive rate for a derivative, got \(sampleRate) Hz"
    }
  }
}
