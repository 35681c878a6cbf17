internal import MotionFusion

/// Compares the units, signs and frames that a file states with what its numbers show.
///
/// Every comparison needs strong evidence before it speaks: a correct recording, however it
/// moves, gets no warning.
enum ConsistencyCheck {
  /// One warning a subject, for the first recording of those that contradict it.
  static func warnings(about recordings: Recordings) -> [RecordingWarning] {
    var warnings: [RecordingWarning] = []
    var places: [Contradiction.Subject: Int] = [:]
    for recording in CheckedRecording.all(in: recordings) {
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
    return warnings
  }
}

/// One recording as its checks see it.
struct CheckedRecording {
  let name: String
  let acceleration: [Timed<Vector3<Double>>]
  let rotationRate: [Timed<Vector3<Double>>]
  let magneticField: [Timed<Vector3<Double>>]
  /// What the device took for gravity, and for the user's part.
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

extension [Timed<Vector3<Double>>] {
  /// The median step of time in seconds; `nil` for fewer than two moments.
  var medianStep: Double? {
    Swift.zip(dropFirst(), self).map { $0.time - $1.time }.filter { $0 > 0 }.median
  }

  /// Calls `body` with each of `others` and the moment here that is nearest to it, where one is
  /// within `tolerance` seconds.
  func forEachNearest<Other>(
    to others: [Timed<Other>], within tolerance: Double,
    _ body: (Vector3<Double>, Timed<Other>) -> Void
  ) {
    guard !isEmpty else { return }
    var place = 0
    for other in others {
      while place + 1 < count,
        abs(self[place + 1].time - other.time) <= abs(self[place].time - other.time)
      {
        place += 1
      }
      if abs(self[place].time - other.time) <= tolerance { body(self[place].value, other) }
    }
  }
}
