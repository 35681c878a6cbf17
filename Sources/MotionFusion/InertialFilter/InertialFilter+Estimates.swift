extension InertialFilter {
  /// All estimates after one sample.
  package struct Estimates {
    /// Device to reference; `nil` before the first accelerometer reading.
    package let attitude: Quaternion<Double>?
    /// The attitude without the magnetometer, its heading arbitrary; `nil` like ``attitude``.
    package let levelAttitude: Quaternion<Double>?
    /// The integral of the gyroscope, bias removed; the identity at the start.
    package let integratedAttitude: Quaternion<Double>
    /// The angular rate and the gyroscope bias in the device frame, in rad/s.
    package let rotationRate, gyroscopeBias: Vector3<Double>
    /// The standard deviations; `nil` like ``attitude``.
    package let uncertainty: OrientationUncertainty?
    /// Whether the device is stationary.
    package let isStationary: Bool
    /// Whether the magnetic field is disturbed and left out.
    package let isFieldDisturbed: Bool
    /// Whether *x* points to magnetic north.
    package let isNorthKnown: Bool
  }

  /// The estimates after the last sample.
  ///
  /// Mutating: the fields are then read in place. Each getter that another module calls copies the
  /// whole filter first, of 2 kB.
  package mutating func estimates() -> Estimates {
    Estimates(
      attitude: attitude, levelAttitude: inclination.hasGravity ? inclination.deviceToLevel : nil,
      integratedAttitude: inclination.deviceToInertial, rotationRate: rotationRate,
      gyroscopeBias: gyroscopeBias, uncertainty: uncertainty, isStationary: isStationary,
      isFieldDisturbed: isFieldDisturbed, isNorthKnown: isNorthKnown)
  }
}
