internal import MotionFusion

extension CheckedRecording {
  var accelerometerContradictions: [Contradiction] {
    guard acceleration.count > 10 else { return [] }
    if let unit = accelerometerUnit { return [unit] }
    return [accelerometerDirection, userAcceleration].compactMap { $0 }
  }

  // MARK: - Unit

  /// Whether the accelerometer does not read 1 g at rest.
  private var accelerometerUnit: Contradiction? {
    let rests = restMagnitudes
    guard let overall = acceleration.map({ $0.value.length }).median else { return nil }
    let isAtRest = rests.count >= 3
    let median = isAtRest ? rests.median ?? overall : overall
    let when =
      isAtRest ? "at rest (\(rests.count) quarter seconds)" : "in the middle of its readings"
    let seen = "\(when) the accelerometer reads \(figures(median)) g; expected 1"
    func contradiction(_ explanation: String) -> Contradiction {
      Contradiction(subject: .accelerometerUnit, evidence: seen + ": " + explanation)
    }
    switch median {
    case 0.8...1.25: return nil
    case 8...12: return contradiction("its numbers are in m/s² where the format has g")
    case 800...1200: return contradiction("its numbers are in mg where the format has g")
    case 0.085...0.12:
      let unit = "its numbers are in g where the format has m/s²"
      return contradiction(isAtRest ? unit : "gravity was taken out of it, or " + unit)
    // Half the readings of a device that is carried cannot be of free fall.
    case ..<0.5: return contradiction("gravity was taken out of it")
    default: return isAtRest ? contradiction("its unit is another") : nil
    }
  }

  private var restMagnitudes: [Double] { acceleration.rests.map(\.length) }

  // MARK: - Sign

  /// Whether the accelerometer and the attitude disagree about where down is.
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
      "the accelerometer and gravity by the attitude meet at a mean cosine of \(figures(cosine)) "
      + "over \(Int(count)) moments; expected nearly 1"
    if cosine < -0.7 {
      return Contradiction(
        subject: .accelerometerSign,
        evidence: seen + ": its sign is the other platform's; name the platform")
    }
    if inverseCosine > 0.9, 1 - inverseCosine < (1 - cosine) / 5 {
      return Contradiction(
        subject: .attitudeDirection,
        evidence: seen
          + ", and it is \(figures(inverseCosine)) for the inverse: the attitude is from reference "
          + "to device")
    }
    return nil
  }

  /// Whether the raw reading is gravity plus user acceleration only with another sign or unit.
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
        + "(root mean square of \(Int(count)) moments), and by \(figures(errors[best])) if "
        + hypotheses[best].explanation)
  }
}

extension [Timed<Vector3<Double>>] {
  /// The mean readings of the quarter seconds in which the accelerometer hardly changes.
  var rests: [Vector3<Double>] {
    guard let step = medianStep else { return [] }
    let length = Int(Swift.min(Swift.max((0.25 / step).rounded(), 5), 1000))
    guard length <= count else { return [] }
    return stride(from: 0, through: count - length, by: length).compactMap { start in
      let window = self[start..<start + length]
      var mean = Vector3<Double>.zero
      for point in window { mean += point.value }
      mean /= Double(length)
      let limit = 0.03 * mean.length
      return window.allSatisfy { ($0.value - mean).length <= limit } ? mean : nil
    }
  }
}
