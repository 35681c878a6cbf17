/// Checks that the sensors required by a reference frame have readings.
///
/// The sensors of a source may be unknown before its samples.
struct SensorMonitor {
  let frame: ReferenceFrame
  /// The time in seconds within which each sensor must have its first reading.
  let timeout: Double
  private var seen: MotionSensors = []
  private var start: Double?
  private var elapsed = 0.0

  init(frame: ReferenceFrame, timeout: Double) {
    self.frame = frame
    self.timeout = timeout
  }

  /// Takes a sample; returns an error if a sensor had no reading within the timeout.
  mutating func timeoutError(after sample: SensorSample) -> MotionError? {
    guard !seen.isSuperset(of: frame.neededSensors) else { return nil }
    seen.formUnion(MotionSensors(in: sample))
    guard sample.timestamp.isFinite else { return nil }
    let first = start ?? sample.timestamp
    start = first
    elapsed = max(elapsed, sample.timestamp - first)
    return elapsed > timeout ? missingSensorError : nil
  }

  /// The error of a source that ended without a reading of some sensor; `nil` for a source without
  /// any sample.
  var missingSensorError: MotionError? {
    let missing = frame.neededSensors.subtracting(seen)
    guard start != nil, !missing.isEmpty else { return nil }
    return .sensorsSilent(missing, frame: frame, seconds: elapsed)
  }
}
