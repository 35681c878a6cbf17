public import Foundation
@_exported public import MotionFusion

/// Core Motion's quaternion: `x`, `y`, `z`, `w`, device to reference.
public typealias CMQuaternion = Quaternion<Double>
/// Core Motion's acceleration in g: `x`, `y`, `z`.
public typealias CMAcceleration = Vector3<Double>
/// Core Motion's angular rate in rad/s: `x`, `y`, `z`.
public typealias CMRotationRate = Vector3<Double>
/// Core Motion's magnetic field in µT: `x`, `y`, `z`.
public typealias CMMagneticField = Vector3<Double>
/// Core Motion's rotation matrix, reference to device; `m11` to `m33` are its elements.
public typealias CMRotationMatrix = Matrix3<Double>
/// Core Motion's attitude: an object, which ``multiply(byInverseOf:)`` changes.
///
/// Its other members are those of `Attitude`, such as `pitch`, `roll`, `yaw`, `quaternion` and
/// `rotationMatrix`.
@dynamicMemberLookup
public final class CMAttitude: NSObject, NSCopying {
  /// The attitude as a value.
  public private(set) var value: Attitude

  /// Creates Core Motion's form of an attitude.
  public init(_ value: Attitude) { self.value = value }

  /// Replaces this attitude by the one relative to `attitude`'s device frame.
  ///
  /// See `Attitude.multiply(byInverseOf:)`.
  public func multiply(byInverseOf attitude: CMAttitude) {
    value.multiply(byInverseOf: attitude.value)
  }

  /// Another object with the same attitude.
  public func copy(with zone: NSZone? = nil) -> Any { CMAttitude(value) }

  /// Whether the other object is an equal attitude.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CMAttitude)?.value == value
  }
  /// A hash of the quaternion.
  public override var hash: Int { value.hashValue }

  /// A member of the value.
  public subscript<Value>(dynamicMember member: KeyPath<Attitude, Value>) -> Value {
    value[keyPath: member]
  }
}

/// Core Motion's device motion. Its other members are those of `DeviceMotion`.
@dynamicMemberLookup
public final class CMDeviceMotion: NSObject, NSCopying {
  /// The motion as a value, whose field and heading are optionals.
  public let value: DeviceMotion
  /// The attitude, the same object at each access.
  public let attitude: CMAttitude

  /// Creates Core Motion's form of a motion.
  public init(_ value: DeviceMotion) {
    self.value = value
    attitude = CMAttitude(value.attitude)
  }

  /// The calibrated magnetic field in µT; zero and uncalibrated before the first reading of a
  /// magnetometer.
  public var magneticField: CMCalibratedMagneticField {
    value.magneticField ?? CMCalibratedMagneticField(field: .zero, accuracy: .uncalibrated)
  }

  /// The direction of the device's *x* axis in degrees, 0 up to 360, clockwise from north; -1 if
  /// the reference frame does not point north or the axis is vertical.
  public var heading: Double { value.heading ?? -1 }

  /// Another object with the motion as it was measured.
  public func copy(with zone: NSZone? = nil) -> Any { CMDeviceMotion(value) }

  /// A member of the value.
  public subscript<Value>(dynamicMember member: KeyPath<DeviceMotion, Value>) -> Value {
    value[keyPath: member]
  }
}
/// Core Motion's reference frames.
public typealias CMAttitudeReferenceFrame = ReferenceFrame
/// Core Motion's calibrated magnetic field.
public typealias CMCalibratedMagneticField = CalibratedMagneticField
/// Core Motion's accuracy of a magnetic field.
public typealias CMMagneticFieldCalibrationAccuracy = MagneticFieldAccuracy

/// One raw reading of the accelerometer.
public struct CMAccelerometerData: Hashable, Sendable {
  /// Seconds since an arbitrary, fixed start.
  public var timestamp: Double
  /// The acceleration in g, gravity included: (0, 0, -1) face up.
  public var acceleration: CMAcceleration
}

/// One raw reading of the gyroscope.
public struct CMGyroData: Hashable, Sendable {
  /// Seconds since an arbitrary, fixed start.
  public var timestamp: Double
  /// The angular rate in rad/s, bias included.
  public var rotationRate: CMRotationRate
}

/// One raw reading of the magnetometer.
public struct CMMagnetometerData: Hashable, Sendable {
  /// Seconds since an arbitrary, fixed start.
  public var timestamp: Double
  /// The field in µT, hard-iron offset included.
  public var magneticField: CMMagneticField
}

/// Receives device motion, or the error that ended it.
public typealias CMDeviceMotionHandler = (CMDeviceMotion?, (any Error)?) -> Void

extension Matrix3 where Scalar == Double {
  /// The element of row 1, column 1.
  public var m11: Double { self[0, 0] }
  /// The element of row 1, column 2.
  public var m12: Double { self[0, 1] }
  /// The element of row 1, column 3.
  public var m13: Double { self[0, 2] }
  /// The element of row 2, column 1.
  public var m21: Double { self[1, 0] }
  /// The element of row 2, column 2.
  public var m22: Double { self[1, 1] }
  /// The element of row 2, column 3.
  public var m23: Double { self[1, 2] }
  /// The element of row 3, column 1.
  public var m31: Double { self[2, 0] }
  /// The element of row 3, column 2.
  public var m32: Double { self[2, 1] }
  /// The element of row 3, column 3.
  public var m33: Double { self[2, 2] }
}
