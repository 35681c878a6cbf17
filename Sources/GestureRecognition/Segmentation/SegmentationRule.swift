/// A rule that divides a stream of samples into segments for recognition.
public enum SegmentationRule: Hashable, Sendable, Codable {
  /// Each sample is a segment.
  case everySample
  /// Windows of `length` samples, `hop` samples apart.
  case slidingWindow(length: Int, hop: Int)
  /// The samples from touch-down to touch-up, as reported by the caller.
  case touch
  /// The samples between two stationary phases.
  ///
  /// A sample is stationary if the root mean square of its components is at most `limit`. A
  /// stationary phase lasts `restDuration` seconds or longer and is not part of the segment.
  case restToRest(limit: Double, restDuration: Double)

  /// The minimum number of samples of a segment.
  var shortestPiece: Int {
    if case .slidingWindow(let length, _) = self { length } else { 1 }
  }

  /// The first invalid parameter as an error text, or `nil` if all are valid.
  package var validationError: String? {
    switch self {
    case .everySample, .touch: nil
    case .slidingWindow(let length, let hop):
      (1...1_000_000).contains(length) && hop > 0
        ? nil
        : "expected a window of 1 to 1000000 samples and a positive hop, got \(length) and \(hop)"
    case .restToRest(let limit, let restDuration):
      limit >= 0 && limit.isFinite && restDuration >= 0 && restDuration.isFinite
        ? nil
        : "expected a finite limit and rest duration of 0 or more, got \(limit) and "
          + "\(restDuration) s"
    }
  }
}
