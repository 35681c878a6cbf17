internal import MotionFusion

/// The usable samples of a gesture, with saturation bridged and the stationary phases at the ends.
struct GestureSamples {
  /// Seconds since the first sample, gaps left out.
  private(set) var times: [Double] = []
  /// The original times, in seconds.
  private(set) var timestamps: [Double] = []
  private(set) var attitudes: [Quaternion<Double>] = []
  /// The specific forces, in the device frame in m/s².
  private(set) var forces: [Vector3<Double>] = []
  /// The angular rates, in the device frame in rad/s.
  private(set) var rates: [Vector3<Double>] = []
  /// Whether the attitudes follow from the first by the angular rate.
  private(set) var isTurnedByRate = true
  /// The saturated stretches of the accelerometer.
  private(set) var cuts: [SaturatedStretch] = []
  /// The number of samples in them.
  var saturatedCount: Int {
    times.indices.count { index in cuts.contains { $0.samples.contains(index) } }
  }
  /// The stationary samples before the movement and after it; either can be empty.
  private(set) var startPhase = 0..<0
  private(set) var endPhase = 0..<0

  /// The number of samples.
  var count: Int { times.count }
  /// The samples from the last stationary one before the movement to the first one after it.
  var movement: ClosedRange<Int> {
    let first = max(startPhase.upperBound - 1, 0)
    let last = endPhase.isEmpty ? count - 1 : endPhase.lowerBound
    return first...max(first, last)
  }

  init(_ motions: [DeviceMotion], configuration: GesturePathEstimator.Configuration) {
    for motion in motions where DeadReckoner.isPlausible(motion) {
      guard motion.rotationRate.maximumMagnitude <= Self.largestRate else { continue }
      if let last = timestamps.last {
        let step = motion.timestamp - last
        let isBroken = SampleGap.before(step, motion.quality?.gap) >= .velocity
        guard step > 0 || isBroken else { continue }
        times.append((times.last ?? 0) + (isBroken ? 0 : step))
      } else {
        times.append(0)
      }
      timestamps.append(motion.timestamp)
      attitudes.append(motion.attitude.quaternion)
      forces.append(
        motion.acceleration * -SensorSample.standardGravity)
      rates.append(motion.rotationRate)
    }
    compareTurns()
    findPhases(configuration.detector)
    bridge()
  }

  /// In rad/s: above every sensor's range.
  private static let largestRate = 1e4

  /// Compares the integral of the angular rate from the first attitude on with the attitudes.
  ///
  /// A filter's attitude drifts when it mistakes acceleration for gravity. The rate's own error is
  /// smaller over a gesture, and it is one of the unknowns. If the integral differs too much from
  /// the attitudes, these are used.
  private mutating func compareTurns() {
    guard var attitude = attitudes.first else { return }
    for index in attitudes.indices.dropFirst() {
      let step = times[index] - times[index - 1]
      let turn = step > 0 ? .turn(by: rate(to: index) * step) : turn(to: index)
      attitude = (attitude * turn).renormalized
      let difference = (attitudes[index] * attitude.conjugate).rotationVector
      guard difference.length <= Self.largestDrift else {
        isTurnedByRate = false
        return
      }
    }
  }

  /// The turn from the sample before, by the attitudes.
  func turn(to index: Int) -> Quaternion<Double> {
    attitudes[index - 1].conjugate * attitudes[index]
  }

  /// The mean angular rate since the sample before, in rad/s.
  func rate(to index: Int) -> Vector3<Double> {
    isTurnedByRate
      ? (rates[index - 1] + rates[index]) * 0.5
      : turn(to: index).rotationVector / (times[index] - times[index - 1])
  }

  /// In radians: above the drift of a filter over a gesture.
  private static let largestDrift = 0.35
}

// MARK: - Stationary phases

extension GestureSamples {
  /// Finds the stationary phases at both ends.
  private mutating func findPhases(_ configuration: ZeroVelocityDetector.Configuration) {
    let first = stationaryCount(times.indices, configuration)
    // Backwards in time.
    let last = first == count ? 0 : stationaryCount(times.indices.reversed(), configuration)
    guard first + last < count else { return }
    startPhase = 0..<first
    endPhase = count - last..<count
  }

  /// The number of stationary samples in this order, from the first on.
  private func stationaryCount(
    _ order: some Collection<Int>, _ configuration: ZeroVelocityDetector.Configuration
  ) -> Int {
    guard let origin = order.first else { return 0 }
    var detector = ZeroVelocityDetector(configuration: configuration)
    var end: Double?
    for index in order {
      let time = abs(times[index] - times[origin])
      let isStationary = detector.update(
        timestamp: time, rotationRate: rates[index],
        acceleration: forces[index] / SensorSample.standardGravity)
      if isStationary { end = time }
      // The window is filled by the first samples, possibly a little late.
      if !isStationary, end != nil || time > 1.5 * configuration.window { break }
    }
    guard let end else { return 0 }
    // The last half window can belong to the movement.
    let limit = end - configuration.window / 2
    return order.prefix { abs(times[$0] - times[origin]) <= limit }.count
  }
}

// MARK: - Saturation

extension GestureSamples {
  private mutating func bridge() {
    let readings = forces.map { $0 / SensorSample.standardGravity }
    for axis in [Vector3<Double>.unitX, .unitY, .unitZ] {
      let found = SaturatedStretch.find(
        in: readings.map { axis.dot($0) }, times: times, axis: axis)
      for stretch in found {
        for (offset, lack) in stretch.missing.enumerated() {
          forces[stretch.samples.lowerBound + offset] +=
            axis * (lack * SensorSample.standardGravity)
        }
      }
      cuts += found
    }
  }
}
