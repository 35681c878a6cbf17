extension InertialSmoother {
  /// Takes the device's own field off the readings of the magnetometer, as the turns before and after
  /// each tell it. Where they contradict each other a magnet comes or goes, and readings are left out;
  /// where the field has its strength without, but not with what they say, there was no turn to tell
  /// that the magnet is not there.
  func calibrate(_ stretch: inout Stretch, biases: [Bias]) {
    guard stretch.samples.contains(where: { $0.magneticField != nil }) else { return }
    // What the turns up to each sample say, once a change.
    var known: [OffsetInformation] = []
    var knownAt: [Int] = []
    knownAt.reserveCapacity(stretch.samples.count)
    var forward = MagnetometerCalibrator()
    for place in stretch.samples.indices {
      forward.update(
        sample(stretch.samples[place], at: stretch.times[place]),
        gyroscopeBias: biases[place].value)
      if known.last != forward.steady { known.append(forward.steady) }
      knownAt.append(known.count - 1)
    }

    var backward = MagnetometerCalibrator()
    var last: (before: OffsetInformation, after: OffsetInformation, correction: Vector3<Double>?)?
    let least = backward.configuration.leastOffset
    var corrections = [Vector3<Double>?](repeating: nil, count: stretch.samples.count)
    visitBackwards(stretch) { place, sample in
      backward.update(sample, gyroscopeBias: -biases[place].value)
      let before = known[knownAt[place]]
      let after = backward.steady
      if let last, last.before == before, last.after == after {
        corrections[place] = last.correction
        return
      }
      let isContradicted = before.contradicts(after) && after.contradicts(before)
      corrections[place] =
        isContradicted ? nil : before.combined(with: after).standingOut(from: least)
      last = (before, after, corrections[place])
    }
    let strength = meanStrength(of: stretch, corrections: corrections)
    let tolerance = configuration.heading.strengthTolerance * strength
    for place in stretch.samples.indices {
      guard let reading = stretch.samples[place].magneticField else { continue }
      guard let correction = corrections[place] else {
        stretch.samples[place].magneticField = nil
        continue
      }
      let off = abs((reading - correction).length - strength)
      let isAbsent = off > tolerance && abs(reading.length - strength) < off
      stretch.samples[place].magneticField = isAbsent ? reading : reading - correction
    }
  }

  /// The mean strength of the calibrated field where the device turns, in µT.
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
