internal import RotationMath

/// Finds components of a sensor that repeat one value exactly, whether the sensor has noise, which
/// makes that impossible in motion, and whether its readings end at a ceiling, which cuts off the
/// motion beyond.
struct ReadingMonitor: Sendable {
  /// The shortest time in seconds and the least number of equal readings. Rounding, and copies of
  /// the readings of slow sensors, repeat readings for tenths of a second.
  private static let leastDuration = 4.0
  private static let leastCount = 40
  /// The share of fourth differences that have the opposite sign of the one before. Independent
  /// noise has 0.795, motion of 5 Hz at 100 Hz has 0.1.
  private static let noisyShare = 0.6
  private static let leastReadings = 50
  /// The least standard deviation of noise, 1e-4 rad/s or g: 0.006°/s and 0.1 mg, a fifth of that
  /// of good parts. The rounded numbers of a simulation have less.
  private static let leastNoise = 1e-4

  /// One direction of an axis.
  ///
  /// Motion passes its extreme once. At a ceiling, readings repeat the largest value of an axis
  /// exactly, again and again, and arrive there from values just below.
  private struct Side: Sendable {
    /// The readings of a run at the ceiling, and the runs that decide.
    private static let leastRun = 3
    static let leastRuns = 3
    /// The least value before a run, as a share of the ceiling: pulses of a simulation start at 0.
    private static let approach = 0.5

    private(set) var ceiling = 0.0
    /// The readings in the current run, and whether it came from just below.
    private var run = 0
    private var isApproached = false
    private(set) var runs = 0
    private(set) var readings = 0

    @inline(__always)
    mutating func add(_ value: Double, step: Double, quantum: Double) {
      guard value >= ceiling, value > 0 else {
        run = 0
        return
      }
      if value > ceiling { (ceiling, run, runs, readings) = (value, 0, 0, 0) }
      if run == 0 {
        // The noise at rest goes to and fro by the steps of a coarse sensor.
        isApproached = value - step > Self.approach * value && step > 2 * quantum
      }
      run += 1
      readings += 1
      if run == Self.leastRun, isApproached { runs += 1 }
    }
  }

  /// The readings of one axis.
  private struct Component: Sendable {
    var last = 0.0
    /// The least change so far: the resolution.
    var quantum = Double.infinity
    var upper = Side()
    var lower = Side()
    /// The number of equal readings, and the time of the first one.
    var repeats = 0
    var start = 0.0
    /// The last differences of orders 1 to 4 between readings that differ.
    var first = 0.0
    var second = 0.0
    var third = 0.0
    var fourth = 0.0
    // In the current block.
    var changes = 0
    var reversals = 0
    var sum = 0.0
    var least = 0.0
    var largest = 0.0

    /// - Parameter isNew: Whether any component differs: at rest, or in copies of a sample, none.
    @inline(__always)
    mutating func add(_ value: Double, at time: Double, isNew: Bool) {
      let change = value - last
      if isNew, repeats > 0 {
        if change != 0 { quantum = min(quantum, abs(change)) }
        upper.add(value, step: change, quantum: quantum)
        lower.add(-value, step: -change, quantum: quantum)
      }
      guard change != 0, repeats > 0 else {
        if repeats == 0 { (last, start, least, largest) = (value, time, value, value) }
        repeats += 1
        return
      }
      let a = change - first
      let b = a - second
      let c = b - third
      if c * fourth < 0 { reversals += 1 }
      (first, second, third, fourth) = (change, a, b, c)
      (last, repeats, start) = (value, 1, time)
      changes += 1
      sum += abs(c)
      least = min(least, value)
      largest = max(largest, value)
    }

    func isStuck(at time: Double) -> Bool {
      repeats >= ReadingMonitor.leastCount && time - start >= ReadingMonitor.leastDuration
    }

    var range: Double { largest - least }

    /// Whether the block has noise. The mean magnitude of the fourth differences of noise with the
    /// deviation σ is √70 √(2/π) σ.
    var isNoisy: Bool {
      let count = Double(changes)
      return changes >= ReadingMonitor.leastReadings
        && Double(reversals) > ReadingMonitor.noisyShare * count
        && sum > 6.7 * ReadingMonitor.leastNoise * count
    }

    mutating func endBlock() {
      (changes, reversals, sum) = (0, 0, 0)
      (least, largest) = (last, last)
    }
  }

  /// Axes that have repeated their values for long.
  struct Run {
    var axes: [Int]
    /// The time from which on the readings are equal on all of them.
    var start: Double
    var count: Int { axes.count }
    var names: String { axes.map { ["x", "y", "z"][$0] }.joined(separator: ", ") }
    var values: String
  }

  private var x = Component()
  private var y = Component()
  private var z = Component()
  private var latest = 0.0
  /// The readings that differ from the one before.
  private var newCount = 0
  /// The readings in the block, and the sum of their lengths.
  private(set) var fast = FastRates()
  private var lengthSum = 0.0
  private var noisyBlocks = 0

  @inline(__always)
  mutating func add(_ reading: Vector3<Double>, at time: Double) {
    let length = reading.length
    latest = time
    lengthSum += length
    fast.add(length)
    let isNew = newCount == 0 || reading != Vector3(x.last, y.last, z.last)
    if isNew { newCount += 1 }
    x.add(reading.x, at: time, isNew: isNew)
    y.add(reading.y, at: time, isNew: isNew)
    z.add(reading.z, at: time, isNew: isNew)
  }

  /// Whether there was noise in two blocks.
  var isNoisy: Bool { noisyBlocks > 1 }
  /// The mean magnitude of the readings in the block.
  var meanLength: Double? { fast.total >= 5 ? lengthSum / Double(fast.total) : nil }
  /// The least change of a component so far: the resolution.
  var quantum: Double { min(x.quantum, y.quantum, z.quantum) }
  /// The largest range of a component in the block.
  var range: Double { max(x.range, y.range, z.range) }

  /// The axes that have repeated their values for long; `nil` if none.
  var stuckAxes: Run? {
    // Usually none: without an allocation.
    guard x.isStuck(at: latest) || y.isStuck(at: latest) || z.isStuck(at: latest) else {
      return nil
    }
    let all = [x, y, z]
    let axes = (0..<3).filter { all[$0].isStuck(at: latest) }
    return Run(
      axes: axes, start: axes.map { all[$0].start }.max() ?? latest,
      values: axes.map { figures(all[$0].last) }.joined(separator: ", "))
  }

  mutating func endBlock() {
    if x.isNoisy || y.isNoisy || z.isNoisy { noisyBlocks += 1 }
    x.endBlock()
    y.endBlock()
    z.endBlock()
    (fast, lengthSum) = (FastRates(), 0)
  }

  /// The share of all readings at a ceiling that decides.
  private static let leastShare = 0.01

  /// The largest ceiling, the number of readings at one, and their axes; `nil` if there is none.
  var ceiling: (value: Double, readings: Int, axes: String)? {
    let found = zip(["x", "y", "z"], [x, y, z]).map { axis, component in
      (axis, [component.upper, component.lower].filter { $0.runs >= Side.leastRuns })
    }.filter { !$1.isEmpty }
    let sides = found.flatMap(\.1)
    let readings = sides.reduce(0) { $0 + $1.readings }
    guard let value = sides.map(\.ceiling).max(),
      Double(readings) > Self.leastShare * Double(newCount)
    else { return nil }
    return (value, readings, found.map(\.0).joined(separator: ", "))
  }
}
