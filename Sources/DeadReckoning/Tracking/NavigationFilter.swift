internal import DeviceMotion

/// The estimate of a navigator and the covariance of its errors: the error-state Kalman filter.
struct NavigationFilter: Sendable {
  let sensors: InertialNavigator.Sensors
  var position = Vector3<Double>.zero
  var velocity: Vector3<Double>
  var attitude = Quaternion<Double>.identity
  var accelerationBias = Vector3<Double>.zero
  var rotationBias = Vector3<Double>.zero
  var covariance = ErrorCovariance()

  init(sensors: InertialNavigator.Sensors, velocity: Vector3<Double>) {
    self.sensors = sensors
    self.velocity = velocity
  }

  /// Integrates one step: the mean of both forces, turned by the attitude in the middle.
  ///
  /// - Parameters:
  ///   - step: In seconds.
  ///   - force: The mean of the specific force over it as it was read, in m/s².
  ///   - rate: The mean angular rate as it was read, in rad/s.
  /// - Returns: How errors passed through it.
  mutating func advance(
    by step: Double, force: Vector3<Double>, rate: Vector3<Double>
  ) -> ErrorTransition {
    let rate = rate - rotationBias
    let half = Quaternion(rotationVector: rate * (step / 2))
    let middle = attitude * half
    attitude = (middle * half).normalized() ?? attitude
    let specificForce = middle.act(force - accelerationBias)
    let acceleration = specificForce - Vector3(0, 0, DeadReckoner.standardGravity)
    position += (velocity + acceleration * (step / 2)) * step
    velocity += acceleration * step
    let transition = ErrorTransition(
      step: step, force: specificForce * step, bias: Matrix3(middle) * -step,
      noise: noise(of: step, acceleration: acceleration, rate: rate))
    covariance.propagate(transition)
    return transition
  }

  private func noise(
    of step: Double, acceleration: Vector3<Double>, rate: Vector3<Double>
  ) -> ErrorTransition.Noise {
    let velocityShare = sensors.accelerationShare * sensors.accelerationShare
    let attitudeShare = sensors.rotationShare * sensors.rotationShare
    return ErrorTransition.Noise(
      velocity: (sensors.accelerationNoise * sensors.accelerationNoise
        + velocityShare * acceleration.lengthSquared) * step,
      attitude: (sensors.rotationNoise * sensors.rotationNoise
        + attitudeShare * rate.lengthSquared) * step,
      force: sensors.accelerationBiasWalk * sensors.accelerationBiasWalk * step,
      rate: sensors.rotationBiasWalk * sensors.rotationBiasWalk * step)
  }

  /// Takes over an attitude whose inclination and heading have these standard deviations, in radians.
  mutating func adopt(_ quaternion: Quaternion<Double>, inclination: Double, heading: Double) {
    attitude = quaternion
    covariance.tt = Matrix3(
      diagonal: Vector3(inclination * inclination, inclination * inclination, heading * heading))
    covariance.pt = .zero
    covariance.vt = .zero
    covariance.ta = .zero
    covariance.tg = .zero
  }

  /// Takes over a velocity of which each component has this standard deviation, in m/s.
  mutating func adopt(velocity: Vector3<Double>, deviation: Double) {
    self.velocity = velocity
    covariance.vv = Matrix3(scale: deviation * deviation)
    covariance.pv = .zero
    covariance.vt = .zero
    covariance.va = .zero
    covariance.vg = .zero
  }

  /// Adds a change of velocity that was missed so many seconds ago, and what that is uncertain by.
  mutating func add(velocity change: Vector3<Double>, since: Double, error: Matrix3<Double>) {
    velocity += change
    position += change * since
    covariance.vv = covariance.vv + error
    covariance.pv = covariance.pv + error * since
    covariance.pp = covariance.pp + error * (since * since)
  }

  /// Takes off what the errors were found to be.
  mutating func correct(_ errors: ErrorVector) {
    position += errors.p
    velocity += errors.v
    attitude = (Quaternion(rotationVector: errors.t) * attitude).normalized() ?? attitude
    accelerationBias += errors.a
    rotationBias += errors.g
  }
}
