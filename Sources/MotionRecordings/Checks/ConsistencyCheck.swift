internal import MotionFusion
internal import SensorDiagnostics

/// Compares the units, signs and frames that a file states with its numbers.
///
/// Each comparison requires strong evidence: correct recordings of any movement yield no warning.
enum ConsistencyCheck {
  /// A contradicted property; recordings of one file with the same one share a warning.
  fileprivate enum Subject: Hashable {
    case sensors(SensorFinding.Subject)
    case accelerometerSign, userAcceleration, attitudeDirection, gyroscopeUnit, gyroscopeSign
  }

  /// The measured and the expected figures, and the likely cause.
  fileprivate typealias Contradiction = (subject: Subject, evidence: String)

  /// One warning for each subject, naming the first recording of the file that contradicts it.
  ///
  /// - Parameter streamed: The check of the samples of a streamed file, which are not in memory.
  static func warnings(
    about recordings: Recordings, streamed: SensorConsistency? = nil, in file: String
  ) -> [RecordingWarning] {
    var warnings: [RecordingWarning] = []
    var places: [Subject: Int] = [:]
    var (stationary, faceDown) = (0, 0)
    let motions = recordings.deviceMotion.samplesByName()
    let references = recordings.references.samplesByName()
    let names = Set(recordings.sensorSamples.map(\.name))
    let others = recordings.deviceMotion.filter { !names.contains($0.name) }
      .map { LabeledRecording<SensorSample>(name: $0.name, samples: []) }
    for recording in recordings.sensorSamples + others {
      let name = recording.name
      let check = streamed ?? SensorConsistency(recording.samples)
      stationary += check.stationaryCounts.all
      faceDown += check.stationaryCounts.faceDown
      let comparison = EstimateComparison(
        recording.samples, motion: motions[name] ?? [], poses: references[name] ?? [])
      // A sensor in a wrong unit is compared no further.
      let subjects = Set(check.findings.map(\.subject))
      let contradictions: [Contradiction?] =
        check.findings.map { (.sensors($0.subject), $0.description) }
        + (subjects.contains(.accelerometerUnit)
          ? [] : [comparison.accelerometerDirection, comparison.userAcceleration])
        + (subjects.isDisjoint(with: [.timeUnit, .gyroscopeUnit, .gyroscopeAxes])
          ? [comparison.gyroscope] : [])
      for (subject, evidence) in contradictions.compactMap(\.self) {
        if let place = places[subject] {
          warnings[place].count += 1
        } else {
          places[subject] = warnings.count
          warnings.append(RecordingWarning(file: name, kind: .contradiction(evidence)))
        }
      }
    }
    // No law of motion shows the sign of an accelerometer.
    if let (sign, choice) = recordings.unconfirmedSign, stationary >= 3,
      faceDown * 10 > stationary * 9
    {
      warnings.insert(
        RecordingWarning(
          file: file,
          kind: .contradiction(
            "\(sign), and the device then lies face down in \(faceDown) of \(stationary) stationary "
              + "quarter seconds: if it lay face up, \(choice)")), at: 0)
    }
    return warnings + (places.isEmpty ? gestureWarnings(about: recordings, besides: []) : [])
  }

  /// The warning about several short recordings that only together contradict a sign.
  ///
  /// - Parameter warnings: The other warnings; recordings with a contradiction are not joined.
  static func gestureWarnings(
    about recordings: Recordings, besides warnings: [RecordingWarning]
  ) -> [RecordingWarning] {
    let count = recordings.sensorSamples.count
    guard count > 1,
      !warnings.contains(where: { if case .contradiction = $0.kind { true } else { false } }),
      let finding = SensorConsistency.finding(
        inGestures: recordings.sensorSamples.lazy.map(\.samples))
    else { return [] }
    return [
      RecordingWarning(
        file: recordings.sensorSamples[0].name, kind: .contradiction(finding.description),
        count: count)
    ]
  }
}

/// Compares the sensors of one recording with the device's own estimates, or with a reference.
private struct EstimateComparison {
  private let acceleration: [Timed<Vector3<Double>>]
  private let rotationRate: [Timed<Vector3<Double>>]
  /// The device's own motion estimate.
  private let motion: [DeviceMotion]
  /// The device's own attitude, or the reference's if there is none.
  private let attitude: [Timed<Attitude>]

  /// The number of readings, and of pairs, that a comparison needs more than.
  private static let leastCount = 10

  init(_ samples: [SensorSample], motion: [DeviceMotion], poses: [ReferencePose]) {
    self.motion = motion
    func enough(_ readings: [Timed<Vector3<Double>>]) -> [Timed<Vector3<Double>>] {
      readings.count > Self.leastCount ? readings : []
    }
    acceleration = enough(samples.readings(\.acceleration))
    let raw = samples.readings(\.rotationRate)
    rotationRate = enough(
      raw.isEmpty ? motion.map { Timed(time: $0.timestamp, value: $0.rotationRate) } : raw)
    attitude =
      motion.isEmpty
      ? poses.compactMap { pose in
        pose.attitude.map { Timed(time: pose.timestamp, value: $0) }
      } : motion.map { Timed(time: $0.timestamp, value: $0.attitude) }
  }

