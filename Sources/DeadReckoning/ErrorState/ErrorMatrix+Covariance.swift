internal import MotionFusion

/// An applied measurement of three errors, as the smoother needs it.
struct NavigationUpdate: Hashable, Sendable {
  /// The number of the sample after which it was made.
  var index: Int
  /// The measured error.
  var kind: MeasuredError
  /// The Kalman gain *K*.
  var gain: ErrorColumns
  /// The inverse of the innovation covariance, *S*⁻¹.
  var information: Matrix3<Double>
  /// The weighted innovation *S*⁻¹ *y*.
  var weighted: Vector3<Double>
}

/// The covariance of the errors.
extension ErrorMatrix {
  /// Propagates the covariance through steps: *F P F*ᵀ + *Q*.
  ///
  /// *F* is the product of a factor for position, one for velocity and one for attitude; each
  /// changes one block row and the same block column.
  mutating func propagate(_ f: ErrorTransition) {
    addHalf(f.noise)
    propagatePosition(f)
    propagateVelocity(f)
    propagateAttitude(f)
    addHalf(f.noise)
    pp.addDiagonal(f.noise.position)
    pv.addDiagonal(f.noise.positionVelocity)
    vv.addDiagonal(f.noise.velocity)
  }

  /// Adds the noise at one end of a transition.
  @inline(__always)
  private mutating func addHalf(_ noise: ErrorTransition.Noise) {
    tt.addDiagonal(noise.attitude / 2)
    aa.addDiagonal(noise.accelerationBias / 2)
    gg.addDiagonal(noise.rotationBias / 2)
  }

  /// The factor of position: *p* + *T v* - *σp* × *t* + *Bp a* + *Gp g*.
  @inline(never)
  private mutating func propagatePosition(_ f: ErrorTransition) {
    let (h, s, b, g) = (f.duration, f.doubleForce, f.doubleBias, f.doubleTurn)
    let row =
      pp + h * pv.transpose - s.cross(pt.transpose) + b * pa.transpose + g * pg.transpose
    pv = pv + h * vv - s.cross(vt.transpose) + b * va.transpose + g * vg.transpose
    pt = pt + h * vt - s.cross(tt) + b * ta.transpose + g * tg.transpose
    pa = pa + h * va - s.cross(ta) + b * aa + g * ag.transpose
    pg = pg + h * vg - s.cross(tg) + b * ag + g * gg
    // The transpose of -[s×] is [s×].
    pp = (row + h * pv + pt.crossed(s) + pa * b.transpose + pg * g.transpose).mirrored
  }

  /// The factor of velocity: *v* - *σv* × *t* + *B a* + *Gv g*.
  @inline(never)
  private mutating func propagateVelocity(_ f: ErrorTransition) {
    let (s, b, g) = (f.force, f.bias, f.turn)
    let row = vv - s.cross(vt.transpose) + b * va.transpose + g * vg.transpose
    vt = vt - s.cross(tt) + b * ta.transpose + g * tg.transpose
    va = va - s.cross(ta) + b * aa + g * ag.transpose
    vg = vg - s.cross(tg) + b * ag + g * gg
    vv = (row + vt.crossed(s) + va * b.transpose + vg * g.transpose).mirrored
    pv = pv + pt.crossed(s) + pa * b.transpose + pg * g.transpose
  }

  /// The factor of attitude: *t* + *B g*.
  @inline(never)
  private mutating func propagateAttitude(_ f: ErrorTransition) {
    let b = f.bias
    let row = tt + b * tg.transpose
    ta = ta + b * ag.transpose
    tg = tg + b * gg
    tt = (row + tg * b.transpose).mirrored
    pt = pt + pg * b.transpose
    vt = vt + vg * b.transpose
  }

  /// Updates the covariance by a measurement of the errors of `kind`.
  ///
  /// - Parameters:
  ///   - kind: The measured error.
  ///   - innovation: Its measured value, *y*.
  ///   - noise: The covariance of the measurement, *R*.
  ///   - gate: The largest accepted *y*ᵀ *S*⁻¹ *y*.
  ///   - index: The number of the sample after which it was made.
  /// - Returns: The update; `nil` when the measurement is rejected, and the covariance unchanged.
  @inline(__always)
  mutating func measure(
    _ kind: MeasuredError, innovation: Vector3<Double>, noise: Matrix3<Double>, gate: Double,
    at index: Int
  ) -> NavigationUpdate? {
    let columns = columns(of: kind)
    let spread = columns[kind] + noise
    guard let information = spread.inverse else { return nil }
    let weighted = information * innovation
    guard innovation.dot(weighted) <= gate else { return nil }
    let gain = columns * information
    subtract(gain, times: columns)
    return NavigationUpdate(
      index: index, kind: kind, gain: gain, information: information, weighted: weighted)
  }

  /// Subtracts *a b*ᵀ, which is symmetric.
  @inline(__always)
  private mutating func subtract(_ a: ErrorColumns, times b: ErrorColumns) {
    let (bp, bv, bt) = (b.p.transpose, b.v.transpose, b.t.transpose)
    let (ba, bg) = (b.a.transpose, b.g.transpose)
    pp = (pp - a.p * bp).mirrored
    pv = pv - a.p * bv
    pt = pt - a.p * bt
    pa = pa - a.p * ba
    pg = pg - a.p * bg
    vv = (vv - a.v * bv).mirrored
    vt = vt - a.v * bt
    va = va - a.v * ba
    vg = vg - a.v * bg
    tt = (tt - a.t * bt).mirrored
    ta = ta - a.t * ba
    tg = tg - a.t * bg
    aa = (aa - a.a * ba).mirrored
    ag = ag - a.a * bg
    gg = (gg - a.g * bg).mirrored
  }

  // MARK: - Position and velocity

  /// The uncertainty of position and velocity.
  var uncertainty: PathUncertainty { PathUncertainty(position: pp, velocity: vv) }

  /// The approximate uncertainty after further steps of up to a fifth of a second.
  ///
  /// Cheaper than the propagation of the whole covariance. The effect of the attitude error on the
  /// velocity is exact, that of the accelerometer's bias of first order in time; the covariance of
  /// the position assumes that the velocity's grows linearly; the gyroscope's bias is neglected.
  @inline(__always)
  func uncertainty(after f: ErrorTransition) -> PathUncertainty {
    let velocity =
      f.bias * va.transpose - f.force.cross(vt.transpose + tt.crossed(f.force) * 0.5)
    let position = (pv + (vv * 0.5 + velocity * (1.0 / 3)) * f.duration) * f.duration
    var result = PathUncertainty(
      position: pp + position.plusTranspose, velocity: vv + velocity.plusTranspose)
    result.positionCovariance.addDiagonal(f.noise.position)
    result.velocityCovariance.addDiagonal(f.noise.velocity)
    return result
  }

  /// The uncertainty given later measurements: *P* - *P Λ P*.
  @inline(__always)
  func smoothed(by information: ErrorInformation) -> PathUncertainty {
    var result = uncertainty
    result.positionCovariance -= information.square(columns(of: .position))
    result.velocityCovariance -= information.square(columns(of: .velocity))
    return result
  }
}
