/// Sees whether the sensors that a reference frame takes say anything at all.
///
/// A source may not know its sensors before its samples come, and a device may lie about them.
struct SensorWatch {
  let frame: ReferenceFrame
  /// Seconds that a sensor may take to its first reading.
  let patience: Double
  private var seen: MotionSensors = []
  private var start: Double?
  private var latest = 0.0

  init(frame: ReferenceFrame, patience: Double) {
    self.frame = frame
    self.patience = patience
  }

  /// An error once a sensor has been silent for too long.
  mutating func silence(after sample: SensorSample) -> MotionError? {
    guard !seen.isSuperset(of: frame.neededSensors) else { return nil }
    seen.formUnion(MotionSensors(in: sample))
    guard sample.timestamp.isFinite else { return nil }
    let first = start ?? sample.timestamp
    start = first
    latest = max(latest, sample.timestamp - first)
    return latest > patience ? silenceAtEnd : nil
  }

  /// An error when the source ended before some sensor said anything; a source without any sample
  /// is only empty.
  var silenceAtEnd: MotionError? {
    let missing = frame.neededSensors.subtracting(seen)
    guard start != nil, !missing.isEmpty else { return nil }
    return .sensorsSilent(missing, frame: frame, seconds: latest)
  }
}
