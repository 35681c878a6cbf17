internal import MotionFusion

/// Counts the gaps of a clock by the limits of `Intake`.
struct GapCounter {
  private var usual = UsualStep()
  /// The gaps, by the line of their end.
  private(set) var occurrences = Occurrences()
  /// The longest gap, in seconds.
  private(set) var longest = 0.0
  /// What shows samples that are missing one by one.
  private(set) var grid = EvenSteps()

  /// Adds a positive step in seconds, unless the source paused in it.
  ///
  /// - Parameter line: The line of its end.
  mutating func add(_ step: Double, line: Int = 0) {
    usual.begin(with: step)
    grid.add(step)
    if Intake.isGap(step, usual: usual.seconds) {
      occurrences.count(line: line)
      longest = max(longest, step)
    }
    usual.follow(step)
  }
}

/// Counts the samples that are missing one by one in even times.
struct EvenSteps {
  /// The largest distance from a multiple: 162 Hz in whole milliseconds has steps of 6 and 7.
  private static let tolerance = 0.2

  /// The shortest usual step in seconds, and the number of shorter ones.
  private var base = 0.0
  private var shorter = 0
  /// The steps of 1, 2 and 3 to 5 usual ones within the tolerance, and of other lengths.
  private var multiples = (one: 0, two: 0, more: 0, other: 0)
  private var missing = 0

  mutating func add(_ step: Double) {
    if base == 0 { base = step }
    let ratio = step / base
    if ratio < 0.75 {
      shorter += 1
      // Three times is no accident.
      if shorter > 2 {
        self = EvenSteps()
        base = step
      }
      return
    }
    let multiple = ratio.rounded()
    guard abs(ratio - multiple) < Self.tolerance, multiple < 6 else {
      multiples.other += 1
      return
    }
    switch multiple {
    case 1:
      multiples.one += 1
      base += (step - base) / 20
    case 2: multiples.two += 1
    default: multiples.more += 1
    }
    missing += Int(multiple) - 1
  }

  /// The missing samples and their share; `nil` if the times are no grid.
  ///
  /// Steps of twice the usual one alone are those of a clock that rounds; lost samples also make
  /// longer ones.
  var lost: (count: Int, share: Double)? {
    let steps = multiples.one + multiples.two + multiples.more + multiples.other
    guard 20 * multiples.other < steps, 50 * multiples.two > steps, multiples.two >= 10,
      multiples.more > 0
    else { return nil }
    return (missing, Double(missing) / Double(missing + steps))
  }
}

/// The exact median of a sequence of numbers, in bounded memory.
///
/// The numbers around the middle are kept, equal ones once; those below and above are counted. If
/// the middle moves out of the kept range, for example by a slow drift, the median is lost. The
/// numbers then have to be added in another pass; see ``endPass()``. (J. I. Munro, M. S. Paterson,
/// *Selection and sorting with limited storage*, Theoretical Computer Science 12, 1980.)
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
  /// The last numbers, in order of arrival.
  private var recent: [Double] = []
  private let limit: Int

  /// Large enough to keep the middle of numbers without a drift within the range.
  static let usualLimit = 1 << 15

  /// A median without numbers.
  ///
  /// - Parameter limit: The number of kept values; `Int.max` keeps all, so that none is lost.
  init(limit: Int = Self.usualLimit) { self.limit = limit }

  private(set) var count = 0
  /// The median after the last pass.
  private(set) var value: Double?
  private var isEnded = false

  /// Adds a number that is not NaN.
  mutating func add(_ number: Double) {
    guard !isEnded else { return }
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
  func median() -> Double? {
    var sorted = self
    sorted.sortRecent()
    guard count > 0, let high = sorted.value(at: count / 2) else { return nil }
    guard count % 2 == 0 else { return high }
    return sorted.value(at: count / 2 - 1).map { ($0 + high) / 2 }
  }

  /// Ends a pass over the numbers.
  ///
  /// - Returns: Whether the median is lost, so that the same numbers have to be added again.
  ///   Otherwise ``value`` is the median, and later numbers are left out.
  mutating func endPass() -> Bool {
    guard !isEnded else { return false }
    sortRecent()
    value = median()
    isEnded = count == 0 || value != nil
    guard !isEnded else { return false }
    var bounds = bounds
    // The end of the range is included: if the count is even, it may be one of the middle values.
    if count / 2 >= count - above { bounds.lower = upper } else { bounds.upper = lower }
    self = RunningMedian(limit: limit)
    self.bounds = bounds
    (lower, upper) = bounds
    return true
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

  /// Merges the recent numbers into the kept ones, and discards the outermost ones above the limit.
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
