internal import MotionFusion

/// The samples of a gesture that can be used, made ready to be reckoned: what trouble left out, cut
/// readings bridged, and the stretches of rest at the ends found.
struct GestureSamples {
  /// Seconds since the first sample, gaps left out.
  private(set) var times: [Double] = []
  /// As they were told.
  private(set) var timestamps: [Double] = []
  private(set) var attitudes: [Quaternion<Double>] = []
  /// In the device frame, in m/s²: what holds the device up, and moves it.
  private(set) var forces: [Vector3<Double>] = []
  /// In the device frame, in rad/s.
  private(set) var rates: [Vector3<Double>] = []
  /// Whether the attitudes follow from the first by the angular rate.
  private(set) var isTurnedByRate = true
  /// The stretches in which the accelerometer was at the end of its range.
  private(set) var cuts: [SaturatedStretch] = []
  /// The samples that are in one.
  private(set) var saturatedCount = 0
  /// The samples at rest before the movement, and after it; they may be none.
  private(set) var startRest = 0..<0
  private(set) var endRest = 0..<0

  /// How many there are.
  var count: Int { times.count }
  /// From the last sample at rest before it to the first one at rest after it.
  var movement: ClosedRange<Int> {
    let first = max(startRest.upperBound - 1, 0)
    let last = endRest.isEmpty ? count - 1 : endRest.lowerBound
    return first...max(first, last)
  }

  init(_ motions: [DeviceMotion], configuration: GesturePathEstimator.Configuration) {
    for motion in motions where DeadReckoner.isPossible(motion) {
      guard motion.rotationRate.maximumMagnitude <= Self.largestRate else { continue }
      if let last = timestamps.last {
        let step = motion.timestamp - last
        guard step > 0 else { continue }
        times.append((times.last ?? 0) + (step <= Self.longestStep ? step : 0))
      } else {
        times.append(0)
      }
      timestamps.append(motion.timestamp)
      attitudes.append(motion.attitude.quaternion)
      forces.append(
        (motion.gravity + motion.userAcceleration) * -DeadReckoner.standardGravity)
      rates.append(motion.rotationRate)
    }
    turnByRate()
    findRest(configuration.rest)
    bridge()
  }

  /// In rad/s: no sensor reads more.
  private static let largestRate = 1e4
  /// In seconds: what happened in a longer step nobody knows.
  private static let longestStep = 0.25

  /// Puts attitudes that follow from the first by the angular rate alone in the place of a filter's.
  ///
  /// A filter's attitude wanders as it takes pushes for gravity. The rate's own error is smaller
  /// over a gesture, and it is one of the unknowns. Where the rate clearly does not say how the device
  /// turned, the attitudes stay.
  private mutating func turnByRate() {
    guard var attitude = attitudes.first else { return }
    var turned = attitudes
    for index in attitudes.indices.dropFirst() {
      let step = times[index] - times[index - 1]
      let turn = (rates[index - 1] + rates[index]) * (step / 2)
      attitude = (attitude * Quaternion(rotationVector: turn)).normalized() ?? attitude
      let difference = (attitudes[index] * attitude.conjugate).rotationVector
      guard difference.length <= Self.largestWander else {
        isTurnedByRate = false
        return
      }
      turned[index] = attitude
    }
    attitudes = turned
  }

  /// In radians: more is no wandering of a filter.
  private static let largestWander = 0.35
}

// MARK: - Rest

extension GestureSamples {
  /// Finds the stretches at the ends that are at rest from the first sample on, and to the last.
  private mutating func findRest(_ configuration: ZeroVelocityDetector.Configuration) {
    let first = restingCount(times.indices, configuration)
    // The same backwards in time.
    let last = first == count ? 0 : restingCount(times.indices.reversed(), configuration)
    guard first + last < count else { return }
    startRest = 0..<first
    endRest = count - last..<count
  }

  /// How many of the samples in this order are at rest, from the first on.
  private func restingCount(
    _ order: some Collection<Int>, _ configuration: ZeroVelocityDetector.Configuration
  ) -> Int {
    guard let origin = order.first else { return 0 }
    var detector = ZeroVelocityDetector(configuration: configuration)
    var end: Double?
    for index in order {
      let time = abs(times[index] - times[origin])
      let isStationary = detector.update(
        timestamp: time, rotationRate: rates[index],
        acceleration: forces[index] / DeadReckoner.standardGravity)
      if isStationary { end = time }
      // The window fills with the first samples, and may do so a little late.
      if !isStationary, end != nil || time > 1.5 * configuration.window { break }
    }
    guard let end else { return 0 }
    // The last half window may be the beginning of the movement.
    let limit = end - configuration.window / 2
    return order.prefix { abs(times[$0] - times[origin]) <= limit }.count
  }
}

// MARK: - Saturation

extension GestureSamples {
  /// Takes errors off one sample, whose attitude is off by `turn`.
  mutating func correct(_ index: Int, turn: Vector3<Double>, _ errors: GestureErrors) {
    attitudes[index] =
      (Quaternion(rotationVector: turn) * attitudes[index]).normalized() ?? attitudes[index]
    forces[index] -= errors.accelerationBias
    for (cut, impulse) in zip(cuts, errors.impulses) where cut.samples.contains(index) {
      forces[index] += cut.axis * (cut.shape[index - cut.samples.lowerBound] * impulse)
    }
  }

  private mutating func bridge() {
    let readings = forces.map { $0 / DeadReckoner.standardGravity }
    for axis in [Vector3<Double>.unitX, .unitY, .unitZ] {
      let found = SaturatedStretch.find(
        in: readings.map { axis.dot($0) }, times: times, axis: axis)
      for stretch in found {
        for (offset, lack) in stretch.missing.enumerated() {
          forces[stretch.samples.lowerBound + offset] +=
            axis * (lack * DeadReckoner.standardGravity)
        }
      }
      cuts += found
    }
    var isCut = [Bool](repeating: false, count: count)
    for cut in cuts {
      for index in cut.samples { isCut[index] = true }
    }
    saturatedCount = isCut.count { $0 }
  }
}
