/// What is done to every sample before anything is recognised in it, each component by itself.
public enum PreprocessingStage: Hashable, Sendable, Codable {
  /// The mean of the last so many samples: see ``MovingAverage``.
  case movingAverage(window: Int)
  /// What is slower than the cut-off in Hz: see `ButterworthFilter`.
  case lowPass(cutoff: Double, sampleRate: Double)
  /// What is faster than the cut-off in Hz: see `ButterworthFilter`.
  case highPass(cutoff: Double, sampleRate: Double)
  /// What exceeds a limit: see ``DeadZone``.
  case deadZone(limit: Double)
  /// The change per second: see ``Differentiator``.
  case derivative(sampleRate: Double)

  /// What is wrong with its numbers for samples of so many components; `nil` when nothing is.
  func validationError(dimension: Int) -> String? {
    switch self {
    case .movingAverage(let window):
      // All components' windows are in memory from the first sample on.
      (1...100_000).contains(window) && window * dimension <= 10_000_000
        ? nil
        : "a moving average of \(window) samples: 1 to "
          + "\(min(100_000, 10_000_000 / dimension)) are possible"
    case .lowPass(let cutoff, let sampleRate), .highPass(let cutoff, let sampleRate):
      cutoff > 0 && cutoff < sampleRate / 2 && sampleRate.isFinite
        ? nil : "a cut-off of \(cutoff) Hz: it must be between 0 and half of \(sampleRate) Hz"
    case .deadZone(let limit):
      limit >= 0 && limit.isFinite
        ? nil : "a dead zone of \(limit): it must be finite and not negative"
    case .derivative(let sampleRate):
      sampleRate > 0 && sampleRate.isFinite
        ? nil : "a derivative at \(sampleRate) Hz: the rate must be finite and positive"
    }
  }
}
