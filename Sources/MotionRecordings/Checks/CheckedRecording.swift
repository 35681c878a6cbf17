internal import MotionFusion

/// The data of one recording that the consistency checks compare.
struct CheckedRecording {
  let name: String
  /// The raw samples.
  private let samples: [SensorSample]
  let acceleration: [Timed<Vector3<Double>>]
  let rotationRate: [Timed<Vector3<Double>>]
  /// The device's own motion estimate.
  let motion: [DeviceMotion]
  /// The device's own attitude, or else the reference's.
  let attitude: [Timed<Attitude>]

  /// Contradictions among the sensors, and those with the device's own estimates.
  ///
  /// A sensor in a wrong unit is compared no further.
  var contradictions: [Contradiction] {
    let findings = SensorConsistency.findings(in: samples)
    var contradictions = findings.map {
      Contradiction(subject: .sensors($0.subject), evidence: $0.description)
    }
    let subjects = Set(findings.map(\.subject))
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
    let motions = Dictionary(grouping: recordings.deviceMotion.indices) {
      recordings.deviceMotion[$0].name
    }
    let references = Dictionary(grouping: recordings.references.indices) {
      recordings.references[$0].name
    }
    var all = recordings.sensorSamples.map { recording in
      let motion =
        motions[recording.name]?.first.map { recordings.deviceMotion[$0].samples } ?? []
      let poses = references[recording.name]?.first.map { recordings.references[$0].samples } ?? []
      return CheckedRecording(
        name: recording.name, samples: recording.samples, motion: motion, poses: poses)
    }
    let checked = Set(recordings.sensorSamples.map(\.name))
    all += recordings.deviceMotion.filter { !checked.contains($0.name) }.map {
      CheckedRecording(name: $0.name, samples: [], motion: $0.samples, poses: [])
    }
    return all
  }

  private init(
    name: String, samples: [SensorSample], motion: [DeviceMotion], poses: [ReferencePose]
  ) {
    self.name = name
    self.samples = samples
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
