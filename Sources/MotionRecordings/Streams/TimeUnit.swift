internal import RotationMath

/// The unit of a column of times that does not say it.
enum TimeUnit {
  /// How many of the unit of `times` make a second: 1, 1e3, 1e6 or 1e9.
  ///
  /// Motion is sampled from twice to two thousand times a second, so that the median step alone
  /// tells seconds, milliseconds, microseconds and nanoseconds apart. Times without a step, or
  /// with one that no unit explains, are seconds.
  static func unitsPerSecond(ofTimes times: [Double]) -> Double {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }
    guard let step = steps.median else { return 1 }
    return [1, 1e3, 1e6, 1e9].first { step > 0.0005 * $0 && step <= 0.5 * $0 } ?? 1
  }
}
