/// A magnetic field without the hard-iron offset, and its accuracy: Core Motion's
/// `CMCalibratedMagneticField`.
public struct CalibratedMagneticField: Hashable, Sendable, Codable {
  /// The field in the device frame, in µT.
  public var field: Vector3<Double>
  /// The accuracy of the calibration.
  public var accuracy: MagneticFieldAccuracy

  /// A field in µT with the accuracy of its calibration.
  public init(field: Vector3<Double>, accuracy: MagneticFieldAccuracy) {
    self.field = field
    self.accuracy = accuracy
  }
}

/// The accuracy of a magnetometer's calibration: Core Motion's
/// `CMMagneticFieldCalibrationAccuracy`.
public enum MagneticFieldAccuracy: Int, Hashable, Sendable, Codable, CaseIterable, Comparable {
  /// Not calibrated: the hard-iron offset may dominate.
  case uncalibrated = -1
  /// The offset is known within 10 µT.
  case low = 0
  /// The offset is known within 3 µT.
  case medium = 1
  /// The offset is known within 1 µT.
  case high = 2

  /// Whether the user should turn the device about all axes, in a figure eight: Core Motion's
  /// calibration display.
  public var needsCalibration: Bool { self == .uncalibrated }

  /// Whether `a` is less accurate than `b`.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
