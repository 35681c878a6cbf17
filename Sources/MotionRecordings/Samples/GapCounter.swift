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
