internal import RealModule

/// The offline form of ``InertialFilter``: a forward and a backward pass over a whole recording.
///
/// The gyroscope bias is the weighted mean of the filter's forward and backward estimates, and its
/// scale is the forward filter's final estimate. The gyroscope is integrated once more without
/// these errors. The specific force is low-passed in both directions, without a lag. The drift of
/// the heading against the field, if there is one, corrects the bias. The hard-iron offset is
/// estimated from the turns before and after each sample. The heading is smoothed by the method of
/// H. E. Rauch, F. Tung and C. T. Striebel (1965). Stretches between gaps share the bias only.
///
/// Needs about 450 bytes per sample.
package struct InertialSmoother: Hashable, Sendable {
  /// The parameters of the filter.
  package var configuration: InertialFilter.Configuration

  /// A smoother with these parameters.
  package init(configuration: InertialFilter.Configuration = .init()) {
    self.configuration = configuration
  }

  /// The estimate at one sample.
  package struct Estimate: Hashable, Sendable {
    /// The sample's time in seconds.
    package var timestamp: Double
    /// The attitude without the magnetometer, its heading arbitrary.
    package var levelAttitude: Quaternion<Double>
    /// The turn about the vertical from ``levelAttitude`` to magnetic north, in radians; zero
    /// without a usable field.
    package var northTurn: Double
    /// The gyroscope bias in the device frame, in rad/s.
    package var gyroscopeBias: Vector3<Double>
    /// The standard deviations; without a usable field, that of the heading is the filter's since
    /// the start.
    package var uncertainty: OrientationUncertainty
    /// The angular rate without bias and error of scale, in rad/s; `nil` without a reading.
    package var rotationRate: Vector3<Double>?
    /// The accelerometer's reading in g; `nil` without one.
    var acceleration: Vector3<Double>?
    /// The field without the hard-iron offset that was known at the sample.
    var magneticField: CalibratedMagneticField?
    /// The quality of the sample, without the deviations.
    var quality = MotionQuality()

    /// The motion at the sample; `nil` without an accelerometer reading.
    ///
    /// - Parameters:
    ///   - rate: The last angular rate, in rad/s.
    ///   - pointsNorth: Whether the frame does.
    ///   - isTouching: That of the sample.
    func motion(
      rotationRate rate: Vector3<Double>, pointsNorth: Bool, isTouching: Bool?
    ) -> DeviceMotion? {
      guard let acceleration else { return nil }
      let attitude = Attitude(quaternion: attitude)
      var motion = DeviceMotion(
        timestamp: timestamp, attitude: attitude, rotationRate: rate,
        userAcceleration: acceleration - attitude.gravity, magneticField: magneticField,
        heading: pointsNorth ? attitude.heading.map { $0 * (180 / .pi) } : nil,
        isTouching: isTouching)
      var quality = quality
      quality.uncertainty = uncertainty
      motion.quality = quality
      return motion
    }

    /// Device to reference, *z* up; with a magnetometer, *x* to magnetic north.
    package var attitude: Quaternion<Double> {
      northTurn == 0 ? levelAttitude : .turn(aboutVertical: northTurn) * levelAttitude
    }
  }

  /// The estimates of a recording.
  package struct Result: Hashable, Sendable {
    /// One estimate a sample; `nil` for rejected samples and for stretches without an
    /// accelerometer.
    package var estimates: [Estimate?]
    /// The faults of the samples.
    package var faults: SampleFaults
    /// Whether a field or a measurement has given the heading of any stretch between gaps.
    package var pointsNorth = false
    /// The number of external measurements that were used.
    package var usedMeasurementCount = 0
  }

  /// Estimates the attitude at every sample.
  ///
  /// - Parameters:
  ///   - samples: In the order of time.
  ///   - measurements: Plausible headings and attitudes from outside, in the order of time; of an
  ///     attitude only the heading is used.
  /// - Complexity: O(*n* + *m*) in samples and measurements.
  package func smooth(
    _ samples: some Collection<SensorSample>, measurements: [MotionMeasurement] = []
  ) -> Result {
    var intake = Intake()
    var result = Result(estimates: [], faults: SampleFaults())
    result.estimates.reserveCapacity(samples.count)
    var stretches: [Stretch] = []
    var stretch = Stretch(capacity: samples.count)
    var gap = SampleGap.none
    for (index, sample) in samples.enumerated() {
      var valid = intake.check(sample)
      result.estimates.append(nil)
      gap = max(gap, valid.gap)
      guard valid.rotationRate != nil || valid.acceleration != nil || valid.magneticField != nil
      else { continue }
      valid.gap = gap
      gap = .none
      if valid.followsGap {
        stretches.append(stretch)
        stretch = Stretch(capacity: 0)
      }
      stretch.indices.append(index)
      stretch.times.append(sample.timestamp)
      stretch.samples.append(valid)
    }
    stretches.append(stretch)
    var (biases, scale) = estimateGyroscope(of: stretches)
    var rest = measurements[...]
    for place in stretches.indices {
      removeScale(scale, of: &stretches[place], &biases[place])
      // Each measurement counts once, also where the clock was set back.
      let end = stretches[place].times.last ?? -.infinity
      let taken = rest.prefix { $0.timestamp <= end }
      rest = rest[taken.endIndex...]
      solve(
        &stretches[place], biases: &biases[place], measurements: taken,
        follows: place > 0, into: &result)
    }
    result.faults = intake.faults
    return result
  }

  /// Consecutive samples without a gap.
  struct Stretch {
    var indices: [Int] = []
    var times: [Double] = []
    var samples: [CheckedSample] = []

    init(capacity: Int) {
      indices.reserveCapacity(capacity)
      times.reserveCapacity(capacity)
      samples.reserveCapacity(capacity)
    }
  }

  /// - Parameters:
  ///   - stretch: Its fields are calibrated in place.
  ///   - biases: Those by the forces; corrected by the heading.
  ///   - measurements: From outside, until the last sample.
  ///   - follows: Whether there is a stretch before: without a field the heading to it is unknown.
  private func solve(
    _ stretch: inout Stretch, biases: inout [Bias], measurements: ArraySlice<MotionMeasurement>,
    follows: Bool, into result: inout Result
  ) {
    guard stretch.samples.contains(where: { $0.specificForce != nil }) else { return }
    let attitudes = levelAttitudes(of: stretch, biases: biases)
    var offsetErrors: [HardIronEstimate.DirectionError?]?
    if configuration.usesMagnetometer,
      stretch.samples.contains(where: { $0.magneticField != nil })
    {
      removeDelay(of: &stretch, attitudes: attitudes, biases: biases)
      offsetErrors = calibrate(&stretch, attitudes: attitudes, biases: biases)
    }
    let headings = turnsToNorth(
      from: attitudes, stretch: stretch, measurements: measurements, offsetErrors: offsetErrors,
      biases: &biases)
    if let headings {
      result.pointsNorth = true
      result.usedMeasurementCount += headings.measurementCount
    }
    var pending = MotionQuality()
    for (place, index) in stretch.indices.enumerated() {
      let acceleration = stretch.samples[place].acceleration
      pending.note(stretch.samples[place])
      pending.isStationary = biases[place].isStationary
      defer { if acceleration != nil { pending = MotionQuality() } }
      result.estimates[index] = Estimate(
        timestamp: stretch.times[place], levelAttitude: attitudes[place],
        northTurn: headings?.turns[place].angle ?? 0, gyroscopeBias: biases[place].value,
        uncertainty: OrientationUncertainty(
          inclination: biases[place].inclinationVariance.squareRoot(),
          heading: headings?.turns[place].deviation
            ?? (follows
              ? OrientationUncertainty.unknownHeadingVariance.squareRoot()
              : biases[place].headingDeviation),
          gyroscopeBias: biases[place].variance.map { max($0, 0).squareRoot() }),
        rotationRate: stretch.samples[place].rotationRate.map { $0 - biases[place].value },
        acceleration: acceleration, magneticField: biases[place].field, quality: pending)
    }
  }
}

