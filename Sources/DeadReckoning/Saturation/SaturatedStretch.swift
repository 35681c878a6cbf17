internal import MotionFusion

/// Consecutive saturated readings of one accelerometer axis, and their correction.
///
/// ``GesturePathEstimator`` documents the model.
struct SaturatedStretch {
  /// The axis in the device frame.
  var axis: Vector3<Double>
  /// The saturated samples.
  var samples: ClosedRange<Int>
  /// The correction of each sample, in the readings' unit.
  var missing: [Double]
  /// The distribution of an additional impulse of 1 m/s: an acceleration in m/s² for each sample.
  var shape: [Double]
  /// The standard deviation of that impulse, in m/s, from the smoothness of the valid readings.
  var deviation: Double

  /// The saturated stretches of one axis' readings, in g.
  static func find(
    in readings: [Double], times: [Double], axis: Vector3<Double>
  ) -> [SaturatedStretch] {
    let largest = readings.reduce(0) { max($0, abs($1)) }
    guard largest >= SaturationBridge.leastRange else { return [] }
    let isCut = readings.map { abs($0) >= largest - SaturationBridge.tolerance }
    // A single reading may be a peak that just reached the end of the range.
    guard isCut.count(where: { $0 }) >= 2 else { return [] }
    let density = slopeDensity(of: readings, times, isCut)
    var stretches: [SaturatedStretch] = []
    var index = 0
    while index < readings.count {
      guard isCut[index] else {
        index += 1
        continue
      }
      var last = index
      while last + 1 < readings.count, isCut[last + 1],
        (readings[last + 1] > 0) == (readings[index] > 0)
      {
        last += 1
      }
      stretches.append(
        SaturatedStretch(
          axis, index...last, readings, times, isCut, density: density))
      index = last + 1
    }
    return stretches
  }

  /// The spectral density *q* of the slope's random walk: second differences over steps *h* have
  /// the variance 2 *q h*³/3.
  private static func slopeDensity(
    of readings: [Double], _ times: [Double], _ isCut: [Bool]
  ) -> Double {
    var (sum, count) = (0.0, 0.0)
    for index in readings.indices.dropFirst().dropLast() {
      let steps = (times[index] - times[index - 1], times[index + 1] - times[index])
      guard steps.0 > 0, steps.1 > 0, !isCut[index - 1], !isCut[index], !isCut[index + 1] else {
        continue
      }
      let change =
        (readings[index + 1] - readings[index]) / steps.1
        - (readings[index] - readings[index - 1]) / steps.0
      sum += change * change / ((steps.0 + steps.1) / 3)
      count += 1
    }
    return count > 0 ? sum / count : 0
  }

  private init(
    _ axis: Vector3<Double>, _ samples: ClosedRange<Int>, _ readings: [Double],
    _ times: [Double], _ isCut: [Bool], density: Double
  ) {
    self.axis = axis
    self.samples = samples
    let before = max(samples.lowerBound - 1, 0)
    let after = min(samples.upperBound + 1, readings.count - 1)
    let duration = times[after] - times[before]
    let limit = readings[samples.lowerBound]
    func slope(_ a: Int, _ b: Int) -> Double? {
      guard readings.indices.contains(a), readings.indices.contains(b), !isCut[a], !isCut[b],
        times[b] > times[a]
      else { return nil }
      return (readings[b] - readings[a]) / (times[b] - times[a])
    }
    let isWhole = before < samples.lowerBound && after > samples.upperBound
    let slopes = (slope(before - 1, before) ?? 0, slope(after, after + 1) ?? 0)
    let share = samples.map {
      duration > 0 ? (times[$0] - times[before]) / duration : 0.5
    }
    missing = share.map { u in
      // Saturation at the first or last sample has a valid reading on one side only.
      guard isWhole else { return 0 }
      let (v, w) = (1 - u, u)
      let cubic =
        readings[before] * v * v * (1 + 2 * w) + readings[after] * w * w * (1 + 2 * v)
        + duration * v * w * (slopes.0 * v - slopes.1 * w)
      return limit > 0 ? max(cubic - limit, 0) : min(cubic - limit, 0)
    }
    var weights = share.map { max($0 * (1 - $0), 0.01) }
    var area = 0.0
    for (index, weight) in zip(samples, weights) {
      let from = times[max(index - 1, 0)]
      let to = times[min(index + 1, times.count - 1)]
      area += weight * (to - from) / 2
    }
    weights = weights.map { area > 0 ? $0 / area : 0 }
    shape = weights
    let time = isWhole ? duration : 2 * duration
    let variance = density * (time * time * time * time * time) / 720
    deviation = SensorSample.standardGravity * variance.squareRoot()
  }
}
