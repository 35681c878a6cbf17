internal import RealModule
internal import RotationMath

/// The scale of a gyroscope's counts, the integers of its converter, by the constancy of gravity.
///
/// Rates in the right scale turn the forces of a few seconds into a frame in which their means over
/// a second are gravity, because velocities are bounded. Of a grid of scales, the one is sought in
/// which these means differ least, relative to their length. A sensor's scale is decided if it is
/// the nearest to the minimum, and if its neighbours on the grid, at a distance of 14 %, are worse
/// by four standard errors over the blocks. That is the distance of ST's scales to InvenSense's.
///
/// ``TurnFit`` does not suffice: where the device accelerates along with its turns, as a pendulum
/// or a swinging hand does, its factor is often off by 2 with an error of 2 %. Here the minimum is
/// then none, or at no turn at all.
struct CountScale {
  /// Common scales in deg/s: those of InvenSense and Bosch for ranges of 250 to 2,000 deg/s, and of
  /// ST from 125 deg/s on.
  private static let scales: [(name: String, degrees: Double)] =
    [131, 65.5, 32.8, 16.4].map { ("1/\($0) deg/s", 1 / $0) }
    + [0.004375, 0.00875, 0.0175, 0.035, 0.07].map { ("\($0) deg/s", $0) }
    + [("mdeg/s", 0.001), ("deg/s", 1), ("mrad/s", 0.18 / .pi)]

  /// The durations of a block and of its means, in seconds, the longest step, and the number of
  /// blocks from which on they are compared. Chosen, with the standard errors, on BROAD, RepoIMU,
  /// TUM-VI, EuRoC, RING and recordings of phones, in each of nine scales: 153 of 945 were decided,
  /// and none wrongly.
  private static let (block, mean, longestStep, leastBlocks) = (4.0, 1.0, 0.25, 8)
  private static let standardErrors = 4.0
  /// The grid from 0.0005 deg/s on, the logarithm of its steps, and the steps to a neighbour.
  private static let grid = (0..<119).map { 0.0005 * Double.exp(step * Double($0)) }
  private static let (step, neighbour) = (0.07, 2)
  /// The square of the differences that noise makes, as a share of gravity.
  private static let floor = 1e-5
  private static let mostReadings = 30_000

  private struct Reading {
    var time: Double
    var force: Vector3<Double>
    var rate: Vector3<Double>
  }

  private var readings: [Reading] = []
  /// The mean rates of windows at rest.
  private var rests: [Vector3<Double>] = []

  mutating func add(force: Vector3<Double>, rate: Vector3<Double>, at time: Double) {
    guard readings.count < Self.mostReadings, time.isFinite else { return }
    readings.append(Reading(time: time, force: force, rate: rate))
  }

  mutating func addRest(rate: Vector3<Double>) {
    guard readings.count < Self.mostReadings else { return }
    rests.append(rate)
  }

  /// The unit of the counts, and its factor to deg/s; `nil` if it is undecided.
  ///
  /// - Parameter areConverted: Whether the accelerometer's numbers are no counts. Then mrad/s is as
  ///   likely as 1/16.4 deg/s, which is 6 % larger.
  func unit(secondsPerUnit: Double, areConverted: Bool) -> (name: String, degrees: Double)? {
    let differences = differences(of: Self.grid, secondsPerUnit: secondsPerUnit)
    let count = Double(differences.count)
    guard differences.count >= Self.leastBlocks else { return nil }
    let sums = Self.grid.indices.map { scale in differences.reduce(0) { $0 + $1[scale] } }
    guard let best = sums.indices.min(by: { sums[$0] < sums[$1] }),
      best >= Self.neighbour, best < sums.count - Self.neighbour
    else { return nil }
    for other in [best - Self.neighbour, best + Self.neighbour] {
      let mean = (sums[other] - sums[best]) / count
      let variance = differences.reduce(0) {
        let deviation = $1[other] - $1[best] - mean
        return $0 + deviation * deviation
      }
      guard mean > Self.standardErrors * (variance / (count - 1) / count).squareRoot() else {
        return nil
      }
    }
    // The minimum of the parabola through three points.
    let (left, right) = (sums[best - 1] - sums[best], sums[best + 1] - sums[best])
    let scale = Self.grid[best] * .exp(Self.step * 0.5 * (left - right) / (left + right))
    func distance(_ degrees: Double) -> Double { abs(.log(degrees / scale)) }
    // The nearest; of two that are this near to each other, neither is decided.
    let near = Self.scales.filter { areConverted || $0.name != "mrad/s" }
      .sorted { distance($0.degrees) < distance($1.degrees) }
    guard distance(near[0].degrees) < Self.step,
      abs(.log(near[1].degrees / near[0].degrees)) > Self.step
    else { return nil }
    return near[0]
  }