// MARK: - Bias

extension InertialSmoother {
  struct Bias {
    var value: Vector3<Double>
    var variance: Vector3<Double>
    /// The variance of the vertical, in rad².
    var inclinationVariance: Double
    /// The standard deviation of the heading since the start, in radians.
    var headingDeviation: Double
    /// The typical change of velocity before, in g·s.
    var speed: Double
    /// Whether the device is stationary.
    var isStationary: Bool
    /// The last field, without the hard-iron offset that was known at the sample.
    var field: CalibratedMagneticField?

    /// The estimates of `filter`, read in place: it would be copied at every sample.
    init(of filter: inout InertialFilter) {
      value = filter.gyroscopeBias
      variance = filter.biasVariance
      let uncertainty = filter.uncertainty
      let inclination = uncertainty?.inclination ?? .pi
      inclinationVariance = inclination * inclination
      headingDeviation = uncertainty?.heading ?? .pi
      speed = filter.inclination.speed
      isStationary = filter.isStationary
    }
  }

  /// The bias at each sample: the mean of the forward and the backward estimate, each component
  /// weighted by its information; and the scale, a constant, after the last sample.
  private func estimateGyroscope(
    of stretches: [Stretch]
  ) -> (biases: [[Bias]], scale: Vector3<Double>) {
    var settings = configuration
    settings.usesMagnetometer = false

    // The filters keep the bias across gaps, but start again after the clock was set back.
    var forward = InertialFilter(configuration: settings)
    var calibrator = MagnetometerCalibrator()
    var field: Vector3<Double>?
    var latest = -Double.infinity
    var biases = stretches.map { stretch in
      if let start = stretch.times.first, start <= latest {
        forward = InertialFilter(configuration: settings)
      }
      latest = stretch.times.last ?? latest
      return stretch.samples.map { valid in
        calibrator.update(valid, gyroscopeBias: forward.gyroscopeBias)
        field = valid.magneticField ?? field
        forward.update(valid)
        var bias = Bias(of: &forward)
        bias.field = field.map { calibrator.calibrated($0) }
        return bias
      }
    }

    var start = InertialFilter(configuration: settings, isReversed: true)
    // The forward filter has taken the scale from the whole recording: it is not estimated again.
    start.scale = GyroscopeErrorEstimator(known: forward.scale.value)
    var backward = start
    var earliest = Double.infinity
    for (number, stretch) in stretches.enumerated().reversed() {
      if let end = stretch.times.last, end >= earliest {
        backward = start
      }
      earliest = stretch.times.first ?? earliest
      combine(&biases[number], with: &backward, over: stretch)
    }
    return (biases, forward.scale.value)
  }

