/// Where in a stream of samples something is recognised.
public enum SegmentationRule: Hashable, Sendable, Codable {
  /// At every sample, from that sample alone.
  case everySample
  /// In a window of the last so many samples, again after every `hop` of them, from the first full
  /// window on.
  case slidingWindow(length: Int, hop: Int)
  /// In what lies between touching and letting go, as the caller says.
  case touch
  /// In what lies between two rests. A sample rests when the root mean square of its components is
  /// at most `limit`; a rest lasts `restDuration` seconds or longer, and is no part of the gesture.
  case restToRest(limit: Double, restDuration: Double)

  /// The fewest samples of a piece.
  var shortestPiece: Int {
    if case .slidingWindow(let length, _) = self { length } else { 1 }
  }

  /// What is wrong with its numbers; `nil` when nothing is.
  var validationError: String? {
    switch self {
    case .everySample, .touch: nil
    case .slidingWindow(let length, let hop):
      (1...1_000_000).contains(length) && hop > 0
        ? nil : "a window of \(length) samples every \(hop): both must be positive"
    case .restToRest(let limit, let restDuration):
      limit >= 0 && limit.isFinite && restDuration >= 0 && restDuration.isFinite
        ? nil : "a rest below \(limit) for \(restDuration) s: finite, and not negative"
    }
  }
}
