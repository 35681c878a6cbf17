internal import MotionFusion
internal import RotationMath

/// Finds a sensor whose readings end at a ceiling, which cuts off the motion beyond.
///
/// Motion passes its extreme once. At a ceiling, readings repeat the largest value of an axis
/// exactly, again and again, and arrive there from values just below.
struct RangeMonitor: Sendable {
  /// The readings of a run at the ceiling, the runs, and the share of all readings that decide.
  private static let leastRun = 3
  private static let leastRuns = 3
  private static let leastShare = 0.01
  /// The least value before a run, as a share of the ceiling: pulses of a simulation start at 0.
  private static let approach = 0.5

  /// One direction of an axis.
  private struct Side: Sendable {
    var ceiling = 0.0
    /// The least step between readings.
    var quantum = Double.infinity
    /// The readings in the current run, and whether it came from just below.
    var run = 0
    var isApproached = false
    var runs = 0
    var readings = 0

    @inline(__always)
    mutating func add(_ value: Double, after last: Double) {
      let step = value - last
      if step != 0 { quantum = min(quantum, abs(step)) }
      guard value >= ceiling, value > 0 else {
        run = 0
        return
      }
      if value > ceiling { (ceiling, run, runs, readings) = (value, 0, 0, 0) }
      if run == 0 {
        // The noise at rest goes to and fro by the steps of a coarse sensor.
        isApproached = last > RangeMonitor.approach * value && step > 2 * quantum
      }
      run += 1
      readings += 1
      if run == RangeMonitor.leastRun, isApproached { runs += 1 }
    }
  }

  private var sides = Array(repeating: Side(), count: 6)
  private var last = Vector3<Double>.zero
  private var count = 0

  mutating func add(_ reading: Vector3<Double>) {
    // At rest, or in copies of a sample, all axes repeat.
    guard reading.isFinite, reading != last else { return }
    if count > 0 {
      sides[0].add(reading.x, after: last.x)
      sides[1].add(-reading.x, after: -last.x)
      sides[2].add(reading.y, after: last.y)
      sides[3].add(-reading.y, after: -last.y)
      sides[4].add(reading.z, after: last.z)
      sides[5].add(-reading.z, after: -last.z)
    }
    last = reading
    count += 1
  }

  /// The largest ceiling, the number of readings at one, and their axes; `nil` if there is none.
  var ceiling: (value: Double, readings: Int, axes: String)? {
    let found = sides.indices.filter { sides[$0].runs >= Self.leastRuns }
    let readings = found.reduce(0) { $0 + sides[$1].readings }
    guard let value = found.map({ sides[$0].ceiling }).max(),
      Double(readings) > Self.leastShare * Double(count)
    else { return nil }
    let axes = ["x", "y", "z"].enumerated().filter { axis, _ in
      found.contains { $0 / 2 == axis }
    }
    return (value, readings, axes.map(\.element).joined(separator: ", "))
  }
}
