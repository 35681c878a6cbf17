internal import MotionFusion

/// The data of one recording that the consistency checks compare.
struct CheckedRecording {
  let name: String
  let acceleration: [Timed<Vector3<Double>>]
  let rotationRate: [Timed<Vector3<Double>>]
  let magneticField: [Timed<Vector3<Double>>]
  /// The device's own motion estimate.
  let motion: [DeviceMotion]
  /// The device's own attitude, or else the reference's.
  let attitude: [Timed<Attitude>]

  var contradictions: [Contradiction] {
    [clockContradiction, magnetometerContradiction].compactMap { $0 }
      + accelerometerContradictions + gyroscopeContradictions
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
    self.motion = motion
    acceleration = samples.compactMap { sample in
      sample.acceleration.map { Timed(time: sample.timestamp, value: $0) }
    }
    magneticField = samples.compactMap { sample in
      sample.magneticField.map { Timed(time: sample.timestamp, value: $0) }
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
