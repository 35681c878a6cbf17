internal import RotationMath

/// Finds components of a sensor that repeat one value exactly, and whether the sensor has noise,
/// which makes that impossible in motion.
struct RepeatMonitor: Sendable {
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

  /// The readings of one axis.
  private struct Component: Sendable {
    var last = 0.0
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

    /// - Returns: The magnitude of the change; infinite without one.
    @inline(__always)
    mutating func add(_ value: Double, at time: Double) -> Double {
      guard value != last, repeats > 0 else {
        if repeats == 0 { (last, start, least, largest) = (value, time, value, value) }
        repeats += 1
        return .infinity
      }
      let change = value - last
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
      return abs(change)
    }

    func isStuck(at time: Double) -> Bool {
      repeats >= RepeatMonitor.leastCount && time - start >= RepeatMonitor.leastDuration
    }

    var range: Double { largest - least }

    /// Whether the block has noise. The mean magnitude of the fourth differences of noise with the
    /// deviation σ is √70 √(2/π) σ.
    var isNoisy: Bool {
      let count = Double(changes)
      return changes >= RepeatMonitor.leastReadings
        && Double(reversals) > RepeatMonitor.noisyShare * count
        && sum > 6.7 * RepeatMonitor.leastNoise * count
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
  /// The least change of a component so far: the resolution.
  private(set) var quantum = Double.infinity
  /// The number of readings in the block, of rates that no gyroscope measures, and the sum of the
  /// lengths.
  private(set) var count = 0
  private(set) var fastCount = 0
  private var lengthSum = 0.0
  private var noisyBlocks = 0

  @inline(__always)
  mutating func add(_ reading: Vector3<Double>, at time: Double) {
    let length = reading.length
    latest = time
    count += 1
    lengthSum += length
    if length > SensorFinding.gyroscopeRange { fastCount += 1 }
    let least = min(x.add(reading.x, at: time), y.add(reading.y, at: time))
    quantum = min(quantum, least, z.add(reading.z, at: time))
  }

  /// Whether there was noise in two blocks.
  var isNoisy: Bool { noisyBlocks > 1 }
  /// The mean magnitude of the readings in the block.
  var meanLength: Double? { count >= 5 ? lengthSum / Double(count) : nil }
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
    (count, fastCount, lengthSum) = (0, 0, 0)
  }
}
