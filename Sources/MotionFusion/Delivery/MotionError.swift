/// Why a ``MotionManager`` gives no motion.
public enum MotionError: Error, Hashable, Sendable {
  /// The sensors cannot hold this reference frame; these they can.
  case frameUnavailable(
    ReferenceFrame, sensors: MotionSensors, knowsDeclination: Bool, available: [ReferenceFrame])
  /// The frame takes sensors that said nothing for so many seconds, or until the source's end.
  case sensorsSilent(MotionSensors, frame: ReferenceFrame, seconds: Double)
  /// Updates run already, in this other reference frame.
  case alreadyRunning(ReferenceFrame)
  /// The source failed.
  case source(MotionSourceError)
}

extension MotionError: CustomStringConvertible {
  /// What was wrong and what would be right.
  public var description: String {
    switch self {
    case .frameUnavailable(let frame, let sensors, let knowsDeclination, let available):
      "the reference frame \(frame.rawValue) takes \(frame.neededSensors)"
        + (frame == .xTrueNorthZVertical ? " and the local declination" : "")
        + "; there is \(sensors)"
        + (frame == .xTrueNorthZVertical && !knowsDeclination ? " and no declination" : "")
        + (available.isEmpty
          ? ", which can hold no frame"
          : ", which can hold \(available.map(\.rawValue).joined(separator: ", "))")
    case .sensorsSilent(let sensors, let frame, let seconds):
      "the reference frame \(frame.rawValue) takes \(frame.neededSensors); no reading of "
        + "\(sensors) came in \(seconds) s"
    case .alreadyRunning(let frame):
      "updates run already in the reference frame \(frame.rawValue); stop them first, or ask for "
        + "the same frame"
    case .source(let error): error.description
    }
  }
}
