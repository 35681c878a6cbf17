internal import RealModule

/// The offline form of ``InertialFilter``: a forward and a backward pass over a whole recording.
///
/// The filter's errors of tilt, heading, velocity, bias and scale are smoothed by the method of A.
/// E. Bryson and M. Frazier, first without a field. The attitudes show the hard-iron offset, from
/// the turns before and after each sample, and which fields are disturbed. The others, and headings
/// from outside, are observations of a second filter and its smoother. Stretches between gaps share
/// the bias only.
///
/// Needs about 1,100 bytes per sample.
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
    /// Device to reference, *z* up; with a field or a measurement, *x* to magnetic north.
    package var attitude: Quaternion<Double>
    /// The same with an arbitrary heading, that of the gyroscope and the forces alone.
    package var levelAttitude: Quaternion<Double>
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
    /// The quality of the sample.
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
      motion.uncertainty = uncertainty
      motion.quality = quality
      return motion
    }
  }

  /// The estimates of a recording.
  package struct Result: Hashable, Sendable {
    /// One estimate per sample; `nil` for rejected samples and for stretches without an
    /// accelerometer.
    package var estimates: [Estimate?]
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
  ///   - progress: Receives the share of the work that is done, each few thousand samples.
  /// - Complexity: O(*n* + *m*) in samples and measurements.
  package func smooth(
    _ samples: some Collection<SensorSample>, measurements: [MotionMeasurement] = [],
    progress: ((Double) -> Void)? = nil
  ) -> Result {
    var progress = Progress(sampleCount: samples.count, report: progress)
    var intake = Intake()
    var result = Result(estimates: [], faults: SampleFaults())
    var stretches: [Stretch] = []
    var stretch = Stretch(capacity: samples.count)
    var gap = SampleGap.none
    for (index, sample) in samples.enumerated() {
      var valid = intake.check(sample)
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
    let known = estimateErrors(of: stretches, readings: [], &progress)
    let levels = known.map { errors in errors.biases.map { $0.attitudeToNorth } }
    var rest = measurements[...]
    let readings = stretches.indices.map { place in
      // Each measurement counts once, also where the clock was set back.
      let end = stretches[place].times.last ?? -.infinity
      let taken = rest.prefix { $0.timestamp <= end }
      rest = rest[taken.endIndex...]
      defer { progress.add(stretches[place].samples.count) }
      return headings(
        of: &stretches[place], attitudes: levels[place], biases: known[place].biases,
        measurements: taken)
    }
    result.pointsNorth = readings.contains { $0 != nil }
    result.usedMeasurementCount = readings.reduce(0) { $0 + ($1?.measurementCount ?? 0) }
    let errors =
      result.pointsNorth
      ? estimateErrors(of: stretches, readings: readings, &progress) : known
    // The passes that no heading needs.
    if !result.pointsNorth { progress.add(3 * samples.count) }
    // Allocated last: with the filter's history they would be the largest part of the memory.
    result.estimates = [Estimate?](repeating: nil, count: samples.count)
    for place in stretches.indices {
      report(
        stretches[place], errors: errors[place], levels: levels[place], readings: readings[place],
        follows: place > 0, into: &result)
    }
    result.faults = intake.faults
    return result
  }

  /// The share of the work that is done, in passes over the samples: each forward pass counts
  /// twice, each backward pass and the readings of the heading once.
  private struct Progress {
    private let total: Int
    private let report: ((Double) -> Void)?
    private var done = 0

    init(sampleCount: Int, report: ((Double) -> Void)?) {
      total = 7 * sampleCount
      self.report = report
    }

    /// Adds processed samples, and reports each time that 8192 more are done.
    mutating func add(_ count: Int) {
      let before = done >> 13
      done += count
      if done >> 13 != before { report?(Double(done) / Double(total)) }
    }
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

  /// What the fields and the measurements show of the heading; `nil` if they show nothing.
  ///
  /// - Parameters:
  ///   - stretch: Its fields are calibrated in place.
  ///   - attitudes: The estimates without them.
  ///   - measurements: From outside, until the last sample.
  private func headings(
    of stretch: inout Stretch, attitudes: [Quaternion<Double>], biases: [Bias],
    measurements: ArraySlice<MotionMeasurement>
  ) -> HeadingReadings? {
    guard stretch.samples.contains(where: { $0.specificForce != nil }) else { return nil }
    var offsetErrors: [HardIronEstimate.DirectionError?]?
    if configuration.usesMagnetometer,
      stretch.samples.contains(where: { $0.magneticField != nil })
    {
      offsetErrors = calibrate(&stretch, attitudes: attitudes, biases: biases)
    }
    return readings(
      of: stretch, attitudes: attitudes, biases: biases, measurements: measurements,
      offsetErrors: offsetErrors)
  }

  /// - Parameters:
  ///   - levels: The attitudes without readings of the heading.
  ///   - follows: Whether there is a stretch before: without readings the heading to it is unknown.
  private func report(
    _ stretch: Stretch, errors: SensorErrors, levels: [Quaternion<Double>],
    readings: HeadingReadings?, follows: Bool, into result: inout Result
  ) {
    guard stretch.samples.contains(where: { $0.specificForce != nil }) else { return }
    let biases = errors.biases
    let factors = Vector3(repeating: 1) - errors.gyroscopeScale
    var pending = MotionQuality()
    for (place, index) in stretch.indices.enumerated() {
      var headingVariance =
        follows && readings == nil
        ? OrientationUncertainty.unknownHeadingVariance : biases[place].headingVariance
      headingVariance += readings?.commonVariances?[place] ?? 0
      let acceleration = stretch.samples[place].acceleration
      pending.note(stretch.samples[place])
      pending.isStationary = biases[place].isStationary
      defer { if acceleration != nil { pending = MotionQuality() } }
      let attitude = biases[place].attitudeToNorth
      let turn = (attitude * levels[place].conjugate).twistAngle(about: .unitZ) ?? 0
      result.estimates[index] = Estimate(
        timestamp: stretch.times[place], attitude: attitude,
        levelAttitude: .turn(aboutVertical: -turn) * attitude,
        gyroscopeBias: biases[place].value * factors,
        uncertainty: OrientationUncertainty(
          inclinationVariance: biases[place].inclinationVariance,
          headingVariance: headingVariance + biases[place].carriedVariance,
          biasVariance: biases[place].variance),
        rotationRate: stretch.samples[place].rotationRate.map {
          ($0 - biases[place].value) * factors
        },
        acceleration: acceleration,
        magneticField: biases[place].field, quality: pending)
    }
  }
}

// MARK: - Bias

extension InertialSmoother {
  struct Bias {
    /// Device to level, with an arbitrary heading.
    var attitude: Quaternion<Double>
    /// The turn about the vertical from there to the heading, in radians; 0 without readings.
    var turnToNorth: Double
    var value: Vector3<Double>
    var variance: Vector3<Double>
    /// The variance of the vertical, in rad².
    var inclinationVariance: Double
    /// The variance of the heading, in rad²; without readings since the start.
    var headingVariance: Double
    /// Whether the device is stationary.
    var isStationary: Bool
    /// Whether an unmeasured turn ends at the sample.
    var missesTurn = false
    /// The variance of the turn from the angular rates around a sample without one, in rad².
    var carriedVariance: Double
    /// The last field, without the hard-iron offset that was known at the sample.
    var field: CalibratedMagneticField?

    /// Device to level, with the heading.
    var attitudeToNorth: Quaternion<Double> { .turn(aboutVertical: turnToNorth) * attitude }

    /// The estimates of `filter`, read in place: it would be copied at every sample.
    init(of filter: inout InertialFilter) {
      attitude = filter.inclination.deviceToLevel
      turnToNorth = filter.heading.angle
      value = filter.gyroscopeBias
      variance = filter.biasVariance
      let uncertainty = filter.uncertainty
      let inclination = uncertainty?.inclination ?? .pi
      inclinationVariance = inclination * inclination
      let heading = uncertainty?.heading ?? .pi
      headingVariance = heading * heading
      carriedVariance = filter.carriedVariance
      isStationary = filter.isStationary
    }
  }

  /// The errors of the sensors in a stretch.
  private struct SensorErrors {
    /// At each sample.
    var biases: [Bias]
    /// Of the whole recording.
    var gyroscopeScale: Vector3<Double>
  }

  /// The samples since the last angular rate, whose attitudes the next one corrects: the rate
  /// changes evenly between both.
  private struct CarriedSamples {
    /// The time, the attitude and the angular rate at the last rate.
    private var start: (time: Double, attitude: Quaternion<Double>, rate: Vector3<Double>)?
    private var samples: [(time: Double, attitude: Quaternion<Double>)] = []

    /// Takes the last sample of `biases`.
    ///
    /// - Parameters:
    ///   - attitude: In the almost-inertial frame.
    ///   - rate: Without errors of bias and scale, in rad/s.
    mutating func take(
      _ valid: CheckedSample, at time: Double, attitude: Quaternion<Double>, rate: Vector3<Double>,
      _ biases: inout [Bias]
    ) {
      guard valid.rotationRate != nil else {
        samples.append((time, attitude))
        return
      }
      if let start, !samples.isEmpty, !valid.lacksRotation {
        let span = time - start.time
        let carried = start.attitude * .turn(by: start.rate * span)
        let missed = (carried.conjugate * attitude).rotationVector
        let first = biases.count - 1 - samples.count
        for (place, sample) in zip(first..., samples) {
          let passed = sample.time - start.time
          let share = passed / span
          let turn = Quaternion.turn(by: start.rate * passed) * .turn(by: missed * (share * share))
          biases[place].attitude =
            biases[place].attitude * sample.attitude.conjugate * start.attitude * turn
          biases[place].carriedVariance = valid.missedTurn * valid.missedTurn * share
        }
      }
      samples.removeAll(keepingCapacity: true)
      start = valid.lacksRotation ? nil : (time, attitude, rate)
    }
  }

  /// The errors of the filter after an interval.
  private struct Mark {
    /// The sample at whose end they hold.
    var place: Int
    /// The number of events until then.
    var eventCount: Int
    var errors: ErrorCovariance
    var motionErrors: FilterErrors
  }

  /// Estimates the errors of the sensors and the attitude at each sample.
  ///
  /// - Parameter readings: Those of each stretch; empty without any.
  private func estimateErrors(
    of stretches: [Stretch], readings: [HeadingReadings?], _ progress: inout Progress
  ) -> [SensorErrors] {
    var settings = configuration
    settings.usesMagnetometer = false
    var errors: [SensorErrors] = []
    // The filter keeps the bias across gaps, but starts again after the clock was set back.
    var start = 0
    while start < stretches.count {
      var end = start + 1
      while end < stretches.count,
        stretches[end].times.first ?? .infinity > stretches[end - 1].times.last ?? -.infinity
      {
        end += 1
      }
      var filter = InertialFilter(configuration: settings)
      filter.history = []
      let biases = smoothed(stretches[start..<end], readings: readings, by: &filter, &progress)
      errors += biases.map { SensorErrors(biases: $0, gyroscopeScale: filter.gyroscopeScale) }
      start = end
    }
    return errors
  }

  /// Filters stretches and smooths the errors of the filter backwards.
  private func smoothed(
    _ stretches: ArraySlice<Stretch>, readings: [HeadingReadings?],
    by filter: inout InertialFilter, _ progress: inout Progress
  ) -> [[Bias]] {
    var calibrator = MagnetometerCalibrator()
    var field: Vector3<Double>?
    var biases: [Bias] = []
    biases.reserveCapacity(stretches.reduce(0) { $0 + $1.samples.count })
    var marks: [Mark] = []
    for (number, stretch) in zip(stretches.indices, stretches) {
      var carried = CarriedSamples()
      var observer = readings.isEmpty ? nil : readings[number].map { HeadingObserver($0) }
      for (place, valid) in stretch.samples.enumerated() {
        progress.add(2)
        calibrator.update(valid, gyroscopeBias: filter.gyroscopeBias)
        field = valid.magneticField ?? field
        filter.update(valid)
        observer?.observe(by: &filter, at: place, step: valid.fieldStep)
        var bias = Bias(of: &filter)
        bias.field = field.map { calibrator.calibrated($0) }
        bias.missesTurn = valid.missesTurn || filter.hasLostTilt
        biases.append(bias)
        carried.take(
          valid, at: stretch.times[place], attitude: filter.inclination.deviceToInertial,
          rate: filter.rotationRate, &biases)
        let count = filter.history?.count ?? 0
        if count != marks.last?.eventCount ?? 0 {
          marks.append(
            Mark(
              place: biases.count - 1, eventCount: count, errors: filter.errors,
              motionErrors: filter.motionErrors))
        }
      }
    }
    let events = filter.history ?? []
    var smoother = ErrorSmoother()
    var later = biases.count
    var ending = FilterErrors()
    for number in marks.indices.reversed() {
      let mark = marks[number]
      let errors = smoother.errors(of: mark.errors)
      // The error changes from that after this mark to that before the corrections of the next one.
      let next = number + 1 < marks.count ? ending : errors
      let span = Double(max(later - mark.place, 1))
      let bias = Vector3(
        smoother.variance(of: .bias(axis: 0), in: mark.errors),
        smoother.variance(of: .bias(axis: 1), in: mark.errors),
        smoother.variance(of: .bias(axis: 2), in: mark.errors))
      let tilt =
        smoother.variance(of: .turn(axis: 0), in: mark.errors)
        + smoother.variance(of: .turn(axis: 1), in: mark.errors)
        + smoother.motionErrors(of: mark.errors, filtered: mark.motionErrors).tiltVariance
      let heading = smoother.variance(of: .turn(axis: 2), in: mark.errors)
      let end = min(later, biases.count - 1)
      let jump = biases.indices[min(mark.place + 1, end)...end].first {
        biases[$0].missesTurn
      }
      for place in mark.place..<later {
        // An unmeasured turn changes the error at once.
        let share =
          jump.map { place < $0 ? 0 : 1 } ?? Double(place - mark.place) / span
        let turn = errors.turn * (1 - share) + next.turn * share
        biases[place].attitude =
          .turn(by: Vector3(turn.x, turn.y, 0)) * biases[place].attitude
        biases[place].turnToNorth += turn.z
        biases[place].value += errors.bias
        biases[place].variance = bias
        biases[place].inclinationVariance =
          tilt + InclinationEstimator.sensorVariance + biases[place].carriedVariance
        biases[place].headingVariance = heading
      }
      progress.add(later - mark.place)
      later = mark.place
      // The error before the corrections of this mark.
      var correction = FilterErrors()
      let first = number > 0 ? marks[number - 1].eventCount : 0
      for place in (first..<mark.eventCount).reversed() {
        if case .observed(_, let column, let share, let innovation, _) = events[place] {
          correction = correction + column * (share * innovation)
        }
        smoother.undo(events[place])
      }
      ending = errors + correction
    }
    var rest = biases[...]
    return stretches.map { stretch in
      let part = Array(rest.prefix(stretch.samples.count))
      rest = rest.dropFirst(stretch.samples.count)
      return part
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
