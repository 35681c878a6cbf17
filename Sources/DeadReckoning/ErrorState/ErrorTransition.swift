internal import MotionFusion

/// The propagation of errors through one step.
///
/// With *h* its length, *s* the specific force in the reference frame and *R* the attitude at its
/// middle,
///
///     p' = p + h v        v' = v - h s × t - h R a - h s k        t' = t - h R g
struct ErrorStep: Hashable, Sendable {
  /// *h*, in seconds.
  var duration = 0.0
  /// *h s*.
  var force = Vector3<Double>.zero
  /// *R*.
  var attitude = Matrix3<Double>.identity
  /// The process noise of the velocity on every axis, in m²/s².
  var velocityNoise = 0.0
}

/// The exact propagation of errors through several steps:
///
///     p' = p + T v - σp × t + Bp a + Gp g - σp k
///     v' = v       - σv × t + B  a + Gv g - σv k
///     t' = t                       + B  g
struct ErrorTransition: Hashable, Sendable {
  /// *T*, in seconds.
  var duration = 0.0
  /// *σp*, the double integral of the specific force.
  var doubleForce = Vector3<Double>.zero
  /// *σv*, its integral.
  var force = Vector3<Double>.zero
  /// *Bp*.
  var doubleBias = Matrix3<Double>.zero
  /// *B*, the integral of -*R*.
  var bias = Matrix3<Double>.zero
  /// *Gp*.
  var doubleTurn = Matrix3<Double>.zero
  /// *Gv*.
  var turn = Matrix3<Double>.zero
  var noise = Noise()

  /// The process noise *Q*: variances on every axis, in the squares of the errors' units.
  ///
  /// The noise of the acceleration is propagated through the steps after it. The noise of the
  /// attitude and the random walks of the biases are small over such a short time; half of them is
  /// applied before all steps and half after.
  struct Noise: Hashable, Sendable {
    var position = 0.0
    var positionVelocity = 0.0
    var velocity = 0.0
    var attitude = 0.0
    var accelerationBias = 0.0
    var rotationBias = 0.0
  }

  /// Appends a step with its noise of attitude and biases.
  @inline(__always)
  mutating func append(
    _ step: ErrorStep, attitudeNoise: Double, accelerationBiasNoise: Double,
    rotationBiasNoise: Double
  ) {
    let h = step.duration
    duration += h
    // Each line uses the values before this step.
    doubleForce += force * h
    doubleBias = doubleBias + bias * h
    doubleTurn = doubleTurn + turn * h
    force += step.force
    turn = turn - step.force.cross(bias)
    bias = bias - step.attitude * h
    noise.position += (2 * noise.positionVelocity + noise.velocity * h) * h
    noise.positionVelocity += noise.velocity * h
    noise.velocity += step.velocityNoise
    noise.attitude += attitudeNoise
    noise.accelerationBias += accelerationBiasNoise
    noise.rotationBias += rotationBiasNoise
  }
}
