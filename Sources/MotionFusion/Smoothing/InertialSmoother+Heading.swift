internal import RealModule

extension InertialSmoother {
  /// The turns of level attitudes about the vertical to magnetic north.
  struct Headings {
    /// The angle of each turn and its standard deviation, in radians.
    var turns: [(angle: Double, deviation: Double)]
    /// The number of measurements from outside that were used.
    var measurementCount: Int
  }

  /// Estimates the turns of level attitudes to north, and corrects the biases by the heading's
  /// drift against the field and the measurements from outside.
  ///
  /// - Parameters:
  ///   - attitudes: Device to level.
  ///   - stretch: The samples.
  ///   - measurements: From outside, in the order of time, until the last sample.
  ///   - offsetErrors: The error of each field by the hard-iron offset; `nil` if no field is used.
  ///   - biases: Of the gyroscope.
  /// - Returns: The turn at each sample; `nil` without a usable field and a measurement.
  func turnsToNorth(
    from attitudes: [Quaternion<Double>], stretch: Stretch,
    measurements: ArraySlice<MotionMeasurement>,
    offsetErrors: [HardIronEstimate.DirectionError?]?, biases: inout [Bias]
  ) -> Headings? {
    var readings = readings(
      of: measurements, in: stretch, attitudes: attitudes, biases: biases)
    var commonVariances: [Double]?
    let steps = headingSteps(of: stretch, attitudes: attitudes, biases: biases)
    if let offsetErrors {
      let fields = zip(stretch.samples, attitudes).map { sample, attitude in
        sample.magneticField.map { attitude.act($0) }
      }
      let (usable, doubts) = usableFields(
        fields, steps, stretch: stretch, offsetErrors: offsetErrors, biases: biases)
      readings.fields = zip(zip(fields, usable), biases).map { reading, bias in
        reading.1
          ? reading.0.map { HeadingReading($0, tiltVariance: bias.inclinationVariance) } : nil
      }
      if let first = usable.firstIndex(of: true), let field = fields[first],
        readings.measured.isEmpty
      {
        let mean = MagneticModel.variance(
          of: field, deviation: MagneticModel.Constants.meanDeviation, tiltVariance: 0)
        commonVariances = doubts.map { mean + $0 }
      }
    }
    guard let first = readings.first, var start = readings[first] else { return nil }
    // It corrects the heading at its own time.
    start.variance = OrientationUncertainty.unknownHeadingVariance
    let drift = removeDrift(from: &readings, steps, start: start, biases: &biases)
    start.angle -= drift[first]
    let path = smoothed(readings, steps, from: start)
    return Headings(
      turns: attitudes.indices.map { place in
        let variance = max(path.variances[place], 0) + (commonVariances?[place] ?? 0)
        return (path.angles[place] + drift[place], variance.squareRoot())
      },
      measurementCount: readings.measurementCount)
  }

  /// The turns to north by headings and attitudes from outside, each carried by the rate to the
  /// first sample that is not earlier.
  private func readings(
    of measurements: ArraySlice<MotionMeasurement>, in stretch: Stretch,
    attitudes: [Quaternion<Double>], biases: [Bias]
  ) -> HeadingReadings {
    var readings = HeadingReadings()
    guard var next = measurements.indices.first else { return readings }
    var rate = Vector3<Double>.zero
    for (place, time) in stretch.times.enumerated() {
      if let reading = stretch.samples[place].rotationRate { rate = reading - biases[place].value }
      while next < measurements.endIndex, measurements[next].timestamp <= time {
        let measurement = measurements[next]
        next += 1
        let age = time - measurement.timestamp
        guard age <= MotionMeasurement.longestAge else { continue }
        guard
          let reading = HeadingReading(measurement, of: attitudes[place], rate: rate, age: age)
        else { continue }
        readings.measured[place] = readings.measured[place]?.combined(with: reading) ?? reading
        readings.measurementCount += 1
      }
    }
    return readings
  }

  /// The data of one sample for the heading's smoother.
  private struct HeadingStep {
    /// Seconds since the last angular rate and the last field.
    var rotation = 0.0
    var field = 0.0
    /// Squared angular rate, in rad²/s².
    var squaredRate = 0.0
    /// The uncertainty of the turn in a gap or of a saturated gyroscope, in radians.
    var missedTurn = 0.0
    /// In the device frame, at the end.
    var vertical = Vector3<Double>.zero

    /// Propagates the variance of a heading over the step.
    func predict(_ filter: inout HeadingFilter, bias: GyroscopeErrorEstimator) {
      filter.predict(
        duration: rotation, vertical: vertical * rotation, bias: bias)
      if missedTurn > 0 { filter.widenHeading(by: missedTurn * missedTurn) }
    }
  }

  /// The turn from a field to north.
  private struct HeadingReading {
    /// In radians.
    var angle: Double
    /// In rad².
    var variance: Double

