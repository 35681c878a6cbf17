internal import RealModule

extension InertialSmoother {
  private typealias Constants = InertialFilter.HeadingConstants

  /// The turn of a level attitude about the vertical.
  struct Heading {
    /// To magnetic north, in radians.
    var turn: Double
    /// Its standard deviation in radians.
    var deviation: Double
  }

  /// Estimates the turns of level attitudes to magnetic north, and corrects the biases by the
  /// heading's drift against the field.
  ///
  /// - Parameter offsetErrors: The error of each field by the hard-iron offset.
  /// - Returns: The turn at each sample; `nil` without a usable field.
  func turnsToNorth(
    from attitudes: [Quaternion<Double>], stretch: Stretch,
    offsetErrors: [HardIronEstimate.DirectionError?], biases: inout [Bias]
  ) -> [Heading]? {
    let fields = zip(stretch.samples, attitudes).map { sample, attitude in
      sample.magneticField.map { attitude.act($0) }
    }
    let (usable, doubt) = usableFields(
      fields, stretch: stretch, offsetErrors: offsetErrors, biases: biases)
    guard let first = usable.firstIndex(of: true), let field = fields[first] else { return nil }
    var readings = zip(zip(fields, usable), biases).map { reading, bias in
      reading.1
        ? reading.0.map { HeadingReading($0, tiltVariance: bias.inclinationVariance) } : nil
    }
    let steps = headingSteps(of: stretch, biases: biases)
    let turningWalk = Constants.turningWalk
    var start = HeadingReading(field, tiltVariance: biases[first].inclinationVariance)
    let drift = removeDrift(
      from: &readings, steps, start: start, attitudes: attitudes, biases: &biases)
    start.angle -= drift[first]
    var path = headings(readings, steps, from: start, turningDensity: turningWalk * turningWalk)
    if path.isContradicted {
      // The gyroscope's error exceeds the constants: estimate it without the gate.
      path = headings(
        readings, steps, from: start, turningDensity: turningWalk * turningWalk, isGated: false)
      path = headings(
        readings, steps, from: start,
        turningDensity: max(turningWalk * turningWalk, turningDensity(of: path, steps)),
        isGated: false)
    }
    let meanVariance = HeadingEstimator.variance(
      of: field, deviation: Constants.meanFieldDeviation, tiltVariance: 0)
    return attitudes.indices.map { place in
      Heading(
        turn: path.angles[place] + drift[place],
        deviation: (max(path.variances[place], 0) + meanVariance
          + min(
            max(doubt, offsetErrors[place]?.doubt ?? 0),
            OrientationUncertainty.unknownHeadingVariance))
          .squareRoot())
    }
  }

