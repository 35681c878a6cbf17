internal import MotionFusion

extension CheckedRecording {
  var gyroscopeContradictions: [Contradiction] {
    guard rotationRate.count > 10 else { return [] }
    let comparisons = [
      ("the attitude", attitudeTurns), ("the direction of the accelerometer", accelerometerTurns),
    ]
    for (name, turns) in comparisons {
      guard turns.isMeaningful else { continue }
      return [contradiction(turns, of: name)].compactMap { $0 }
    }
    return [impossibleRate].compactMap { $0 }
  }

  /// Sums of a regression of observed rotations on the gyroscope's.
  private struct Turns {
    var product = 0.0
    var reportedSquare = 0.0
    var observedSquare = 0.0
    var count = 0

    mutating func add(observed: Vector3<Double>, reported: Vector3<Double>) {
      product += observed.dot(reported)
      reportedSquare += reported.lengthSquared
      observedSquare += observed.lengthSquared
      count += 1
    }

    /// Observed over reported rotation, by least squares.
    var ratio: Double { product / reportedSquare }
    var correlation: Double { product / (reportedSquare * observedSquare).squareRoot() }
    /// Whether there are enough rotations, and they correlate.
    var isMeaningful: Bool {
      count > 20 && observedSquare / Double(count) > 0.03 * 0.03 && abs(correlation) > 0.8
    }
  }

  private func contradiction(_ turns: Turns, of name: String) -> Contradiction? {
    let seen =
      "expected 1 rad of rotation of \(name) for each rad of the gyroscope, got "
      + "\(figures(turns.ratio)) (correlation \(figures(turns.correlation)), \(turns.count) samples)"
    let degree = Double.pi / 180
    switch turns.ratio {
    case ..<0:
      return Contradiction(
        subject: .gyroscopeSign, evidence: seen + ": one of the two has the opposite sign")
    case 0.4 * degree..<2.5 * degree:
      return Contradiction(
        subject: .gyroscopeUnit,
        evidence: seen + ": the numbers are in degrees where the format has radians")
    case 0.4 / degree..<2.5 / degree:
      return Contradiction(
        subject: .gyroscopeUnit,
        evidence: seen + ": the numbers are in radians where the format has degrees")
    case ..<0.1, 10...:
      return Contradiction(
        subject: .gyroscopeUnit, evidence: seen + ": the unit of the rate or of time is wrong")
    default: return nil
    }
  }

  /// Rotation rates between successive attitudes, against the gyroscope at the later time.
  private var attitudeTurns: Turns {
    var turns = Turns()
    let rates = zip(attitude.dropFirst(), attitude).compactMap { next, last in
      let step = next.time - last.time
      // Longer steps hide rotations; rates beyond any gyroscope's range are jumps.
      guard step > 1e-4, step < 0.1 else { return nil as Timed<Vector3<Double>>? }
      let turn = (last.value.quaternion.conjugate * next.value.quaternion).rotationVector / step
      return turn.length < 40 ? Timed(time: next.time, value: turn) : nil
    }
    rotationRate.forEachNearest(to: rates, within: rotationRate.medianStep ?? 0) { reported, rate in
      turns.add(observed: rate.value, reported: reported)
    }
    return turns
  }

  /// Changes of the direction of gravity in the device over 0.2 s, against the gyroscope.
  ///
  /// While the accelerometer reads gravity only, the change is minus the rotation crossed with the
  /// direction.
  private var accelerometerTurns: Turns {
    var turns = Turns()
    guard let gravity = acceleration.map({ $0.value.length }).median, gravity > 0,
      let step = rotationRate.medianStep
    else { return turns }
    var place = 0
    var angle = Vector3<Double>.zero
    var start: (time: Double, direction: Vector3<Double>)?
    var last = rotationRate.first?.time ?? 0
    for point in acceleration {
      while place < rotationRate.count, rotationRate[place].time <= point.time {
        angle += rotationRate[place].value * min(rotationRate[place].time - last, 5 * step)
        last = rotationRate[place].time
        place += 1
      }
      let length = point.value.length
      let isQuiet = abs(length - gravity) < 0.05 * gravity
      if let from = start {
        guard point.time - from.time >= 0.2 else { continue }
        if isQuiet, point.time - from.time < 0.4 {
          let change = point.value / length - from.direction
          turns.add(observed: change, reported: -angle.cross(from.direction))
        }
      }
      start = isQuiet ? (point.time, point.value / length) : nil
      angle = .zero
    }
    return turns
  }

  /// Rates beyond the range of phones, which is 2,000 or 4,000 °/s.
  private var impossibleRate: Contradiction? {
    let rates = rotationRate.map { $0.value.length }.sorted()
    // One percent of the readings, and at least three, may be spikes; so are rates beyond any range
    // in degrees.
    let high = rates[min(rates.count * 99 / 100, rates.count - 4)]
    guard high > 80, high < 4_000 * 3.0.squareRoot() else { return nil }
    return Contradiction(
      subject: .gyroscopeUnit,
      evidence:
        "expected gyroscope readings below 70 rad/s, the range of gyroscopes; 1 % are over "
        + "\(figures(high)) rad/s: the numbers seem to be in degrees")
  }
}