    /// - Parameter field: In the level frame.
    init(_ field: Vector3<Double>, tiltVariance: Double) {
      angle = -Double.atan2(y: field.y, x: field.x)
      variance = MagneticModel.variance(of: field, tiltVariance: tiltVariance)
    }

    /// - Parameters:
    ///   - measurement: A heading, not of a vertical axis, or an attitude.
    ///   - attitude: Device to level, `age` later.
    ///   - rate: In rad/s.
    ///   - age: In seconds.
    init?(
      _ measurement: MotionMeasurement, of attitude: Quaternion<Double>, rate: Vector3<Double>,
      age: Double
    ) {
      guard let turn = measurement.quantity.turn(from: attitude, rate: rate, age: age)
      else { return nil }
      angle = turn
      variance = measurement.deviation * measurement.deviation
    }

    /// The mean of two independent readings.
    func combined(with other: Self) -> Self {
      var mean = self
      let share = variance / (variance + other.variance)
      mean.angle += share * (other.angle - angle).withoutWholeTurns
      mean.variance = share * other.variance
      return mean
    }
  }

  /// The turns to north that the samples of a stretch show.
  private struct HeadingReadings {
    /// From external measurements, at some samples.
    var measured: [Int: HeadingReading] = [:]
    /// The number of measurements in ``measured``.
    var measurementCount = 0
    /// From the usable fields; empty if no field is used.
    var fields: [HeadingReading?] = []

    /// The first sample with a reading.
    var first: Int? {
      let field = fields.firstIndex { $0 != nil }
      return [measured.keys.min(), field].compactMap { $0 }.min()
    }

    /// The reading of a sample; the external one if there are two.
    subscript(place: Int) -> HeadingReading? {
      measured[place] ?? (fields.isEmpty ? nil : fields[place])
    }

    /// The field of a sample.
    func field(at place: Int) -> HeadingReading? { fields.isEmpty ? nil : fields[place] }

    /// Subtracts an angle from the readings of a sample.
    mutating func subtract(_ angle: Double, at place: Int) {
      if !measured.isEmpty { measured[place]?.angle -= angle }
      if !fields.isEmpty { fields[place]?.angle -= angle }
    }
  }

  /// The heading at a sample in one pass through the steps, forwards or backwards.
  private struct HeadingPass {
    /// The turn to north in radians, without jumps of a whole turn.
    var angle: Double
    var filter: HeadingFilter
    /// A constant error of the biases.
    var bias: GyroscopeErrorEstimator

    /// Predicts the heading over a step.
    mutating func predict(_ step: HeadingStep) {
      angle -= step.vertical.dot(bias.value) * step.rotation
      step.predict(&filter, bias: bias)
    }

    /// Takes the readings at the end of a step.
    mutating func correct(by readings: HeadingReadings, at place: Int, step: HeadingStep) {
      if let reading = readings.field(at: place), step.field > 0 {
        let innovation = (reading.angle - angle).withoutWholeTurns
        let noise = fieldNoise(
          of: innovation, variance: reading.variance, step: step.field,
          headingVariance: filter.headingVariance)
        angle += filter.correct(by: innovation, variance: noise, bias: &bias)
      }
      if let reading = readings.measured[place] {
        angle += filter.correct(
          by: (reading.angle - angle).withoutWholeTurns, variance: reading.variance, bias: &bias)
      }
    }
  }

  /// Estimates a constant error of the biases from the drift of the heading against the field.
  ///
  /// The prior of the error is the mean variance of the biases.
  ///
  /// - Returns: The turn to north by this drift at each sample, in radians; it is subtracted from
  ///   the readings.
  private func removeDrift(
    from readings: inout HeadingReadings, _ steps: [HeadingStep], start: HeadingReading,
    biases: inout [Bias]
  ) -> [Double] {
    var pass = HeadingPass(
      angle: start.angle, filter: HeadingFilter(variance: start.variance),
      bias: GyroscopeErrorEstimator(variance: meanVariance(of: biases)))
    for (place, step) in steps.enumerated() {
      pass.predict(step)
      pass.correct(by: readings, at: place, step: step)
    }
    let error = pass.bias
    var turn = 0.0
    return steps.enumerated().map { place, step in
      turn -= step.vertical.dot(error.value) * step.rotation
      readings.subtract(turn, at: place)
      biases[place].value += error.value
      for axis in 0..<3 {
        biases[place].variance[axis] = min(
          biases[place].variance[axis], max(error.variance[axis], 0))
      }
      return turn
    }
  }

  /// The mean variance of each component of the biases, in rad²/s², and that which the forces do
  /// not show: they alone may be too certain of a bias about the vertical.
  private func meanVariance(of biases: [Bias]) -> Vector3<Double> {
    let unseen = InertialFilter.BiasConstants.unseenDeviation
    return biases.reduce(Vector3(repeating: 0)) { $0 + $1.variance } / Double(biases.count)
      + Vector3(repeating: unseen * unseen)
  }

