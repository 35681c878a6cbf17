/// Detects readings at the end of a sensor's range, without knowing the range.
///
/// At the end of the range the largest value so far repeats. It also repeats at the peak of a
/// smooth motion seen by a coarsely quantised sensor, and where readings are delivered more often
/// than they are taken; in both cases the value before the peak repeats as well. Under a parabola
/// the topmost quantisation step is less than five times as long as the one below.
struct SaturationDetector: Hashable, Sendable, Codable {
  private var largest: Double
  private var previous = Vector3<Double>.zero
  /// The number of equal consecutive readings of each component, near the largest value.
  private var runs = Vector3(repeating: 1.0)
  private var repeats = 0.0
  /// The number of repetitions of the largest value that is normal within the range.
  private var allowedRepeats = 0.0

  /// The share of the largest value above which runs are counted.
  private static let vicinity = 0.9
  /// The least step, as a share of the value, that no smooth motion makes just below its peak.
  private static let jump = 0.01

  /// A detector for a sensor with at least this range.
  init(leastRange: Double) { largest = leastRange }

  /// Takes the next reading and returns the number of its saturated components.
  ///
  /// - Parameter squared: The reading's squared length.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func saturatedAxes(of reading: Vector3<Double>, squared: Double) -> Int {
    let limit = Self.vicinity * largest
    // No component is longer than the reading, rounding included.
    guard squared >= limit * limit,
      max(abs(reading.x), abs(reading.y), abs(reading.z)) >= limit
    else {
      previous = reading
      return 0
    }
    return saturatedAxesNearEnd(of: reading)
  }

  @inline(never)
  private mutating func saturatedAxesNearEnd(of reading: Vector3<Double>) -> Int {
    let magnitude = max(abs(reading.x), abs(reading.y), abs(reading.z))
    let isCopy = reading == previous
    var axes = 0
    var isRepeated = false
    var isJump = false
    var run = 1.0
    for axis in 0..<3 {
      let step = abs(reading[axis] - previous[axis])
      if magnitude >= largest, abs(reading[axis]) == magnitude {
        axes += 1
        isRepeated = isRepeated || step == 0
        isJump = isJump || step > Self.jump * magnitude
        run = max(run, runs[axis])
      }
      runs[axis] = step == 0 ? runs[axis] + 1 : 1
    }
    previous = reading
    largest = max(largest, magnitude)
    guard axes > 0 else { return 0 }
    if isRepeated {
      repeats += 1
      // A whole reading that repeats may be a copy.
      if isCopy, axes == 1 { allowedRepeats = max(allowedRepeats, 7) }
    } else {
      repeats = 0
      allowedRepeats = isJump && run == 1 ? 1 : 6 * run + 1
    }
    return repeats > allowedRepeats ? axes : 0
  }
}