  /// For each of these scales in deg/s, the mean logarithm of how much more gravity's direction
  /// differs than in the best of them.
  ///
  /// `nil` for a short recording, and if gravity differs least without turns: the force of a drone
  /// or a pendulum keeps its direction in the device, which no scale explains.
  func excess(of scales: [Double], secondsPerUnit: Double) -> [Double]? {
    let differences = differences(of: scales + [0], secondsPerUnit: secondsPerUnit)
    guard differences.count >= Self.leastBlocks else { return nil }
    let means = (0...scales.count).map { scale in
      differences.reduce(0) { $0 + $1[scale] } / Double(differences.count)
    }
    guard let best = means.dropLast().min(), let still = means.last, best < still - 0.3 else {
      return nil
    }
    return means.dropLast().map { $0 - best }
  }

  /// For each block and each scale, the logarithm of how much the means differ.
  private func differences(of scales: [Double], secondsPerUnit: Double) -> [[Double]] {
    let bias = bias
    var blocks: [[Double]] = []
    var attitudes: [Quaternion<Double>] = []
    var means: [[Vector3<Double>]] = []
    var start = -Double.infinity
    var last: Double?
    for reading in readings {
      let time = reading.time * secondsPerUnit
      let step = last.map { time - $0 } ?? 0
      last = time
      let isGap = step <= 0 || step > Self.longestStep
      if isGap || time - start >= Self.block {
        if !isGap { blocks.append(Self.differences(of: means)) }
        start = time
        attitudes = .init(repeating: .identity, count: scales.count)
        means = .init(repeating: [], count: scales.count)
      }
      let isFirst = means[0].count <= Int((time - start) / Self.mean)
      for (scale, degrees) in scales.enumerated() {
        let turn = (reading.rate - bias) * (degrees * .pi / 180 * (isGap ? 0 : step))
        attitudes[scale] = attitudes[scale] * Quaternion(rotationVector: turn)
        let force = attitudes[scale].act(reading.force)
        if isFirst {
          means[scale].append(force)
        } else {
          means[scale][means[scale].count - 1] += force
        }
      }
    }
    return blocks
  }

  private static func differences(of sums: [[Vector3<Double>]]) -> [Double] {
    sums.map { sums in
      let means = sums.map { $0 / max($0.length, .leastNonzeroMagnitude) }
      let mean = means.reduce(.zero, +) / Double(means.count)
      let square = means.reduce(0) { $0 + ($1 - mean).lengthSquared }
      return .log(square / max(mean.lengthSquared, .leastNonzeroMagnitude) + floor)
    }
  }

  /// The reading of a gyroscope that does not turn, or else the median of all.
  private var bias: Vector3<Double> {
    let rates = rests.count > 2 ? rests : readings.map(\.rate)
    func median(_ component: (Vector3<Double>) -> Double) -> Double {
      rates.map(component).sorted()[rates.count / 2]
    }
    return rates.isEmpty ? .zero : Vector3(median(\.x), median(\.y), median(\.z))
  }
}
