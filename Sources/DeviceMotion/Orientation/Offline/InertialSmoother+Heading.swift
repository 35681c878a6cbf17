internal import RealModule

extension InertialSmoother {
  /// Turns level attitudes about the vertical so that *x* points to magnetic north.
  ///
  /// - Returns: The standard deviation of the heading at each sample; `nil` when no reading of a
  ///   magnetometer can be used, and the attitudes are left as they are.
  func turnToNorth(
    _ attitudes: inout [Quaternion<Double>], stretch: Stretch, biases: [Bias]
  ) -> [Double]? {
    let fields = zip(stretch.samples, attitudes).map { sample, attitude in
      sample.magneticField.map { attitude.act($0) }
    }
    let usable = usableFields(fields, stretch: stretch, biases: biases)
    guard let first = usable.firstIndex(of: true), let field = fields[first] else { return nil }
    let parameters = configuration.heading
    let error = parameters.fieldDeviation * parameters.fieldDeviation

    // Forwards: a Kalman filter for one angle that wanders.
    var angle = Self.turnToNorth(field)
    var variance = error
    var filtered: [(angle: Double, variance: Double, walk: Double)] = []
    filtered.reserveCapacity(attitudes.count)
    for place in attitudes.indices {
      let sample = stretch.samples[place]
      let rate = (sample.rotationRate ?? biases[place].value) - biases[place].value
      let density =
        parameters.walk * parameters.walk
        + parameters.turningWalk * parameters.turningWalk * rate.lengthSquared
      let walk = density * sample.rotationStep + sample.hiddenTurn * sample.hiddenTurn
      variance += walk
      if usable[place], let field = fields[place], sample.fieldStep > 0 {
        var innovation = Self.turnToNorth(field) - angle
        innovation -= 2 * .pi * (innovation / (2 * .pi)).rounded()
        let correlation =
          biases[place].isResting
          ? parameters.fieldCorrelationAtRest : parameters.fieldCorrelation
        var noise = error * (1 + 2 * correlation / sample.fieldStep)
        let gate = parameters.innovationGate
        noise *= max(1, innovation * innovation / (gate * gate * (variance + error)))
        let gain = variance / (variance + noise)
        angle += gain * innovation
        variance *= 1 - gain
      }
      filtered.append((angle, variance, walk))
    }

    // Backwards: each is drawn to the next, as far as it could have wandered meanwhile.
    var deviations = [Double](repeating: 0, count: attitudes.count)
    var next = filtered[attitudes.count - 1]
    for place in stride(from: attitudes.count - 1, through: 0, by: -1) {
      var here = filtered[place]
      if place + 1 < attitudes.count {
        let predicted = here.variance + filtered[place + 1].walk
        let gain = predicted > 0 ? here.variance / predicted : 1
        here.angle += gain * (next.angle - here.angle)
        here.variance += gain * gain * (next.variance - predicted)
      }
      attitudes[place] = .turn(aboutVertical: here.angle) * attitudes[place]
      deviations[place] = max(here.variance, 0).squareRoot()
      next = here
    }
    return deviations
  }

  /// Whether each field is the Earth's: judged forwards and backwards, and usable only if both
  /// say so.
  private func usableFields(
    _ fields: [Vector3<Double>?], stretch: Stretch, biases: [Bias]
  ) -> [Bool] {
    var usable = fields.map { $0 != nil }
    var monitor = FieldMonitor()
    var turning = 0.0
    for place in fields.indices {
      if let rate = stretch.samples[place].rotationRate {
        turning = (rate - biases[place].value).length
      }
      guard let field = fields[place] else { continue }
      monitor.observe(
        field, step: stretch.samples[place].fieldStep, turning: turning, isLevel: true,
        configuration.heading)
      if monitor.isDisturbed { usable[place] = false }
    }
    var reversed = monitor
    reversed.restart()
    var step = 0.0
    for place in stride(from: fields.count - 1, through: 0, by: -1) {
      if let rate = stretch.samples[place].rotationRate {
        turning = (rate - biases[place].value).length
      }
      guard let field = fields[place] else { continue }
      reversed.observe(
        field, step: step, turning: turning, isLevel: true,
        configuration.heading)
      step = stretch.samples[place].fieldStep
      if reversed.isDisturbed { usable[place] = false }
    }
    return usable
  }

  private static func turnToNorth(_ field: Vector3<Double>) -> Double {
    -Double.atan2(y: field.y, x: field.x)
  }
}
