internal import RealModule

/// The first readings of one sensor, and the criteria of a start-up transient on them.
struct StartupReadings {
  private(set) var times: [Double] = []
  private(set) var values: [Vector3<Double>] = []
  /// Whether a reading came after the detector's span.
  private(set) var isComplete = false

  /// Adds a reading within the detector's span.
  mutating func add(_ value: Vector3<Double>?, at time: Double) {
    guard !isComplete, let value, value.isFinite, time.isFinite else { return }
    if let first = times.first, time - first > StartupDetector.span {
      isComplete = true
      return
    }
    if let last = times.last, time <= last { return }
    times.append(time)
    values.append(value)
  }

  /// The time of a reading, or of the last one for a larger index.
  func time(_ index: Int) -> Double {
    times.isEmpty ? -.infinity : times[min(index, times.count - 1)]
  }

  // MARK: - Steps

  /// The initial run of equal readings, if it is a transient.
  func repeatedStart() -> (StartupTransient.Kind, Int)? {
    guard let first = values.first else { return nil }
    let run = values.prefix { $0 == first }.count
    let rest = values.dropFirst(run)
    guard !rest.isEmpty else { return nil }
    if first == .zero { return run < 2 || rest.contains(.zero) ? nil : (.empty, run) }
    guard run >= 5 else { return nil }
    var (longest, length) = (1, 1)
    for (before, now) in zip(rest, rest.dropFirst()) {
      length = before == now ? length + 1 : 1
      longest = max(longest, length)
    }
    // Too few later readings show no typical run.
    return rest.count >= run && run > 2 * longest ? (.repeated, run) : nil
  }

  /// The number of readings from `first` on before a step that is larger than all later ones.
  func wildCount(from first: Int, factor: Double, least: Double) -> Int? {
    let steps = zip(values.dropFirst(first), values.dropFirst(first + 1)).map {
      ($1 - $0).length
    }
    guard steps.count >= 3 * Self.wildSteps else { return nil }
    for index in (0..<Self.wildSteps).reversed() {
      let later = steps[(index + 1)...].reduce(0, max)
      if steps[index] > least, steps[index] > factor * later { return index + 1 }
    }
    return nil
  }

  private static let wildSteps = 3

  // MARK: - Approaches

  /// Whether the readings from `first` until `end` deviate from their mean by at most twice the
  /// deviation at the sensor's level, or a tenth of the settling threshold.
  func isQuiet(
    from first: Int, until end: Double, _ thresholds: StartupDetector.Thresholds
  ) -> Bool {
    guard let level = level(from: first, thresholds) else { return false }
    let least = thresholds.settling / 10
    let part = values[first...].prefix(times[first...].prefix { $0 <= end }.count)
    let limit = max(2 * level.deviation, least)
    return part.allSatisfy { ($0 - level.mean).length <= 3 * limit }
      && Self.spread(part).deviation <= limit
  }

  private static func spread(
    _ part: ArraySlice<Vector3<Double>>
  ) -> (mean: Vector3<Double>, deviation: Double) {
    let count = Double(part.count)
    let mean = part.reduce(.zero, +) / count
    let square = part.reduce(0) { $0 + ($1 - mean).lengthSquared } / count
    return (mean, square.squareRoot())
  }

  /// The number of readings from `first` on that approach the sensor's level, by the settling
  /// criterion; `nil` if none do.
  func approach(
    from first: Int, _ thresholds: StartupDetector.Thresholds, mayBeLinear: Bool
  ) -> Int? {
    guard let level = level(from: first, thresholds) else { return nil }
    let least = thresholds.settling / 10
    let floor = max(4 * level.deviation, least)
    let length = values[first...].prefix { ($0 - level.mean).length > floor }.count
    guard length >= 4, first + length < values.count,
      time(first + length) - time(0) <= StartupDetector.longest
    else { return nil }
    let errors = values[first..<first + length].map { $0 - level.mean }
    guard errors[0].length >= thresholds.settling else { return nil }
    for (before, now) in zip(errors, errors.dropFirst()) {
      guard now.length <= before.length + 2 * level.deviation,
        now.dot(errors[0]) >= 0.9 * now.length * errors[0].length
      else { return nil }
    }
    let sizes = errors.map { $0.length }
    let instants = Array(times[first..<first + length])
    let lines = [
      (StraightLine(instants, sizes.map { Double.log($0) }), Double.log(least)),
      (StraightLine(instants, mayBeLinear ? sizes : []), least),
    ]
    // Noise hides the end of the approach: extrapolate along the line.
    let ends = lines.compactMap { line, level in
      line.determination >= Self.leastDetermination ? line.crossing(of: level) : nil
    }
    guard let end = ends.min() else { return nil }
    return times[first...].prefix { $0 < end && $0 - time(0) < StartupDetector.longest }.count
  }

  /// The mean and the rms deviation in the first quiet window.
  private func level(
    from first: Int, _ thresholds: StartupDetector.Thresholds
  ) -> (mean: Vector3<Double>, deviation: Double)? {
    guard first < values.count else { return nil }
    for start in first..<values.count
    where time(start) - time(0) <= StartupDetector.longest + StartupDetector.quietTime {
      let end = time(start) + StartupDetector.quietTime
      guard let last = times.last, last >= end else { return nil }
      let part = values[start...].prefix(times[start...].prefix { $0 <= end }.count)
      guard part.count >= 4 else { continue }
      let found = Self.spread(part)
      // A drift from the first half to the second one is still an approach.
      let half = (part.startIndex + part.endIndex) / 2
      let drift = Self.spread(part[half...]).mean - Self.spread(part[..<half]).mean
      if found.deviation <= thresholds.quiet, drift.length <= found.deviation { return found }
    }
    return nil
  }

  private static let leastDetermination = 0.98
}

/// A least-squares line.
private struct StraightLine {
  private var meanX = 0.0
  private var meanY = 0.0
  private var slope = 0.0
  /// The coefficient of determination, from 0 to 1.
  private(set) var determination = 0.0

  init(_ x: [Double], _ y: [Double]) {
    let count = Double(y.count)
    meanX = x.reduce(0, +) / count
    meanY = y.reduce(0, +) / count
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for (a, b) in zip(x, y) {
      xx += (a - meanX) * (a - meanX)
      xy += (a - meanX) * (b - meanY)
      yy += (b - meanY) * (b - meanY)
    }
    guard xx > 0, yy > 0 else { return }
    slope = xy / xx
    determination = xy * xy / (xx * yy)
  }

  /// The *x* at which a falling line reaches `y`.
  func crossing(of y: Double) -> Double? {
    slope < 0 ? meanX + (y - meanY) / slope : nil
  }
}
