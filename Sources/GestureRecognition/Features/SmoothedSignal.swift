internal import RotationMath

/// The moving average of a signal at any instant.
///
/// The signal is linear between its samples and constant beyond its ends. The average is computed
/// from the exact integral, so that it does not depend on the rate or the spacing of the samples.
struct SmoothedSignal {
  private let times: [Double]
  private let values: [Vector3<Double>]
  /// The integral from the first instant to each.
  private let integrals: [Vector3<Double>]
  private let window: Double

  /// - Precondition: `times` do not decrease, and `times` and `values` have the same count, 1 or
  ///   more.
  init(times: [Double], values: [Vector3<Double>], window: Double) {
    precondition(
      !times.isEmpty && times.count == values.count, "expected one value for each instant")
    self.times = times
    self.values = values
    self.window = window
    var sum = Vector3<Double>.zero
    var integrals = [sum]
    integrals.reserveCapacity(times.count)
    for index in times.indices.dropFirst() {
      sum += (values[index - 1] + values[index]) * (0.5 * (times[index] - times[index - 1]))
      integrals.append(sum)
    }
    self.integrals = integrals
  }

  /// The signal at `count` instants from the first to the last one.
  func resampled(_ count: Int) -> [Vector3<Double>] {
    let start = times[0]
    let step = (times[times.count - 1] - start) / Double(max(1, count - 1))
    return values(at: (0..<count).map { start + Double($0) * step })
  }

  /// The signal at `instants`, which do not decrease.
  func values(at instants: [Double]) -> [Vector3<Double>] {
    guard window > 0 else {
      var place = 0
      return instants.map { value(at: $0, from: &place) }
    }
    var (low, high) = (0, 0)
    return instants.map { instant in
      let before = integral(to: instant - window / 2, from: &low)
      let after = integral(to: instant + window / 2, from: &high)
      return (after - before) * (1 / window)
    }
  }

  private func value(at instant: Double, from place: inout Int) -> Vector3<Double> {
    guard instant > times[0] else { return values[0] }
    while place + 1 < times.count, times[place + 1] < instant { place += 1 }
    guard place + 1 < times.count else { return values[values.count - 1] }
    let share = (instant - times[place]) / (times[place + 1] - times[place])
    return values[place] + (values[place + 1] - values[place]) * share
  }

  private func integral(to instant: Double, from place: inout Int) -> Vector3<Double> {
    guard instant > times[0] else { return values[0] * (instant - times[0]) }
    while place + 1 < times.count, times[place + 1] < instant { place += 1 }
    let elapsed = instant - times[place]
    guard place + 1 < times.count else { return integrals[place] + values[place] * elapsed }
    let slope = (values[place + 1] - values[place]) * (1 / (times[place + 1] - times[place]))
    return integrals[place] + (values[place] + slope * (0.5 * elapsed)) * elapsed
  }
}
