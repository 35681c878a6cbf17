/// A magnetic field without what the device adds to it, and how far to trust it: Core Motion's
/// `CMCalibratedMagneticField`.
public struct CalibratedMagneticField: Hashable, Sendable, Codable {
  /// The field in the device frame, in µT.
  public var field: Vector3<Double>
  /// How well the device's own field is known.
  public var accuracy: MagneticFieldAccuracy

  /// The field `field`, known with this accuracy.
  public init(field: Vector3<Double>, accuracy: MagneticFieldAccuracy) {
    self.field = field
    self.accuracy = accuracy
  }
}

/// How well a magnetometer is calibrated: Core Motion's `CMMagneticFieldCalibrationAccuracy`.
public enum MagneticFieldAccuracy: Int, Hashable, Sendable, Codable, CaseIterable, Comparable {
  /// Not at all: the field may be mostly the device's own.
  case uncalibrated = -1
  /// Coarsely.
  case low = 0
  /// Well enough to tell north.
  case medium = 1
  /// As well as the sensor's noise lets one.
  case high = 2

  /// Whether `a` is the worse of the two.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
