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

  /// How turns seen by something else depend on the turns that the gyroscope reports.
  private struct Turns {
    var product = 0.0
    var reportedSquare = 0.0
    var seenSquare = 0.0
    var count = 0

    mutating func add(seen: Vector3<Double>, reported: Vector3<Double>) {
      product += seen.dot(reported)
      reportedSquare += reported.lengthSquared
      seenSquare += seen.lengthSquared
      count += 1
    }

    /// Seen over reported, by least squares.
    var ratio: Double { product / reportedSquare }
    var correlation: Double { product / (reportedSquare * seenSquare).squareRoot() }
    /// Whether there were enough turns, and they went together.
    var isMeaningful: Bool {
      count > 20 && seenSquare / Double(count) > 0.03 * 0.03 && abs(correlation) > 0.8
    }
  }

  private func contradiction(_ turns: Turns, of name: String) -> Contradiction? {
    let seen =
      "\(name) turns \(figures(turns.ratio)) rad for each rad of the gyroscope "
      + "(correlation \(figures(turns.correlation)), \(turns.count) moments); expected 1"
    let degree = Double.pi / 180
    switch turns.ratio {
    case ..<0:
      return Contradiction(
        subject: .gyroscopeSign, evidence: seen + ": one of the two has the opposite sign")
    case 0.4 * degree..<2.5 * degree:
      return Contradiction(
        subject: .gyroscopeUnit,
        evidence: seen + ": its numbers are in degrees where the format has radians")
    case 0.4 / degree..<2.5 / degree:
      return Contradiction(
        subject: .gyroscopeUnit,
        evidence: seen + ": its numbers are in radians where the format has degrees")
    case ..<0.1, 10...:
      return Contradiction(
        subject: .gyroscopeUnit, evidence: seen + ": its unit, or that of time, is another")
    default: return nil
    }
  }

  /// From one attitude to the next, in rad/s, beside the gyroscope at the later moment.
  private var attitudeTurns: Turns {
    var turns = Turns()
    let rates = zip(attitude.dropFirst(), attitude).compactMap { next, last in
      let step = next.time - last.time
      // Longer steps hide turns, and faster ones than any gyroscope measures are jumps.
      guard step > 1e-4, step < 0.1 else { return nil as Timed<Vector3<Double>>? }
      let turn = (last.value.quaternion.conjugate * next.value.quaternion).rotationVector / step
      return turn.length < 40 ? Timed(time: next.time, value: turn) : nil
    }
    rotationRate.forEachNearest(to: rates, within: rotationRate.medianStep ?? 0) { reported, rate in
      turns.add(seen: rate.value, reported: reported)
    }
    return turns
  }

  /// How the direction of gravity in the device changes over a fifth of a second, while the
  /// accelerometer reads nothing but gravity: by minus the turn, crossed with the direction.
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
          let seen = point.value / length - from.direction
          turns.add(seen: seen, reported: -angle.cross(from.direction))
        }
      }
      start = isQuiet ? (point.time, point.value / length) : nil
      angle = .zero
    }
    return turns
  }

  /// Whether the rate is one that no phone measures: they end at 2,000 or 4,000 degrees a second.
  private var impossibleRate: Contradiction? {
    let rates = rotationRate.map { $0.value.length }.sorted()
    // One reading in a hundred, and up to three of fewer, may be spikes; so are those beyond any
    // range in degrees.
    let high = rates[min(rates.count * 99 / 100, rates.count - 4)]
    guard high > 80, high < 4_000 * 3.0.squareRoot() else { return nil }
    return Contradiction(
      subject: .gyroscopeUnit,
      evidence:
        "one reading of the gyroscope in a hundred is over \(figures(high)) rad/s; expected less than "
        + "70, where gyroscopes end: its numbers seem to be in degrees")
  }
}