  /// The data of one sample for the heading's smoother.
  private struct HeadingStep {
    /// Seconds since the last angular rate and the last field.
    var rotation: Double
    var field: Double
    /// Squared angular rate, in rad²/s².
    var squaredRate: Double
    /// The uncertainty of the turn in a gap or of a saturated gyroscope, in radians.
    var missedTurn: Double
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
      variance = HeadingEstimator.variance(of: field, tiltVariance: tiltVariance)
    }
  }

  /// Estimates a constant error of the biases from the drift of the heading against the field.
  ///
  /// A forward Kalman filter for the turn to north and the three errors, whose prior is the mean
  /// variance of the biases.
  ///
  /// - Returns: The turn to north by this drift at each sample, in radians; it is subtracted from
  ///   the readings.
  private func removeDrift(
    from readings: inout [HeadingReading?], _ steps: [HeadingStep], start: HeadingReading,
    attitudes: [Quaternion<Double>], biases: inout [Bias]
  ) -> [Double] {
    let verticals = attitudes.map { $0.conjugate.act(.unitZ) }
    let sum = biases.reduce(Vector3<Double>.zero) { $0 + $1.variance }
    var covariance = Matrix3(diagonal: sum / Double(biases.count))
    var error = Vector3<Double>.zero
    var cross = Vector3<Double>.zero
    var angle = start.angle
    var variance = start.variance
    var innovations = InnovationMonitor()
    let density = Constants.turningWalk * Constants.turningWalk
    for (place, step) in steps.enumerated() {
      let vertical = verticals[place]
      let projected = covariance * vertical
      let duration = step.rotation
      variance +=
        duration * (duration * vertical.dot(projected) - 2 * vertical.dot(cross))
        + walk(step, density)
      angle -= vertical.dot(error) * duration
      cross -= projected * duration
      guard let reading = readings[place], step.field > 0 else { continue }
      let innovation = (reading.angle - angle).withoutWholeTurns
      let unexplained = innovations.observe(innovation, error: reading.variance, step: step.field)
      variance = max(variance, unexplained)
      let noise = Self.noise(of: reading, innovation, variance: variance, step: step.field)
      let share = 1 / (variance + noise)
      angle += variance * share * innovation
      error += cross * (share * innovation)
      covariance -= Matrix3(
        columns: cross * (share * cross.x), cross * (share * cross.y), cross * (share * cross.z))
      cross *= noise * share
      variance *= noise * share
    }
    var turn = 0.0
    return readings.indices.map { place in
      turn -= verticals[place].dot(error) * steps[place].rotation
      readings[place]?.angle -= turn
      biases[place].value += error
      for axis in 0..<3 {
        biases[place].variance[axis] = min(
          biases[place].variance[axis], max(covariance[row: axis][axis], 0))
      }
      return turn
    }
  }

  /// The variance of a reading whose error is correlated in time, larger beyond the gate.
  private static func noise(
    of reading: HeadingReading, _ innovation: Double, variance: Double, step: Double
  ) -> Double {
    let noise = reading.variance * (1 + 2 * Constants.fieldCorrelation / step)
    let gate = Constants.innovationGate
    return noise
      * max(1, innovation * innovation / (gate * gate * (variance + reading.variance)))
  }

  private func headingSteps(of stretch: Stretch, biases: [Bias]) -> [HeadingStep] {
    zip(stretch.samples, biases).map { sample, bias in
      HeadingStep(
        rotation: sample.rotationStep, field: sample.fieldStep,
        squaredRate: sample.rotationRate.map { ($0 - bias.value).lengthSquared } ?? 0,
        missedTurn: sample.missedTurn)
    }
  }

  /// The turn to north at each sample.
  private struct HeadingPath {
    /// In radians, without jumps of a whole turn.
    var angles: [Double]
    /// In rad².
    var variances: [Double]
    /// Whether the field contradicts the gyroscope by more than the field's errors explain.
    var isContradicted: Bool
  }

  /// Smooths the turn to north by a forward Kalman filter and a backward pass.
  ///
  /// - Parameters:
  ///   - readings: The usable fields.
  ///   - start: The first of them.
  ///   - turningDensity: The added variance of one second at 1 rad/s, in rad².
  ///   - isGated: Whether readings with a large innovation lose weight.
  private func headings(
    _ readings: [HeadingReading?], _ steps: [HeadingStep], from start: HeadingReading,
    turningDensity: Double, isGated: Bool = true
  ) -> HeadingPath {
    // Forward: a Kalman filter for a random walk.
    var angle = start.angle
    var variance = start.variance
    var innovations = InnovationMonitor()
    var path = HeadingPath(angles: [], variances: [], isContradicted: false)
    path.angles.reserveCapacity(steps.count)
    path.variances.reserveCapacity(steps.count)
    for (step, reading) in zip(steps, readings) {
      variance += walk(step, turningDensity)
      if let reading, step.field > 0 {
        let error = reading.variance
        let innovation = (reading.angle - angle).withoutWholeTurns
        let unexplained = innovations.observe(
          innovation, error: error, step: step.field)
        path.isContradicted = path.isContradicted || unexplained > 0
        let noise = Self.noise(
          of: reading, isGated ? innovation : 0, variance: variance, step: step.field)
        let gain = variance / (variance + noise)
        angle += gain * innovation
        variance *= 1 - gain
      }
      path.angles.append(angle)
      path.variances.append(variance)
    }

    // Backward: the gain follows from the predicted variance.
    for place in path.angles.indices.dropLast().reversed() {
      let predicted = path.variances[place] + walk(steps[place + 1], turningDensity)
      let gain = predicted > 0 ? path.variances[place] / predicted : 1
      path.angles[place] += gain * (path.angles[place + 1] - path.angles[place])
      path.variances[place] += gain * gain * (path.variances[place + 1] - predicted)
    }
    return path
  }

  /// The variance that a step adds to the heading, in rad².
  private func walk(_ step: HeadingStep, _ turningDensity: Double) -> Double {
    let walk = Constants.walk
    return (walk * walk + turningDensity * step.squaredRate) * step.rotation
      + step.missedTurn * step.missedTurn
  }

  /// The density of a random walk by turning with the increments of this path, over the correlation
  /// time of the field's error.
  private func turningDensity(of path: HeadingPath, _ steps: [HeadingStep]) -> Double {
    var squares = 0.0
    var turned = 0.0
    var age = 0.0
    var latest = path.angles[0]
    for (step, angle) in zip(steps, path.angles) {
      turned += step.squaredRate * step.rotation
      age += step.rotation
      guard age > Constants.fieldCorrelation else { continue }
      squares += (angle - latest) * (angle - latest)
      latest = angle
      age = 0
    }
    return turned > 0 ? squares / turned : 0
  }

  /// Whether each field is undisturbed, both forwards and backwards, and the variance of the
  /// heading if no turns have proven the field, in rad².
  private func usableFields(
    _ fields: [Vector3<Double>?], stretch: Stretch,
    offsetErrors: [HardIronEstimate.DirectionError?], biases: [Bias]
  ) -> (usable: [Bool], doubt: Double) {
    var usable = fields.map { $0 != nil }
    var monitor = FieldMonitor()
    var turning = 0.0
    for place in fields.indices {
      if let rate = stretch.samples[place].rotationRate {
        turning = (rate - biases[place].value).length
      }
      guard let field = fields[place], let reading = stretch.samples[place].magneticField
      else { continue }
      monitor.offsetError = offsetErrors[place]
      let step = stretch.samples[place].fieldStep
      monitor.observe(
        field, reading: reading, step: step,
        proof: FieldMonitor.proof(ofTurning: turning, step: step), isLevel: true)
      if monitor.isDisturbed { usable[place] = false }
    }
    var reversed = monitor
    reversed.restart()
    var step = 0.0
    for place in stride(from: fields.count - 1, through: 0, by: -1) {
      if let rate = stretch.samples[place].rotationRate {
        turning = (rate - biases[place].value).length
      }
      guard let field = fields[place], let reading = stretch.samples[place].magneticField
      else { continue }
      reversed.offsetError = offsetErrors[place]
      reversed.observe(
        field, reading: reading, step: step,
        proof: FieldMonitor.proof(ofTurning: turning, step: step), isLevel: true)
      step = stretch.samples[place].fieldStep
      if reversed.isDisturbed { usable[place] = false }
    }
    return (usable, reversed.doubt)
  }
}