  /// Removes the error of the gyroscope's scale from the rates, and with them from the biases.
  private func removeScale(
    _ scale: Vector3<Double>, of stretch: inout Stretch, _ biases: inout [Bias]
  ) {
    let factors = Vector3(repeating: 1) - scale
    for place in stretch.samples.indices {
      stretch.samples[place].scaleRate(by: factors)
      biases[place].value = biases[place].value * factors
    }
  }

  /// Combines the forward estimates of a stretch with those of the backward filter.
  private func combine(
    _ biases: inout [Bias], with backward: inout InertialFilter, over stretch: Stretch
  ) {
    visitBackwards(stretch) { place, sample in
      backward.update(sample)
      let after = Bias(of: &backward)
      let before = biases[place]
      let sum = before.variance + after.variance
      func mean(_ a: Double, _ va: Double, _ b: Double, _ vb: Double, _ s: Double) -> Double {
        s > 0 ? (a * vb + b * va) / s : a
      }
      biases[place].value = Vector3(
        mean(before.value.x, before.variance.x, -after.value.x, after.variance.x, sum.x),
        mean(before.value.y, before.variance.y, -after.value.y, after.variance.y, sum.y),
        mean(before.value.z, before.variance.z, -after.value.z, after.variance.z, sum.z))
      biases[place].inclinationVariance = InclinationEstimator.smoothedVariance(
        before.inclinationVariance, after.inclinationVariance)
      biases[place].variance = Vector3(
        sum.x > 0 ? before.variance.x * after.variance.x / sum.x : 0,
        sum.y > 0 ? before.variance.y * after.variance.y / sum.y : 0,
        sum.z > 0 ? before.variance.z * after.variance.z / sum.z : 0)
    }
  }

