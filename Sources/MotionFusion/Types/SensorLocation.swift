/// Where the sensors sit: Core Motion's `CMDeviceMotion.SensorLocation`.
public enum SensorLocation: String, Hashable, Sendable, Codable, CaseIterable {
  /// In the device itself, wherever it is held or worn.
  case `default`
  /// In the left headphone.
  case headphoneLeft
  /// In the right headphone.
  case headphoneRight
}
