extension InertialSmoother {
  /// Removes the hard-iron offset and the delay from the field, estimated from the turns before and
  /// after each sample.
  ///
  /// If both estimates contradict each other, a magnet was attached or removed: the reading is left
  /// out. If only the uncalibrated field has the mean strength, there is no offset and the reading
  /// does not change.
  ///
  /// - Parameter attitudes: With an arbitrary heading.
  /// - Returns: The error of each sample's field by the offset.
  func calibrate(
    _ stretch: inout Stretch, attitudes: [Quaternion<Double>], biases: [Bias]
  ) -> [HardIronEstimate.DirectionError?] {
    var errors = [HardIronEstimate.DirectionError?](repeating: nil, count: stretch.samples.count)
    // The estimates up to each sample, each stored once.
    var forward = MagnetometerCalibrator()
    var known = [forward.steady]
    var knownAt: [Int] = []
    knownAt.reserveCapacity(stretch.samples.count)
    for place in stretch.samples.indices {
      if forward.update(stretch.samples[place], gyroscopeBias: biases[place].value) {
        known.append(forward.steady)
      }
      knownAt.append(known.count - 1)
    }

    var backward = MagnetometerCalibrator()
    var intake = Intake(isReversed: true)
    var combined = -1
    var correction: Vector3<Double>?
    var delay = 0.0
    var error: HardIronEstimate.DirectionError?
    let least = MagnetometerCalibrator.leastOffset
    var corrections = [Vector3<Double>?](repeating: nil, count: stretch.samples.count)
    var delays = [Double](repeating: 0, count: stretch.samples.count)
    visitBackwards(stretch) { place, sample in
      let hasChanged = backward.update(
        intake.check(sample), gyroscopeBias: -biases[place].value)
      if hasChanged || knownAt[place] != combined {
        combined = knownAt[place]
        let (before, after) = (known[combined], backward.steady.timeReversed)
        let isContradicted = before.contradicts(after) && after.contradicts(before)
        let both = before.combined(with: after)
        delay = both.delay
        correction =
          isContradicted
          ? nil
          : both.significantPart(
            least: least, significance: HardIronEstimate.recordedSignificance)
        if let correction, let field = stretch.samples[place].magneticField {
          error = both.directionError(
            of: field - correction, vertical: attitudes[place].conjugate.act(.unitZ),
            correction: correction)
        }
      }
      corrections[place] = correction
      delays[place] = delay
      errors[place] = error
    }
    let strength = meanStrength(of: stretch, corrections: corrections)
    let tolerance = MagneticModel.Constants.strengthTolerance * strength
    var rate = Vector3<Double>.zero
    for place in stretch.samples.indices {
      if let reading = stretch.samples[place].rotationRate { rate = reading - biases[place].value }
      guard let reading = stretch.samples[place].magneticField else { continue }
      guard let correction = corrections[place] else {
        stretch.samples[place].magneticField = nil
        continue
      }
      let off = abs((reading - correction).length - strength)
      let isAbsent = off > tolerance && abs(reading.length - strength) < off
      let field = isAbsent ? reading : reading - correction
      stretch.samples[place].magneticField = field - rate.cross(field) * delays[place]
    }
    return errors
  }

  /// The mean strength of the calibrated field, weighted by the turns, in µT.
  private func meanStrength(of stretch: Stretch, corrections: [Vector3<Double>?]) -> Double {
    var sum = 0.0
    var angle = 0.0
    for (sample, correction) in zip(stretch.samples, corrections) {
      guard let reading = sample.magneticField, let correction, let rate = sample.rotationRate
      else { continue }
      let turn = rate.length * sample.rotationStep
      sum += (reading - correction).length * turn
      angle += turn
    }
    return angle > 0 ? sum / angle : 0
  }
}
