internal import MotionFusion

extension CheckedRecording {
  /// A gyroscope that differs from the attitude.
  var gyroscopeContradiction: Contradiction? {
    guard rotationRate.count > 10 else { return nil }
    let turns = attitudeTurns
    return turns.isMeaningful ? contradiction(turns) : nil
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

  private func contradiction(_ turns: Turns) -> Contradiction? {
    let seen =
      "expected 1 rad of rotation of the attitude for each rad of the gyroscope, got "
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
}
