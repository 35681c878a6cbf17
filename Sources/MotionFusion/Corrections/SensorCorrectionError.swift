/// An invalid part of a ``SensorCorrection``.
public enum SensorCorrectionError: Error, Hashable, Sendable {
  /// A text that is not an axis map.
  case axes(String)
  /// A map for all sensors that changes the handedness.
  case mirroredAxes(AxisMap)
  /// A text or a quaternion that is not a rotation.
  case rotation(String)
  /// A text that is not a list of units.
  case units(String)
}

extension SensorCorrectionError: CustomStringConvertible {
  /// The expected and the actual value.
  public var description: String {
    switch self {
    case .axes(let text):
      "expected each of x, y and z once, with a sign, such as +y,-x,+z; got '\(text.prefix(60))'"
    case .mirroredAxes(let map):
      "expected a rotation of the axes for all sensors, got the mirrored map \(map). In a mirrored "
        + "frame rotation rates change their sign: map the sensors separately, accelerometer and "
        + "magnetometer by \(map), gyroscope by \(-map)"
    case .rotation(let text):
      "expected pitch, roll and yaw in degrees, such as 0,0,90, or a quaternion x,y,z,w; got "
        + "'\(text.prefix(60))'"
    case .units(let text):
      "expected units of \(SensorUnits.names.joined(separator: ", ")), at most one for each "
        + "quantity; got '\(text.prefix(60))'"
    }
  }
}
