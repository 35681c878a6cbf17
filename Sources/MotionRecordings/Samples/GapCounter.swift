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

/// The exact median of numbers that come one by one, in bounded memory.
///
/// The numbers around the middle are kept, equal ones once; those below and above are counted. If
/// the middle moves out of the kept range, as of a slow drift, the median is lost, and the numbers
/// have to come again to ``nextPass``. (J. I. Munro, M. S. Paterson, *Selection and sorting with
/// limited storage*, Theoretical Computer Science 12, 1980.)
struct RunningMedian {
  private var lower = -Double.infinity
  private var upper = Double.infinity
  /// The range in which the median is known to be.
  private var bounds = (lower: -Double.infinity, upper: Double.infinity)
  /// The numbers below and above the kept range.
  private var below = 0
  private var above = 0
  /// The kept numbers, ascending.
  private var kept: [(value: Double, count: Int)] = []
  /// The last numbers, in the order in which they came.
  private var recent: [Double] = []
  private let limit: Int

  /// Enough that the middle of numbers without a drift stays within the range.
  static let usualLimit = 1 << 15

  /// A median without numbers.
  ///
  /// - Parameter limit: The number of kept values; `Int.max` keeps all, so that none is lost.
  init(limit: Int = Self.usualLimit) { self.limit = limit }

  /// The number of numbers.
  private(set) var count = 0

  /// Adds a number that is not NaN.
  mutating func add(_ number: Double) {
    count += 1
    if number < lower {
      below += 1
    } else if number > upper {
      above += 1
    } else {
      recent.append(number)
      if recent.count == limit { sortRecent() }
    }
  }

  /// The median, for an even count the mean of the two middle values; `nil` without numbers, and if
  /// it is lost.
  mutating func median() -> Double? {
    sortRecent()
    guard count > 0, let high = value(at: count / 2) else { return nil }
    guard count % 2 == 0 else { return high }
    return value(at: count / 2 - 1).map { ($0 + high) / 2 }
  }

  /// The median for the same numbers again, if it is lost.
  mutating func nextPass() -> RunningMedian? {
    guard count > 0, median() == nil else { return nil }
    var next = RunningMedian(limit: limit)
    next.bounds = bounds
    // With the end of the range: of an even count it may be one of the middle values.
    if count / 2 >= count - above { next.bounds.lower = upper } else { next.bounds.upper = lower }
    (next.lower, next.upper) = next.bounds
    return next
  }

  // MARK: - Kept values

  private func value(at rank: Int) -> Double? {
    guard rank >= below, rank < count - above else { return nil }
    var end = below
    for part in kept {
      end += part.count
      if rank < end { return part.value }
    }
    return nil
  }

  /// Merges the recent numbers into the kept ones, and gives up the outer ones over the limit.
  private mutating func sortRecent() {
    guard !recent.isEmpty else { return }
    recent.sort()
    var merged: [(value: Double, count: Int)] = []
    merged.reserveCapacity(min(kept.count + recent.count, 2 * Self.usualLimit))
    func add(_ value: Double, _ count: Int) {
      if merged.last?.value == value {
        merged[merged.count - 1].count += count
      } else {
        merged.append((value, count))
      }
    }
    var place = 0
    for part in kept {
      while place < recent.count, recent[place] < part.value {
        add(recent[place], 1)
        place += 1
      }
      add(part.value, part.count)
    }
    for number in recent[place...] { add(number, 1) }
    recent.removeAll(keepingCapacity: true)
    kept = merged
    if kept.count > limit { giveUpOuterValues() }
  }

  private mutating func giveUpOuterValues() {
    var end = below
    let middle = kept.firstIndex { part in
      end += part.count
      return count / 2 < end
    }
    let start = max(0, min((middle ?? kept.count) - limit / 4, kept.count - limit / 2))
    let range = start..<min(start + limit / 2, kept.count)
    below += kept[..<range.lowerBound].reduce(0) { $0 + $1.count }
    above += kept[range.upperBound...].reduce(0) { $0 + $1.count }
    kept = Array(kept[range])
    lower = kept.first?.value ?? lower
    upper = kept.last?.value ?? upper
  }
}
