// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CInertial
internal import MotionFusion

extension inertial_motion {
  /// The motion as the library's type; magnetic field and heading are left out.
  var deviceMotion: DeviceMotion {
    let (q, w) = (attitude, rotation_rate)
    let (g, a) = (gravity, user_acceleration)
    var motion = DeviceMotion(
      timestamp: time, attitude: Attitude(quaternion: Quaternion(x: q.0, y: q.1, z: q.2, w: q.3)),
      rotationRate: Vector3(w.0, w.1, w.2), userAcceleration: Vector3(a.0, a.1, a.2))
    motion.gravity = Vector3(g.0, g.1, g.2)
    return motion
  }

  fileprivate init(_ motion: DeviceMotion) {
    let q = motion.attitude.quaternion
    let (w, g, a) = (motion.rotationRate, motion.gravity, motion.userAcceleration)
    let field = motion.magneticField?.field ?? Vector3(repeating: .nan)
    self.init(
      time: motion.timestamp, attitude: (q.x, q.y, q.z, q.w), rotation_rate: (w.x, w.y, w.z),
      gravity: (g.x, g.y, g.z), user_acceleration: (a.x, a.y, a.z),
      magnetic_field: (field.x, field.y, field.z), heading: motion.heading ?? .nan)
  }
}

/// An estimator in its initial state; see the header.
@c @implementation
public func inertial_estimator_new(
  _ method: UnsafePointer<CChar>?, _ frame: UnsafePointer<CChar>?,
  _ estimator: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let result = try required(estimator, "estimator")
    let method = try choice(method, "method", default: OrientationMethodName.inertial)
    let frame = try choice(frame, "frame", default: ReferenceFrame.xArbitraryZVertical)
    guard frame != .xTrueNorthZVertical else {
      throw ArgumentError(
        "frame: expected xMagneticNorthZVertical, since the declination is unknown, got "
          + frame.rawValue)
    }
    result.pointee = Handle.make(MotionEstimator(method: method.method, referenceFrame: frame))
  }
}

/// Frees an estimator.
@c @implementation
public func inertial_estimator_free(_ estimator: OpaquePointer?) {
  Handle<MotionEstimator>.free(estimator)
}

/// Takes readings and writes the motion; see the header.
@c @implementation
public func inertial_estimator_update(
  _ estimator: OpaquePointer?, _ time: Double, _ rotation_rate: UnsafePointer<Double>?,
  _ acceleration: UnsafePointer<Double>?, _ magnetic_field: UnsafePointer<Double>?,
  _ motion: UnsafeMutablePointer<inertial_motion>?
) -> Int32 {
  guard let estimator,
    let estimated = Handle<MotionEstimator>.object(estimator).value.process(
      SensorSample(time, rotation_rate, acceleration, magnetic_field))
  else { return 0 }
  motion?.pointee = inertial_motion(estimated)
  return 1
}
