internal import MotionFusion

extension CheckedRecording {
  var accelerometerContradictions: [Contradiction] {
    guard acceleration.count > 10 else { return [] }
    return [accelerometerDirection, userAcceleration].compactMap { $0 }
  }

  // MARK: - Sign

  /// A gravity direction that differs between accelerometer and attitude.
  private var accelerometerDirection: Contradiction? {
    var count = 0.0
    var cosine = 0.0
    var inverseCosine = 0.0
    acceleration.forEachNearest(to: attitude, within: acceleration.medianStep ?? 0) {
      reading, point in
      let length = reading.length
      guard length > 0 else { return }
      count += 1
      cosine += reading.dot(point.value.gravity) / length
      let inverse = point.value.quaternion.act(Vector3(0, 0, -1))
      inverseCosine += reading.dot(inverse) / length
    }
    guard count > 10 else { return nil }
    cosine /= count
    inverseCosine /= count
    let seen =
      "expected a mean cosine of about 1 between the accelerometer and gravity by the attitude, "
      + "got \(figures(cosine)) over \(Int(count)) samples"
    if cosine < -0.7 {
      return Contradiction(
        subject: .accelerometerSign,
        evidence: seen + ": the sign is the other platform's; choose the platform")
    }
    if inverseCosine > 0.9, 1 - inverseCosine < (1 - cosine) / 5 {
      return Contradiction(
        subject: .attitudeDirection,
        evidence: seen
          + ", and \(figures(inverseCosine)) for the inverse: the attitude is from reference to "
          + "device")
    }
    return nil
  }

  /// Raw readings that equal gravity plus user acceleration only with another sign or unit.
  private var userAcceleration: Contradiction? {
    typealias Hypothesis = (explanation: String, sum: (DeviceMotion) -> Vector3<Double>)
    let g = SensorSample.standardGravity
    let hypotheses: [Hypothesis] = [
      ("", { $0.gravity + $0.userAcceleration }),
      ("user acceleration has the opposite sign", { $0.gravity - $0.userAcceleration }),
      ("gravity has the opposite sign", { $0.userAcceleration - $0.gravity }),
      ("raw acceleration has the opposite sign", { -($0.gravity + $0.userAcceleration) }),
      ("user acceleration is in m/s²", { $0.gravity + $0.userAcceleration / g }),
      ("user acceleration was in g", { $0.gravity + $0.userAcceleration * g }),
    ]
    var squares = [Double](repeating: 0, count: hypotheses.count)
    var count = 0.0
    let moments = motion.map { Timed(time: $0.timestamp, value: $0) }
    acceleration.forEachNearest(to: moments, within: 0) { reading, moment in
      count += 1
      for (index, hypothesis) in hypotheses.enumerated() {
        squares[index] += (reading - hypothesis.sum(moment.value)).lengthSquared
      }
    }
    guard count > 10 else { return nil }
    let errors = squares.map { ($0 / count).squareRoot() }
    guard let best = errors.indices.min(by: { errors[$0] < errors[$1] }), best > 0,
      errors[0] > 0.05, errors[best] < errors[0] / 5
    else { return nil }
    return Contradiction(
      subject: .userAcceleration,
      evidence:
        "raw acceleration differs from gravity plus user acceleration by \(figures(errors[0])) g "
        + "(RMS of \(Int(count)) samples), and by \(figures(errors[best])) if "
        + hypotheses[best].explanation)
  }
}
