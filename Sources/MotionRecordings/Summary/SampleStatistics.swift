internal import MotionFusion

/// The figures of a ``RecordingSummary`` over samples that come one by one, in bounded memory.
///
/// A median that is lost needs the samples again; see ``RunningMedian``.
struct SampleStatistics {
  /// The readings of one sensor.
  private struct Readings {
    var name: String
    var unit: String
    var count = 0
    var largest = 0.0
    var lastTime: Double?
    var steps = KeptMedian()
    var lengths = KeptMedian()

    mutating func add(_ value: Vector3<Double>, at time: Double) {
      guard value.isFinite else { return }
      let length = value.length
      count += 1
      largest = max(largest, length)
      lengths.add(length)
      if let lastTime, time - lastTime > 0 { steps.add(time - lastTime) }
      lastTime = time
    }
  }

  /// A median that is kept once it is known.
  private struct KeptMedian {
    private var running: RunningMedian? = RunningMedian()
    private(set) var value: Double?

    mutating func add(_ number: Double) { running?.add(number) }

    /// Ends a pass; `true` if the median is lost.
    mutating func isLost() -> Bool {
      guard var ended = running else { return false }
      running = ended.nextPass()
      value = ended.median()
      return running != nil
    }
  }

  private var readings: [Readings]
  private(set) var count = 0
  private var start: Double?
  private var last: Double?
  private var longest: Double?
  private var gaps: GapCounter? = GapCounter(isBounded: true)
  /// The number of intervals over five times the median, and over 0.1 s.
  private(set) var gapCount = 0
  private var touchCount: Int?
  private var wasTouching: Bool?

  /// Statistics without samples.
  ///
  /// - Parameter sensors: The names and units, in the order of the readings.
  init(sensors: [(name: String, unit: String)]) {
    readings = sensors.map { Readings(name: $0.name, unit: $0.unit) }
  }

  /// Adds a sample, with the readings of the sensors.
  mutating func add(
    _ time: Double, isTouching: Bool? = nil, _ first: Vector3<Double>? = nil,
    _ second: Vector3<Double>? = nil, _ third: Vector3<Double>? = nil
  ) {
    count += 1
    if time.isFinite {
      if let last {
        let step = time - last
        longest = max(longest ?? step, step)
        // A repeated time does not count for the rate.
        if step > 0 { gaps?.add(step, line: 0) }
      }
      start = start ?? time
      last = time
    }
    if let isTouching {
      touchCount = (touchCount ?? 0) + (isTouching && wasTouching != true ? 1 : 0)
    }
    wasTouching = isTouching
    if let first { readings[0].add(first, at: time) }
    if let second { readings[1].add(second, at: time) }
    if let third { readings[2].add(third, at: time) }
  }

  /// Ends a pass over the samples.
  ///
  /// - Returns: Whether the same samples have to come again.
  mutating func needsNextPass() -> Bool {
    var needsNext = false
    for index in readings.indices {
      if readings[index].steps.isLost() { needsNext = true }
      if readings[index].lengths.isLost() { needsNext = true }
    }
    if var counted = gaps {
      if let found = counted.gaps(over: 0.1) {
        gapCount = found.occurrences.total
        gaps = nil
      } else {
        gaps = GapCounter(isBounded: false)
        needsNext = true
      }
    }
    if needsNext { restart() }
    return needsNext
  }

  /// Forgets what the next pass counts again.
  private mutating func restart() {
    (count, start, last, longest, touchCount, wasTouching) = (0, nil, nil, nil, nil, nil)
    for index in readings.indices {
      (readings[index].count, readings[index].lastTime) = (0, nil)
    }
  }

  // MARK: - Figures

  /// The time from the first to the last sample, in seconds.
  var duration: Double { (last ?? 0) - (start ?? 0) }

  /// The longest interval, in seconds.
  var longestInterval: Double { longest ?? 0 }

  /// The number of touches; `nil` if the source has no touch.
  var touches: Int? { touchCount }

  /// The sensors with readings.
  var sensors: [RecordingSummary.Sensor] {
    readings.filter { $0.count > 0 }.map {
      RecordingSummary.Sensor(
        name: $0.name, readings: $0.count, rate: $0.steps.value.map { 1 / $0 },
        median: $0.lengths.value ?? 0, largest: $0.largest, unit: $0.unit)
    }
  }
}
