/// Checks that the sensors required by a reference frame have readings.
///
/// The sensors of a source may be unknown before its samples.
package struct SensorMonitor {
  private static let all: MotionSensors = [.gyroscope, .accelerometer, .magnetometer]

  private let frame: ReferenceFrame
  private let needed: MotionSensors
  /// The time in seconds within which each sensor must have its first reading.
  private let timeout: Double
  /// The sensors with a reading so far.
  package private(set) var seen: MotionSensors = []
  private var start: Double?
  private var elapsed = 0.0

  /// A monitor of the sensors that `frame` requires.
  package init(frame: ReferenceFrame, timeout: Double = 5, requiringGyroscope: Bool = true) {
    self.frame = frame
    needed = frame.neededSensors(requiringGyroscope: requiringGyroscope)
    self.timeout = timeout
  }

  /// Takes a sample; returns an error if a sensor had no reading within the timeout.
  package mutating func timeoutError(after sample: SensorSample) -> MotionError? {
    guard !seen.isSuperset(of: Self.all) else { return nil }
    seen.formUnion(MotionSensors(in: sample))
    guard !seen.isSuperset(of: needed) else { return nil }
    guard sample.timestamp.isFinite else { return nil }
    let first = start ?? sample.timestamp
    start = first
    elapsed = max(elapsed, sample.timestamp - first)
    return elapsed > timeout ? missingSensorError : nil
  }

  /// The error of a source that ended without a reading of some sensor; `nil` for a source without
  /// any sample.
  package var missingSensorError: MotionError? {
    let missing = needed.subtracting(seen)
    guard start != nil, !missing.isEmpty else { return nil }
    return .sensorsSilent(missing, frame: frame, seconds: elapsed)
  }
}
