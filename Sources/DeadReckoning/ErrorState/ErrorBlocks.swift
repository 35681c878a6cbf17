internal import MotionFusion

/// One block for each error state of a navigator.
///
/// Errors are true minus estimated: *p* of position in m, *v* of velocity in m/s, *t* of attitude
/// as a rotation vector in the reference frame, *a* of the accelerometer's bias in m/s² and *g* of
/// the gyroscope's bias in rad/s, both in the device frame, and *k* of the accelerometer's scale,
/// which is one number.
struct ErrorBlocks<Block: ErrorBlock>: Hashable, Sendable {
  var p = Block.zero
  var v = Block.zero
  var t = Block.zero
  var a = Block.zero
  var g = Block.zero
  var k = Block.Row.zero
}

/// Errors, or the adjoint variables conjugate to them.
typealias ErrorVector = ErrorBlocks<Vector3<Double>>
/// Three columns of a 16 × 16 matrix.
typealias ErrorColumns = ErrorBlocks<Matrix3<Double>>

/// A vector of three components, or three columns of them.
protocol ErrorBlock: AdditiveArithmetic, Hashable, Sendable {
  /// One row of it.
  associatedtype Row: ErrorRow
  /// The product of `matrix` and this.
  @inline(__always)
  func multiplied(by matrix: Matrix3<Double>) -> Self
  /// The product of the column `column` and `row`.
  @inline(__always)
  static func product(_ column: Vector3<Double>, _ row: Row) -> Self
  /// The product of the row `row` and this.
  @inline(__always)
  func multiplied(byRow row: Vector3<Double>) -> Row
}

/// A number, or a row of three.
protocol ErrorRow: AdditiveArithmetic, Hashable, Sendable {
  @inline(__always)
  static func * (scalar: Double, row: Self) -> Self
}

extension Double: ErrorRow {}
extension Vector3: ErrorRow where Scalar == Double {}

extension Vector3: ErrorBlock where Scalar == Double {
  typealias Row = Double

  @inline(__always)
  func multiplied(by matrix: Matrix3<Double>) -> Self { matrix * self }

  @inline(__always)
  static func product(_ column: Self, _ row: Double) -> Self { column * row }

  @inline(__always)
  func multiplied(byRow row: Self) -> Double { row.dot(self) }
}

extension Matrix3: ErrorBlock where Scalar == Double {
  typealias Row = Vector3<Double>

  @inline(__always)
  func multiplied(by matrix: Self) -> Self { matrix * self }

  @inline(__always)
  static func product(_ column: Vector3<Double>, _ row: Vector3<Double>) -> Self {
    column.outerProduct(row)
  }

  @inline(__always)
  func multiplied(byRow row: Vector3<Double>) -> Vector3<Double> { transpose * row }
}

/// The error that a measurement observes.
enum MeasuredError: Hashable, Sendable {
  case position, velocity, attitude, rotationBias
}

extension ErrorBlocks {
  /// The block of the errors of `kind`.
  @inline(__always)
  subscript(kind: MeasuredError) -> Block {
    get {
      switch kind {
      case .position: p
      case .velocity: v
      case .attitude: t
      case .rotationBias: g
      }
    }
    set {
      switch kind {
      case .position: p = newValue
      case .velocity: v = newValue
      case .attitude: t = newValue
      case .rotationBias: g = newValue
      }
    }
  }
}

extension ErrorColumns {
  @inline(__always)
  static func * (columns: Self, m: Matrix3<Double>) -> Self {
    Self(
      p: columns.p * m, v: columns.v * m, t: columns.t * m, a: columns.a * m, g: columns.g * m,
      k: m.transpose * columns.k)
  }

  @inline(__always)
  static func * (columns: Self, y: Vector3<Double>) -> ErrorVector {
    ErrorVector(
      p: columns.p * y, v: columns.v * y, t: columns.t * y, a: columns.a * y, g: columns.g * y,
      k: columns.k.dot(y))
  }

  /// The product of the transpose with `x`.
  @inline(__always)
  func transposeTimes(_ x: ErrorVector) -> Vector3<Double> {
    (p.transpose * x.p + v.transpose * x.v + t.transpose * x.t)
      + (a.transpose * x.a + g.transpose * x.g + k * x.k)
  }
}

extension ErrorVector {
  func dot(_ other: Self) -> Double {
    (p.dot(other.p) + v.dot(other.v) + t.dot(other.t))
      + (a.dot(other.a) + g.dot(other.g) + k * other.k)
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
    self[update.kind] -= update.gain.transposeTimes(self) + update.weighted
  }
}

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
