internal import MotionFusion
internal import SensorDiagnostics

/// Compares the units, signs and frames that a file states with its numbers.
///
/// Each comparison requires strong evidence: correct recordings of any movement yield no warning.
enum ConsistencyCheck {
  /// One warning for each subject, naming the first recording of the file that contradicts it.
  static func warnings(
    about recordings: Recordings, in file: String
  ) -> [RecordingWarning] {
    var warnings: [RecordingWarning] = []
    var places: [Contradiction.Subject: Int] = [:]
    let checked = CheckedRecording.all(in: recordings)
    for recording in checked {
      for contradiction in recording.contradictions {
        if let place = places[contradiction.subject] {
          warnings[place].count += 1
        } else {
          places[contradiction.subject] = warnings.count
          warnings.append(
            RecordingWarning(
              file: recording.name, kind: .contradiction(contradiction.evidence), count: 1))
        }
      }
    }
    return signWarnings(about: recordings, checked.map(\.consistency), in: file) + warnings
      + gestureWarnings(about: recordings, besides: warnings)
  }

  /// The warning about an accelerometer whose sign may be the opposite, which no law of motion
  /// shows: the device lies face down in over 90 % of at least three stationary intervals.
  private static func signWarnings(
    about recordings: Recordings, _ checks: [SensorConsistency], in file: String
  ) -> [RecordingWarning] {
    let counts = checks.map(\.stationaryCounts)
    let (all, faceDown) = counts.reduce((0, 0)) { ($0.0 + $1.all, $0.1 + $1.faceDown) }
    guard let (sign, choice) = recordings.unconfirmedSign, all >= 3, faceDown * 10 > all * 9 else {
      return []
    }
    return [
      RecordingWarning(
        file: file,
        kind: .contradiction(
          "\(sign), and the device then lies face down in \(faceDown) of \(all) stationary "
            + "quarter seconds: if it lay face up, \(choice)"), count: 1)
    ]
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

  /// The warnings about the recording of a file of which only the sensors were compared.
  static func warnings(
    about recordings: Recordings, _ consistency: SensorConsistency, in file: String
  ) -> [RecordingWarning] {
    let name = recordings.sensorSamples.first?.name ?? ""
    return signWarnings(about: recordings, [consistency], in: file)
      + consistency.findings.map {
        RecordingWarning(file: name, kind: .contradiction($0.description), count: 1)
      }
  }
}

/// The data of one recording that the consistency checks compare.
struct CheckedRecording {
  let name: String
  /// The check of the raw samples.
  let consistency: SensorConsistency
  let acceleration: [Timed<Vector3<Double>>]
  let rotationRate: [Timed<Vector3<Double>>]
  /// The device's own motion estimate.
  let motion: [DeviceMotion]
  /// The device's own attitude, or the reference's if there is none.
  let attitude: [Timed<Attitude>]

  /// Contradictions among the sensors, and between them and the device's own estimates.
  ///
  /// A sensor in a wrong unit is compared no further.
  var contradictions: [Contradiction] {
    var contradictions = consistency.findings.map {
      Contradiction(subject: .sensors($0.subject), evidence: $0.description)
    }
    let subjects = Set(consistency.findings.map(\.subject))
    if subjects.isDisjoint(with: [.accelerometerUnit]) {
      contradictions += accelerometerContradictions
    }
    if subjects.isDisjoint(with: [.timeUnit, .gyroscopeUnit, .gyroscopeAxes]),
      let contradiction = gyroscopeContradiction
    {
      contradictions.append(contradiction)
    }
    return contradictions
  }

  static func all(in recordings: Recordings) -> [CheckedRecording] {
    let motions = recordings.deviceMotion.samplesByName()
    let references = recordings.references.samplesByName()
    let checked = Set(recordings.sensorSamples.map(\.name))
    return recordings.sensorSamples.map {
      CheckedRecording(
        name: $0.name, samples: $0.samples, motion: motions[$0.name] ?? [],
        poses: references[$0.name] ?? [])
    }
      + recordings.deviceMotion.filter { !checked.contains($0.name) }.map {
        CheckedRecording(name: $0.name, samples: [], motion: $0.samples, poses: [])
      }
  }

  private init(
    name: String, samples: [SensorSample], motion: [DeviceMotion], poses: [ReferencePose]
  ) {
    self.name = name
    consistency = SensorConsistency(samples)
    self.motion = motion
    acceleration = samples.compactMap { sample in
      sample.acceleration.map { Timed(time: sample.timestamp, value: $0) }
    }
    let raw = samples.compactMap { sample in
      sample.rotationRate.map { Timed(time: sample.timestamp, value: $0) }
    }
    rotationRate =
      raw.isEmpty ? motion.map { Timed(time: $0.timestamp, value: $0.rotationRate) } : raw
    attitude =
      motion.isEmpty
      ? poses.compactMap { pose in
        pose.attitude.map { Timed(time: pose.timestamp, value: $0) }
      } : motion.map { Timed(time: $0.timestamp, value: $0.attitude) }
  }
}

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
          + "device; --columns reads its inverse by attitude=W -X -Y -Z")
    }
    return nil
  }

  /// Raw readings that equal gravity plus user acceleration only with another sign or unit.
  private var userAcceleration: Contradiction? {
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

/// A contradiction between the numbers of a recording and the unit, sign or frame of its format.
struct Contradiction {
  /// The contradicted property; recordings of one file with the same subject share one warning.
  enum Subject: Hashable {
    case sensors(SensorFinding.Subject)
    case accelerometerSign, userAcceleration, attitudeDirection
    case gyroscopeUnit, gyroscopeSign
  }

  var subject: Subject
  /// The measured and the expected figures, and the likely cause.
  var evidence: String
}
