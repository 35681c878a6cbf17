/// Notices readings at the end of a sensor's range, whichever range it was set to.
///
/// At the end of the range the largest value so far comes several times in a row. It does so, too,
/// where a smooth motion peaks between two steps of a coarse sensor, and where readings are
/// delivered more often than they are taken; but then the value before came several times as well:
/// under a parabola the topmost step is less than five times as long as the one below.
struct SensorRange: Hashable, Sendable, Codable {
  private var largest: Double
  private var previous = Vector3<Double>.zero
  /// How often each component of the reading before had come in a row, near the largest value.
  private var runs = Vector3(repeating: 1.0)
  /// How often the largest value came again.
  private var repeats = 0.0
  /// The repetitions of it that a sensor within its range may make.
  private var allowed = 0.0

  /// A component this near to the largest value may be on its way there.
  private static let vicinity = 0.9
  /// A jump that no smooth motion makes just below its peak, as a share of the value.
  private static let jump = 0.01

  /// A sensor whose range is at least this.
  init(atLeast least: Double) { largest = least }

  /// Takes the next reading and says how many of its components are stuck at the end.
  @inline(__always)
  mutating func axesAtEnd(of reading: Vector3<Double>) -> Int {
    guard max(abs(reading.x), abs(reading.y), abs(reading.z)) >= Self.vicinity * largest else {
      previous = reading
      return 0
    }
    return axesNearEnd(of: reading)
  }

  @inline(never)
  private mutating func axesNearEnd(of reading: Vector3<Double>) -> Int {
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
      // Copies of a whole reading are as good as one.
      if isCopy, axes == 1 { allowed = max(allowed, 7) }
    } else {
      repeats = 0
      allowed = isJump && run == 1 ? 1 : 6 * run + 1
    }
    return repeats > allowed ? axes : 0
  }
}
