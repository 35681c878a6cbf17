internal import MotionFusion

/// An error state of three components.
enum ErrorBlock: Hashable, Sendable {
  case position, velocity, attitude, accelerationBias, rotationBias
}

/// The errors of a navigator, or the adjoint variables conjugate to them.
///
/// Errors are true minus estimated: *p* of position in m, *v* of velocity in m/s, *t* of attitude
/// as a rotation vector in the reference frame, *a* of the accelerometer's bias in m/s² and *g* of
/// the gyroscope's bias in rad/s, both in the device frame, and *k* of the accelerometer's scale,
/// which is one number.
///
/// Functions of this folder are inlined for the workload `inertial-navigator`.
struct ErrorVector: Hashable, Sendable {
  var p = Vector3<Double>.zero
  var v = Vector3<Double>.zero
  var t = Vector3<Double>.zero
  var a = Vector3<Double>.zero
  var g = Vector3<Double>.zero
  var k = 0.0
}

extension ErrorVector {
  /// The errors of one block.
  @inline(__always)
  subscript(block: ErrorBlock) -> Vector3<Double> {
    get {
      switch block {
      case .position: p
      case .velocity: v
      case .attitude: t
      case .accelerationBias: a
      case .rotationBias: g
      }
    }
    set {
      switch block {
      case .position: p = newValue
      case .velocity: v = newValue
      case .attitude: t = newValue
      case .accelerationBias: a = newValue
      case .rotationBias: g = newValue
      }
    }
  }

  @inline(__always)
  static func + (x: Self, y: Self) -> Self {
    Self(p: x.p + y.p, v: x.v + y.v, t: x.t + y.t, a: x.a + y.a, g: x.g + y.g, k: x.k + y.k)
  }

  @inline(__always)
  static func -= (x: inout Self, y: Self) {
    x.p -= y.p
    x.v -= y.v
    x.t -= y.t
    x.a -= y.a
    x.g -= y.g
    x.k -= y.k
  }

  @inline(__always)
  static func * (x: Self, factor: Double) -> Self {
    Self(
      p: x.p * factor, v: x.v * factor, t: x.t * factor, a: x.a * factor, g: x.g * factor,
      k: x.k * factor)
  }

  @inline(__always)
  func dot(_ other: Self) -> Double {
    (p.dot(other.p) + v.dot(other.v) + t.dot(other.t))
      + (a.dot(other.a) + g.dot(other.g) + k * other.k)
  }

  // MARK: - Steps

  /// Propagates errors through steps: *F x*.
  @inline(__always)
  mutating func propagate(_ f: ErrorTransition) {
    p += v * f.duration - f.doubleForce.cross(t) + f.doubleBias * a + f.doubleTurn * g
    p -= f.doubleForce * k
    v += f.bias * a + f.turn * g - f.force.cross(t) - f.force * k
    t += f.bias * g
  }

  /// Propagates adjoint variables back through steps: *F*ᵀ *λ*.
  @inline(__always)
  mutating func propagateBack(_ f: ErrorTransition) {
    let bT = f.bias.transpose
    k -= f.force.dot(v) + f.doubleForce.dot(p)
    g += bT * t + f.turn.transpose * v + f.doubleTurn.transpose * p
    a += bT * v + f.doubleBias.transpose * p
    t += f.force.cross(v) + f.doubleForce.cross(p)
    v += p * f.duration
  }

  /// Propagates errors *P λ* back through one step: *F*⁻¹ (*P λ* - *Q λ*).
  ///
  /// - Parameter conjugate: The adjoint variable of the velocity after the step.
  @inline(__always)
  mutating func propagateBack(_ step: ErrorStep, conjugate: Vector3<Double>) {
    let h = step.duration
    v -= conjugate * step.velocityNoise
    t += step.attitude * g * h
    v += step.force.cross(t) + step.attitude * a * h + step.force * k
    p -= v * h
  }

  /// Removes the half of attitude and bias noise that is at one end of a transition.
  mutating func undo(_ noise: ErrorTransition.Noise, conjugate: ErrorVector) {
    t -= conjugate.t * (noise.attitude / 2)
    a -= conjugate.a * (noise.accelerationBias / 2)
    g -= conjugate.g * (noise.rotationBias / 2)
  }

  /// Propagates adjoint variables back through an update: (*I* - *K H*)ᵀ *λ* - *H*ᵀ *S*⁻¹ *y*.
  mutating func undo(_ update: NavigationUpdate) {
    self[update.block] -= update.gain * self + update.weighted
  }
}

/// Three rows of a matrix over the error states.
struct ErrorRows: Hashable, Sendable {
  var x = ErrorVector()
  var y = ErrorVector()
  var z = ErrorVector()

  /// The columns of one block.
  @inline(__always)
  subscript(block: ErrorBlock) -> Matrix3<Double> {
    get { Matrix3(rows: x[block], y[block], z[block]) }
    set { (x[block], y[block], z[block]) = (newValue[row: 0], newValue[row: 1], newValue[row: 2]) }
  }

  @inline(__always)
  static func * (rows: Self, vector: ErrorVector) -> Vector3<Double> {
    Vector3(rows.x.dot(vector), rows.y.dot(vector), rows.z.dot(vector))
  }

  @inline(__always)
  static func * (m: Matrix3<Double>, rows: Self) -> Self {
    Self(x: rows * m[row: 0], y: rows * m[row: 1], z: rows * m[row: 2])
  }

  /// The product of the transpose with a vector.
  @inline(__always)
  static func * (rows: Self, vector: Vector3<Double>) -> ErrorVector {
    rows.x * vector.x + rows.y * vector.y + rows.z * vector.z
  }
}
