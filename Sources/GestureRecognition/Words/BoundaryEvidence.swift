internal import RealModule

/// The logarithms of the probabilities that a word ends, or goes on, before a gesture.
struct BoundaryEvidence: Sendable {
  /// For the end of a word.
  var boundary: Double
  /// For two letters of one word.
  var inside: Double

  /// Certain of both: before the first gesture.
  static let none = BoundaryEvidence(boundary: 0, inside: 0)

  private init(boundary: Double, inside: Double) {
    self.boundary = boundary
    self.inside = inside
  }

  /// The evidence of the odds of an end of a word.
  init(logOdds: Double) {
    boundary = -Double.log(onePlus: Double.exp(-logOdds))
    inside = -Double.log(onePlus: Double.exp(logOdds))
  }

  /// The evidence before each of `count` gestures.
  ///
  /// - Parameter gaps: The times between the gestures in seconds, one fewer than the gestures;
  ///   other numbers of gaps, gaps that are not positive, and fewer than three have no evidence.
  static func evidence(
    gaps: [Double], count: Int, _ configuration: WordDecoder.Configuration
  ) -> [BoundaryEvidence] {
    guard count > 0 else { return [] }
    let isUsed = gaps.count == count - 1 && count > 3 && gaps.allSatisfy { $0 > 0 && $0.isFinite }
    let median = isUsed ? gaps.sorted()[(gaps.count - 1) / 2] : 0
    let limit = configuration.gapLimit
    return [.none]
      + (1..<max(1, count)).map { index in
        guard isUsed else { return BoundaryEvidence(logOdds: configuration.boundaryLogOdds) }
        let ratio = Double.log(gaps[index - 1] / median)
        let odds = configuration.gapSlope * (ratio - configuration.gapThreshold)
        return BoundaryEvidence(logOdds: min(max(odds, -limit), limit))
      }
  }
}
