internal import DeviceMotion

/// How errors pass through one step: with *h* its length, *s* the specific force in the reference
/// frame and *R* the attitude at its middle,
///
///     p' = p + h v        v' = v - h s × t - h R a        t' = t - h R g
struct ErrorTransition: Hashable, Sendable {
  /// What a step adds to the variance of every axis, in the squares of the errors' units: *Q*.
  struct Noise: Hashable, Sendable {
    var velocity = 0.0
    var attitude = 0.0
    var force = 0.0
    var rate = 0.0
  }

  var step = 0.0
  /// *h s*.
  var force = Vector3<Double>.zero
  /// -*h R*.
  var bias = Matrix3<Double>.zero
  var noise = Noise()
}

/// Errors, or what is conjugate to them.
struct ErrorVector: Hashable, Sendable {
  var p = Vector3<Double>.zero
  var v = Vector3<Double>.zero
  var t = Vector3<Double>.zero
  var a = Vector3<Double>.zero
  var g = Vector3<Double>.zero

  /// Carries what is conjugate to errors back through a step: *F*ᵀ *λ*.
  mutating func propagateBack(_ f: ErrorTransition) {
    let bT = f.bias.transpose
    g += bT * t
    a += bT * v
    t += f.force.cross(v)
    v += p * f.step
  }

  /// Carries errors *P λ* back through a step: *F*⁻¹ (*P λ* - *Q λ*), which is *P λ* before it.
  mutating func propagateBack(_ f: ErrorTransition, conjugate: ErrorVector) {
    v -= conjugate.v * f.noise.velocity
    t -= conjugate.t * f.noise.attitude
    a -= conjugate.a * f.noise.force
    g -= conjugate.g * f.noise.rate
    t -= f.bias * g
    v += f.force.cross(t) - f.bias * a
    p -= v * f.step
  }
}
