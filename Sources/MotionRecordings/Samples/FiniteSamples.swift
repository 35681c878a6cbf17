internal import MotionFusion

extension SensorSample {
  /// Whether all numbers present are finite.
  var isFinite: Bool {
    timestamp.isFinite && rotationRate?.isFinite ?? true && acceleration?.isFinite ?? true
      && magneticField?.isFinite ?? true
  }
}

extension DeviceMotion {
  /// Whether timestamp, attitude, rotation rate and user acceleration are finite.
  var isFinite: Bool {
    timestamp.isFinite && attitude.quaternion.isFinite && rotationRate.isFinite
      && userAcceleration.isFinite
  }
}

extension ReferencePose {
  /// Whether all numbers present are finite.
  var isFinite: Bool {
    timestamp.isFinite && attitude?.quaternion.isFinite ?? true && position?.isFinite ?? true
  }
}