  /// A gravity direction that differs between accelerometer and attitude.
  var accelerometerDirection: ConsistencyCheck.Contradiction? {
    var (count, cosine, inverseCosine) = (0.0, 0.0, 0.0)
    acceleration.forEachNearest(to: attitude, within: acceleration.medianStep ?? 0) {
      reading, point in
      let length = reading.length
      guard length > 0 else { return }
      count += 1
      cosine += reading.dot(point.value.gravity) / length
      inverseCosine += reading.dot(point.value.quaternion.act(Vector3(0, 0, -1))) / length
    }
    guard Int(count) > Self.leastCount else { return nil }
    cosine /= count
    inverseCosine /= count
    let seen =
      "expected a mean cosine of about 1 between the accelerometer and gravity by the attitude, "
      + "got \(figures(cosine)) over \(Int(count)) samples"
    if cosine < -0.7 {
      return (
        .accelerometerSign, seen + ": the sign is the other platform's; choose the platform"
      )
    }
    guard inverseCosine > 0.9, 1 - inverseCosine < (1 - cosine) / 5 else { return nil }
    return (
      .attitudeDirection,
      seen + ", and \(figures(inverseCosine)) for the inverse: the attitude is from reference to "
        + "device; --columns reads its inverse by attitude=W -X -Y -Z"
    )
  }

  /// Raw readings that equal gravity plus user acceleration only with another sign or unit.
  var userAcceleration: ConsistencyCheck.Contradiction? {
    typealias Hypothesis = (explanation: String, sum: (DeviceMotion) -> Vector3<Double>)
    let g = SensorSample.standardGravity
    let hypotheses: [Hypothesis] = [
      ("", { $0.acceleration }),
      ("user acceleration has the opposite sign", { $0.gravity - $0.userAcceleration }),
      ("gravity has the opposite sign", { $0.userAcceleration - $0.gravity }),
      ("raw acceleration has the opposite sign", { -$0.acceleration }),
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
    let errors = squares.map { ($0 / count).squareRoot() }
    guard Int(count) > Self.leastCount,
      let best = errors.indices.min(by: { errors[$0] < errors[$1] }), best > 0,
      errors[0] > 0.05, errors[best] < errors[0] / 5
    else { return nil }
    return (
      .userAcceleration,
      "raw acceleration differs from gravity plus user acceleration by \(figures(errors[0])) g "
        + "(RMS of \(Int(count)) samples), and by \(figures(errors[best])) if "
        + hypotheses[best].explanation
    )
  }

  /// A gyroscope that differs from the attitude: the regression of the rotation rates between
  /// successive attitudes on the gyroscope's at the later time.
  var gyroscope: ConsistencyCheck.Contradiction? {
    let rates = zip(attitude.dropFirst(), attitude).compactMap { next, last in
      let step = next.time - last.time
      // Longer steps hide rotations; rates beyond any gyroscope's range are jumps.
      guard step > 1e-4, step < 0.1 else { return nil as Timed<Vector3<Double>>? }
      let turn = (last.value.quaternion.conjugate * next.value.quaternion).rotationVector / step
      return turn.length < 40 ? Timed(time: next.time, value: turn) : nil
    }
    var (product, reportedSquare, observedSquare, count) = (0.0, 0.0, 0.0, 0.0)
    rotationRate.forEachNearest(to: rates, within: rotationRate.medianStep ?? 0) {
      reported, rate in
      product += rate.value.dot(reported)
      reportedSquare += reported.lengthSquared
      observedSquare += rate.value.lengthSquared
      count += 1
    }
    let ratio = product / reportedSquare
    let correlation = product / (reportedSquare * observedSquare).squareRoot()
    guard Int(count) > 2 * Self.leastCount, observedSquare / count > 0.03 * 0.03,
      abs(correlation) > 0.8
    else { return nil }
    let seen =
      "expected 1 rad of rotation of the attitude for each rad of the gyroscope, got "
      + "\(figures(ratio)) (correlation \(figures(correlation)), \(Int(count)) samples): "
    let degree = Double.pi / 180
    switch ratio {
    case ..<0: return (.gyroscopeSign, seen + "one of the two has the opposite sign")
    case 0.4 * degree..<2.5 * degree:
      return (.gyroscopeUnit, seen + "the numbers are in degrees where the format has radians")
    case 0.4 / degree..<2.5 / degree:
      return (.gyroscopeUnit, seen + "the numbers are in radians where the format has degrees")
    case ..<0.1, 10...:
      return (.gyroscopeUnit, seen + "the unit of the rate or of time is wrong")
    default: return nil
    }
  }
}
