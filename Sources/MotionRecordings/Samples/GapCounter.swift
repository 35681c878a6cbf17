/// Counts the gaps of a clock: steps over five times the median step.
///
/// The median is known at the end only, so that steps which may be gaps are kept. If the rate more
/// than doubles after the first minutes, or the median is lost, the gaps are unknown, and the steps
/// have to come again to an unbounded counter.
struct GapCounter {
  private var median: RunningMedian
  private var candidates: [(step: Double, line: Int)] = []
  /// Steps up to it are no candidates.
  private var threshold = 0.0
  /// The number of candidates at which the threshold rises.
  private var mostCandidates: Int

  /// A counter without steps.
  ///
  /// - Parameter isBounded: Whether memory is bounded by the number of gaps. An unbounded counter
  ///   keeps 24 bytes a step.
  init(isBounded: Bool) {
    median = isBounded ? RunningMedian() : RunningMedian(limit: .max)
    mostCandidates = isBounded ? RunningMedian.usualLimit : .max
  }

  /// Adds a step of 0 s or more.
  ///
  /// - Parameters:
  ///   - step: In seconds.
  ///   - line: The line of its end.
  ///   - isPause: Whether the source paused, so that the step is no gap.
  mutating func add(_ step: Double, line: Int, isPause: Bool = false) {
    median.add(step)
    guard step > threshold, !isPause else { return }
    candidates.append((step, line))
    guard candidates.count == mostCandidates else { return }
    if let middle = median.median(), 2.5 * middle > threshold {
      threshold = 2.5 * middle
      candidates.removeAll { [threshold] in $0.step <= threshold }
    }
    mostCandidates = max(2 * candidates.count, RunningMedian.usualLimit)
  }

  /// The gaps, of at least `least` seconds; none if the median is zero.
  ///
  /// - Returns: `nil` if they are unknown.
  mutating func gaps(over least: Double = 0) -> (occurrences: Occurrences, longest: Double)? {
    var occurrences = Occurrences()
    var longest = 0.0
    guard median.count > 0 else { return (occurrences, longest) }
    guard let middle = median.median() else { return nil }
    guard middle > 0 else { return (occurrences, longest) }
    let limit = max(least, 5 * middle)
    guard limit >= threshold else { return nil }
    for candidate in candidates where candidate.step > limit {
      occurrences.count(line: candidate.line)
      longest = max(longest, candidate.step)
    }
    return (occurrences, longest)
  }
}
