/// An error of a ``MotionManager``.
public enum MotionError: Error, Hashable, Sendable {
  /// The sensors do not support the reference frame; `available` are those they support.
  case frameUnavailable(
    ReferenceFrame, sensors: MotionSensors, knowsDeclination: Bool, available: [ReferenceFrame])
  /// Sensors that the frame requires had no reading for this time, or until the source's end.
  case sensorsSilent(MotionSensors, frame: ReferenceFrame, seconds: Double)
  /// Updates are running in this other reference frame.
  case alreadyRunning(ReferenceFrame)
  /// The source failed.
  case source(MotionSourceError)
}

extension MotionError: CustomStringConvertible {
  /// The error and how to correct it.
  public var description: String {
    switch self {
    case .frameUnavailable(let frame, let sensors, let knowsDeclination, let available):
      "the reference frame \(frame.rawValue) requires \(frame.neededSensors)"
        + (frame == .xTrueNorthZVertical ? " and the local declination" : "")
        + ", got \(sensors)"
        + (frame == .xTrueNorthZVertical && !knowsDeclination ? " and no declination" : "")
        + (available.isEmpty
          ? "; no frame is available"
          : "; available: \(available.map(\.rawValue).joined(separator: ", "))")
    case .sensorsSilent(let sensors, let frame, let seconds):
      "the reference frame \(frame.rawValue) requires \(frame.neededSensors), got no reading of "
        + "\(sensors) in \(seconds) s"
    case .alreadyRunning(let frame):
      "updates are running in the reference frame \(frame.rawValue); stop them first, or use "
        + "the same frame"
    case .source(let error): error.description
    }
  }
}