  private func headingSteps(
    of stretch: Stretch, attitudes: [Quaternion<Double>], biases: [Bias]
  ) -> [HeadingStep] {
    stretch.samples.indices.map { place in
      let rate = stretch.samples[place].rotationRate
      return HeadingStep(
        rotation: stretch.samples[place].rotationStep, field: stretch.samples[place].fieldStep,
        squaredRate: rate.map { ($0 - biases[place].value).lengthSquared } ?? 0,
        missedTurn: biases[place].missesTurn
          ? max(stretch.samples[place].missedTurn, .pi) : stretch.samples[place].missedTurn,
        vertical: attitudes[place].conjugate.act(.unitZ))
    }
  }

  /// The turn to north at each sample.
  private struct HeadingPath {
    /// In radians, without jumps of a whole turn.
    var angles: [Double] = []
    /// In rad².
    var variances: [Double] = []
  }

  /// Smooths the turn to north by a forward and a backward pass.
  ///
  /// - Parameters:
  ///   - readings: The usable fields and the measurements from outside.
  ///   - start: The first of them.
  private func smoothed(
    _ readings: HeadingReadings, _ steps: [HeadingStep], from start: HeadingReading
  ) -> HeadingPath {
    var pass = HeadingPass(
      angle: start.angle, filter: HeadingFilter(variance: start.variance),
      bias: GyroscopeErrorEstimator(variance: .zero))
    var path = HeadingPath()
    var predicted: [Double] = []
    predicted.reserveCapacity(steps.count)
    path.angles.reserveCapacity(steps.count)
    path.variances.reserveCapacity(steps.count)
    for (place, step) in steps.enumerated() {
      pass.predict(step)
      predicted.append(pass.filter.headingVariance)
      pass.correct(by: readings, at: place, step: step)
      path.angles.append(pass.angle)
      path.variances.append(pass.filter.headingVariance)
    }

    // Backward: the gain follows from the predicted variance.
    for place in path.angles.indices.dropLast().reversed() {
      let after = predicted[place + 1]
      let gain = after > 0 ? path.variances[place] / after : 1
      path.angles[place] += gain * (path.angles[place + 1] - path.angles[place])
      path.variances[place] += gain * gain * (path.variances[place + 1] - after)
    }
    return path
  }

  /// Whether each field is undisturbed, both forwards and backwards, and the variance of the
  /// reference field's direction at each sample, in rad². An unusable field has the variance of the
  /// usable one before it.
  ///
  /// - Parameter fields: In the level frame.
  private func usableFields(
    _ fields: [Vector3<Double>?], _ steps: [HeadingStep], stretch: Stretch,
    offsetErrors: [HardIronEstimate.DirectionError?], biases: [Bias]
  ) -> (usable: [Bool], doubts: [Double]) {
    var usable = fields.map { $0 != nil }
    let variance = meanVariance(of: biases)
    var bias = GyroscopeErrorEstimator(
      variance: Vector3(repeating: (variance.x + variance.y + variance.z) / 3))
    var filter = HeadingFilter()
    var model = MagneticModel(isLive: false)
    var heading = HeadingEstimator()
    var turning = 0.0
    func check(_ place: Int, since last: HeadingStep) {
      if stretch.samples[place].rotationRate != nil {
        turning = steps[place].squaredRate.squareRoot()
      }
      var step = last
      step.vertical = steps[place].vertical
      step.predict(&filter, bias: bias)
      guard let field = fields[place], let reading = stretch.samples[place].magneticField
      else { return }
      let observation = MagneticModel.Observation(
        field: field, reading: reading, step: last.field,
        proof: FieldMonitor.proof(ofTurning: turning, step: last.field), isLevel: true,
        tiltVariance: biases[place].inclinationVariance)
      let innovation = heading.innovation(of: field)
      model.offsetError = offsetErrors[place]
      let answer = model.judge(
        observation, innovation: innovation,
        headingVariance: heading.isSettled ? filter.headingVariance : nil)
      switch answer {
      case .leaveOut: usable[place] = false
      case .use(let variance), .northMoved(let variance):
        if case .northMoved = answer { heading.forget() }
        let noise = heading.noise(
          ofField: innovation, variance: variance, step: last.field, isLevel: true,
          errors: &filter)
        if let noise {
          let known = bias
          heading.advance(by: filter.correct(by: innovation, variance: noise, bias: &bias))
          bias = known
        }
      }
    }
    for place in fields.indices { check(place, since: steps[place]) }
    model.restart()
    var last = HeadingStep()
    for place in fields.indices.reversed() {
      check(place, since: last)
      let field = fields[place] == nil ? last.field : steps[place].field
      last = steps[place]
      last.field = field
    }
    let contradicted = zip(usable, fields).count { !$0 && $1 != nil }
    let share = Double(contradicted) / Double(max(fields.count { $0 != nil }, 1))
    var error = usable.firstIndex(of: true).flatMap { offsetErrors[$0] }
    let doubts = fields.indices.map { place in
      if usable[place] { error = offsetErrors[place] }
      return model.doubt(of: error, contradicted: share)
    }
    return (usable, doubts)
  }
}
