internal import RotationMath

/// Finds the unit of a column of times whose file does not state it.
enum TimeUnit {
  /// The units per second of `times`: 1, 1e3, 1e6 or 1e9.
  ///
  /// Motion is sampled at 2 to 2,000 Hz, so that the median step alone distinguishes seconds,
  /// milliseconds, microseconds and nanoseconds. Times without a step, or with a step outside all
  /// ranges, are seconds.
  static func unitsPerSecond(ofTimes times: [Double]) -> Double {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }
    guard let step = steps.median else { return 1 }
    return [1, 1e3, 1e6, 1e9].first { step > 0.0005 * $0 && step <= 0.5 * $0 } ?? 1
  }
}
