internal import RealModule

/// The motion of a device at one instant, with gravity separated from the user's acceleration: Core
/// Motion's `CMDeviceMotion`.
public struct DeviceMotion: Hashable, Sendable, Codable {
  /// Seconds since an arbitrary, fixed start.
  public var timestamp: Double
  /// The orientation of the device in the reference frame.
  public var attitude: Attitude
  /// Angular rate in the device frame, in rad/s, bias removed.
  public var rotationRate: Vector3<Double>
  /// Gravity in the device frame, in g: (0, 0, -1) face up.
  public var gravity: Vector3<Double>
  /// The user's acceleration in the device frame, in g, with Core Motion's sign: minus the device's
  /// acceleration divided by 9.80665 m/s². It contains the accelerometer's offset:
  /// subtracted once it is known, that would be a step.
  public var userAcceleration: Vector3<Double>
  /// The calibrated magnetic field; `nil` before the first reading of a magnetometer.
  public var magneticField: CalibratedMagneticField?
  /// The direction of the device's *x* axis in degrees, 0 up to 360, clockwise from the reference
  /// frame's north seen from above; `nil` (in Core Motion a negative number) if the frame does not
  /// point north or the axis is vertical.
  public var heading: Double?
  /// The remaining turn of a late heading correction about the vertical, in radians and
  /// counter-clockwise seen from above; `nil` unless one is under way. The attitude turned by it is
  /// the best estimate.
  public var headingCorrection: Double?
  /// Whether the user touches the screen or holds the button; `nil` if the source has neither.
  public var isTouching: Bool?
  /// The standard deviations of the attitude; `nil` if it was not estimated here.
  public var uncertainty: OrientationUncertainty?
  /// What was found in the samples; `nil` for motion that has not been checked, such as that of a
  /// phone.
  public var quality: MotionQuality?

  /// The reading of the accelerometer, in g: gravity and user acceleration.
  @inlinable public var acceleration: Vector3<Double> { gravity + userAcceleration }

  /// A motion, with the gravity of its attitude.
  public init(
    timestamp: Double, attitude: Attitude, rotationRate: Vector3<Double>,
    userAcceleration: Vector3<Double>, magneticField: CalibratedMagneticField? = nil,
    heading: Double? = nil, isTouching: Bool? = nil
  ) {
    self.timestamp = timestamp
    self.attitude = attitude
    self.rotationRate = rotationRate
    self.gravity = attitude.gravity
    self.userAcceleration = userAcceleration
    self.magneticField = magneticField
    self.heading = heading
    self.isTouching = isTouching
  }
}

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

/// The frame that attitudes refer to: Core Motion's `CMAttitudeReferenceFrame`.
///
/// The frames are right-handed with *z* up; they differ in the direction of *x*. The cases are in
/// Core Motion's order.
public enum ReferenceFrame: String, Hashable, Sendable, Codable, CaseIterable {
  /// *x* is horizontal, in the initial direction; it drifts with the gyroscope.
  case xArbitraryZVertical
  /// *x* is horizontal, in the initial direction, kept by the magnetometer.
  case xArbitraryCorrectedZVertical
  /// *x* points to magnetic north.
  case xMagneticNorthZVertical
  /// *x* points to geographic north; requires the local declination.
  case xTrueNorthZVertical

  /// Whether the frame requires a magnetometer.
  package var needsMagnetometer: Bool { self != .xArbitraryZVertical }
  /// Whether *x* points north, so that a heading is defined.
  package var pointsNorth: Bool {
    self == .xMagneticNorthZVertical || self == .xTrueNorthZVertical
  }

  /// The frames that these sensors support, in the order of the cases.
  ///
  /// - Parameters:
  ///   - hasGyroscope: Whether there is a gyroscope, which every frame requires.
  ///   - hasMagnetometer: Whether there is a magnetometer.
  ///   - knowsDeclination: Whether the angle from true to magnetic north is known.
  package static func available(
    hasGyroscope: Bool = true, hasMagnetometer: Bool, knowsDeclination: Bool
  ) -> [ReferenceFrame] {
    guard hasGyroscope else { return [] }
    return allCases.filter {
      (hasMagnetometer || !$0.needsMagnetometer)
        && (knowsDeclination || $0 != .xTrueNorthZVertical)
    }
  }
}

/// The axes of a level reference frame, by convention.
///
/// Only the reference frame differs; the device frame stays as it is. Without a known north, the
/// initial direction takes its place.
public enum WorldAxes: String, Hashable, Sendable, Codable, CaseIterable {
  /// *x* north, *y* west, *z* up: ``ReferenceFrame/xMagneticNorthZVertical``.
  case northWestUp = "nwu"
  /// *x* east, *y* north, *z* up: surveying, ROS, VQF.
  case eastNorthUp = "enu"
  /// *x* north, *y* east, *z* down: aviation.
  case northEastDown = "ned"

  /// The rotation of coordinates from ``northWestUp`` to these axes.
  package var fromNorthWestUp: Quaternion<Double> {
    switch self {
    case .northWestUp: .identity
    case .eastNorthUp: .turn(aboutVertical: .pi / 2)
    case .northEastDown: Quaternion(x: 1, y: 0, z: 0, w: 0)
    }
  }

  /// The rotation of coordinates to these axes from others.
  package func turn(from other: WorldAxes) -> Quaternion<Double> {
    fromNorthWestUp * other.fromNorthWestUp.conjugate
  }
}