  /// Calls `visit` with each sample's index and its time-reversed form, from the last to the first.
  func visitBackwards(_ stretch: Stretch, _ visit: (Int, SensorSample) -> Void) {
    for place in stretch.samples.indices.reversed() {
      var reversed = sample(stretch.samples[place], at: -stretch.times[place])
      reversed.rotationRate = reversed.rotationRate.map { -$0 }
      visit(place, reversed)
    }
  }

  func sample(_ valid: CheckedSample, at time: Double) -> SensorSample {
    SensorSample(
      timestamp: time, rotationRate: valid.rotationRate,
      acceleration: valid.specificForce.map { -$0 }, magneticField: valid.magneticField)
  }
}

// MARK: - Inclination

extension InertialSmoother {
  /// The attitude at each sample, with an arbitrary heading.
  private func levelAttitudes(of stretch: Stretch, biases: [Bias]) -> [Quaternion<Double>] {
    let count = stretch.samples.count
    var attitudes: [Quaternion<Double>] = []
    attitudes.reserveCapacity(count)
    var attitude = Quaternion<Double>.identity
    var previousTurn = Vector3<Double>.zero
    var lead = Vector3<Double>.zero
    // By index: an iterator copies the samples, of 250 bytes each.
    for place in 0..<count {
      if let rate = stretch.samples[place].rotationRate {
        let bias = biases[place].value
        let turn = (stretch.samples[place].meanRate - bias) * stretch.samples[place].rotationStep
        attitude = (attitude * .turn(by: turn + previousTurn.cross(turn) / 12)).renormalized
        previousTurn = turn
        lead = (rate - bias) * stretch.samples[place].lead
      }
      attitudes.append((attitude * .turn(by: -lead)).renormalized)
    }

    let up = verticals(of: stretch, attitudes: attitudes, biases: biases)
    var tilt = Quaternion<Double>.identity
    for place in 0..<count {
      tilt = (.leveling(tilt.act(up[place])) * tilt).renormalized
      attitudes[place] = tilt * attitudes[place]
    }
    return attitudes
  }

  /// The low-passed force in the almost-inertial frame at each sample.
  private func verticals(
    of stretch: Stretch, attitudes: [Quaternion<Double>], biases: [Bias]
  ) -> [Vector3<Double>] {
    let count = stretch.samples.count
    // A zero-phase low-pass has no lag: a fixed time constant suits turning and translation.
    let span = InertialFilter.InclinationConstants.smoothingTimeConstant
    var forces: [Vector3<Double>] = []
    forces.reserveCapacity(count)
    var lowPass = SecondOrderLowPass<Vector3<Double>>()
    var latestForce = Vector3<Double>.zero
    // Across an unmeasured turn the mean on one side has little information about the other. The
    // error of a mean over a time is the change of velocity over this time.
    for place in 0..<count {
      let turn = stretch.samples[place].missedTurn
      if turn > 0 {
        lowPass.reduceWeight(
          to: InclinationEstimator.age(withError: turn, speed: biases[place].speed))
      }
      if let force = stretch.samples[place].specificForce {
        let inertial = attitudes[place].act(force)
        let (step, weight) = (stretch.samples[place].forceStep, stretch.samples[place].forceWeight)
        let mean = InclinationEstimator.meanForce(
          from: latestForce, to: inertial, step: step, weight: weight)
        latestForce = inertial
        lowPass.update(mean, LowPassResponse(step: weight, timeConstant: span))
      }
      forces.append(lowPass.output)
    }
    lowPass.restart()
    var step = 0.0
    var latest = forces[count - 1]
    for place in stride(from: count - 1, through: 0, by: -1) {
      if stretch.samples[place].specificForce != nil {
        lowPass.update(
          forces[place], LowPassResponse(step: step, timeConstant: span))
        step = stretch.samples[place].forceWeight
        latest = lowPass.output
      }
      forces[place] = latest
      // These are already means, with errors of about 1° that are correlated: the next one counts
      // as much as many.
      let turn = stretch.samples[place].missedTurn
      if turn > 0 { lowPass.reduceWeight(to: max(span * 3e-4 / (turn * turn) - step, 0)) }
    }
    return forces
  }
}
