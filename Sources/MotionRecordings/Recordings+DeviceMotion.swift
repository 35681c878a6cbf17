package import MotionFusion

extension Recordings {
  /// The device motion of each recording: as recorded, otherwise estimated from the raw samples.
  package func deviceMotions(
    by estimation: MotionEstimation
  ) -> [LabeledRecording<DeviceMotion>] {
    let known = Set(deviceMotion.map(\.name))
    return deviceMotion
      + sensorSamples.filter { !known.contains($0.name) }.map { recording in
        LabeledRecording(
          label: recording.label, user: recording.user, name: recording.name,
          samples: estimation.estimate(recording.samples).motions)
      }
  }
}
