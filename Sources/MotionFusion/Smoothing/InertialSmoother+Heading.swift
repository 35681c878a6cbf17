internal import RealModule

extension InertialSmoother {
  /// The turns to north that the samples of a stretch show, from attitudes without them.
  struct HeadingReadings {
    /// The attitudes, device to level.
    var attitudes: [Quaternion<Double>]
    /// From external measurements, at some samples.
    fileprivate var measured: [Int: HeadingReading] = [:]
    /// The number of measurements in `measured`.
    var measurementCount = 0
    /// From the usable fields; empty if no field is used.
    fileprivate var fields: [HeadingReading?] = []
    /// The variance of north at each sample that all fields share, in rad²; `nil` if the frame is
    /// that of measurements.
    var commonVariances: [Double]?
  }

  /// What fields and measurements show of the heading; `nil` if they show nothing.
  ///
  /// - Parameters:
  ///   - attitudes: Device to level.
  ///   - measurements: From outside, in the order of time, until the last sample.
  ///   - offsetErrors: The error of each field by the hard-iron offset; `nil` if no field is used.
  func readings(
    of stretch: Stretch, attitudes: [Quaternion<Double>], biases: [Bias],
    measurements: ArraySlice<MotionMeasurement>, offsetErrors: [HardIronEstimate.DirectionError?]?
  ) -> HeadingReadings? {
    var readings = readings(
      of: measurements, in: stretch, attitudes: attitudes, biases: biases)
    if let offsetErrors {
      let fields = zip(stretch.samples, attitudes).map { sample, attitude in
        sample.magneticField.map { attitude.act($0) }
      }
      let (usable, doubts) = usableFields(
        fields, headingSteps(of: stretch, attitudes: attitudes, biases: biases), stretch: stretch,
        offsetErrors: offsetErrors, biases: biases)
      if let first = usable.firstIndex(of: true), let field = fields[first] {
        readings.fields = zip(zip(fields, usable), biases).map { reading, bias in
          reading.1
            ? reading.0.map { HeadingReading($0, tiltVariance: bias.inclinationVariance) } : nil
        }
        if readings.measured.isEmpty {
          let mean = MagneticModel.variance(
            of: field, deviation: MagneticModel.Constants.meanDeviation, tiltVariance: 0)
          readings.commonVariances = doubts.map { mean + $0 }
        }
      }
    }
    return readings.measured.isEmpty && readings.fields.isEmpty ? nil : readings
  }

  /// Observes the heading of a filter by the readings of a stretch: by each measurement, and by the
  /// mean of the fields of an interval.
  struct HeadingObserver {
    private let readings: HeadingReadings
    private var hasStarted = false
    /// The integral of the fields' innovations in rad s, its duration in seconds, and the largest
    /// of their variances in rad².
    private var sum = 0.0
    private var duration = 0.0
    private var variance = 0.0

    init(_ readings: HeadingReadings) { self.readings = readings }

    /// Takes the readings of the filter's last sample.
    ///
    /// - Parameters:
    ///   - place: Its number.
    ///   - step: The time since the last field, in seconds.
    mutating func observe(by filter: inout InertialFilter, at place: Int, step: Double) {
      guard let attitude = filter.attitude else { return }
      if !hasStarted {
        hasStarted = true
        filter.loseHeading()
      }
      let turn = attitude * readings.attitudes[place].conjugate
      let known = turn.twistAngle(about: .unitZ) ?? 0
      if !readings.fields.isEmpty, let reading = readings.fields[place], step > 0 {
        sum += (reading.angle - known).withoutWholeTurns * step
        duration += step
        variance = max(variance, reading.variance)
      }
      if duration >= InclinationEstimator.interval {
        let innovation = sum / duration
        filter.observe(
          turnToNorth: innovation,
          variance: fieldNoise(
            of: innovation, variance: variance, step: duration,
            headingVariance: filter.headingVariance))
        (sum, duration, variance) = (0, 0, 0)
      }
      if let reading = readings.measured[place] {
        filter.observe(
          turnToNorth: (reading.angle - known).withoutWholeTurns, variance: reading.variance)
      }
    }
  }

  /// The turns to north by headings and attitudes from outside, each carried by the rate to the
  /// first sample that is not earlier.
  private func readings(
    of measurements: ArraySlice<MotionMeasurement>, in stretch: Stretch,
    attitudes: [Quaternion<Double>], biases: [Bias]
  ) -> HeadingReadings {
    var readings = HeadingReadings(attitudes: attitudes)
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

  /// The data of one sample for the judgement of its field.
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
    func predict(_ filter: inout HeadingFilter) {
      filter.predict(duration: rotation, vertical: vertical * rotation)
      if missedTurn > 0 { filter.widenHeading(by: missedTurn * missedTurn) }
    }
  }

  /// The turn from a field to north.
  fileprivate struct HeadingReading {
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

  /// The mean variance of a component of the biases, in rad²/s², and that which the forces do not
  /// show: they alone may be too certain of a bias about the vertical.
  private func meanVariance(of biases: [Bias]) -> Double {
    let unseen = InertialFilter.BiasConstants.unseenDeviation
    let sum = biases.reduce(0) { $0 + $1.variance.x + $1.variance.y + $1.variance.z }
    return sum / Double(3 * biases.count) + unseen * unseen
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
    var filter = HeadingFilter(biasVariance: meanVariance(of: biases))
    var model = MagneticModel(isLive: false)
    var heading = HeadingEstimator()
    var turning = 0.0
    func check(_ place: Int, since last: HeadingStep) {
      if stretch.samples[place].rotationRate != nil {
        turning = steps[place].squaredRate.squareRoot()
      }
      var step = last
      step.vertical = steps[place].vertical
      step.predict(&filter)
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
          heading.advance(by: filter.correct(by: innovation, variance: noise))
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
