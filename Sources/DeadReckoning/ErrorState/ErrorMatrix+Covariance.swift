internal import MotionFusion

/// An applied measurement of three errors, as the smoother needs it.
struct NavigationUpdate: Hashable, Sendable {
  /// The number of the sample after which it was made.
  var index: Int
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

  /// The factor of position: *p* + *T v* - *σp* × *t* + *Bp a* + *Gp g* - *σp k*.
  @inline(never)
  private mutating func propagatePosition(_ f: ErrorTransition) {
    let (h, s, b, g) = (f.duration, f.doubleForce, f.doubleBias, f.doubleTurn)
    let row =
      pp + h * pv.transpose - s.cross(pt.transpose) + b * pa.transpose + g * pg.transpose
      - s.outerProduct(pk)
    pv =
      pv + h * vv - s.cross(vt.transpose) + b * va.transpose + g * vg.transpose
      - s.outerProduct(vk)
    pt = pt + h * vt - s.cross(tt) + b * ta.transpose + g * tg.transpose - s.outerProduct(tk)
    pa = pa + h * va - s.cross(ta) + b * aa + g * ag.transpose - s.outerProduct(ak)
    pg = pg + h * vg - s.cross(tg) + b * ag + g * gg - s.outerProduct(gk)
    pk += h * vk - s.cross(tk) + b * ak + g * gk - kk * s
    // The transpose of -[s×] is [s×].
    pp =
      (row + h * pv + pt.crossed(s) + pa * b.transpose + pg * g.transpose
      - pk.outerProduct(s)).mirrored
  }

  /// The factor of velocity: *v* - *σv* × *t* + *B a* + *Gv g* - *σv k*.
  @inline(never)
  private mutating func propagateVelocity(_ f: ErrorTransition) {
    let (s, b, g) = (f.force, f.bias, f.turn)
    let row =
      vv - s.cross(vt.transpose) + b * va.transpose + g * vg.transpose - s.outerProduct(vk)
    vt = vt - s.cross(tt) + b * ta.transpose + g * tg.transpose - s.outerProduct(tk)
    va = va - s.cross(ta) + b * aa + g * ag.transpose - s.outerProduct(ak)
    vg = vg - s.cross(tg) + b * ag + g * gg - s.outerProduct(gk)
    vk += b * ak + g * gk - s.cross(tk) - kk * s
    vv = (row + vt.crossed(s) + va * b.transpose + vg * g.transpose - vk.outerProduct(s)).mirrored
    pv = pv + pt.crossed(s) + pa * b.transpose + pg * g.transpose - pk.outerProduct(s)
  }

  /// The factor of attitude: *t* + *B g*.
  @inline(never)
  private mutating func propagateAttitude(_ f: ErrorTransition) {
    let b = f.bias
    let row = tt + b * tg.transpose
    ta = ta + b * ag.transpose
    tg = tg + b * gg
    tk += b * gk
    tt = (row + tg * b.transpose).mirrored
    pt = pt + pg * b.transpose
    vt = vt + vg * b.transpose
  }

  /// Updates the covariance by a measurement of the errors of `kind`.
  ///
  /// - Parameters:
  ///   - innovation: Its measured value, *y*.
  ///   - noise: The covariance of the measurement, *R*.
  ///   - gate: The largest accepted *y*ᵀ *S*⁻¹ *y*.
  ///   - index: The number of the sample after which it was made.
  ///   - learnsAccelerometer: Whether it corrects the accelerometer's errors. If not, they are
  ///     considered (S. F. Schmidt, *Application of state-space methods to navigation problems*,
  ///     Advances in Control Systems 3, 1966): the update is the same but for a gain of zero.
  /// - Returns: The update; `nil` when the measurement is rejected, and the covariance unchanged.
  @inline(__always)
  mutating func measure(
    _ kind: MeasuredError, innovation: Vector3<Double>, noise: Matrix3<Double>, gate: Double,
    at index: Int, learnsAccelerometer: Bool = true
  ) -> NavigationUpdate? {
    let columns = columns(of: kind)
    let spread = columns[kind] + noise
    guard let information = spread.inverse else { return nil }
    let weighted = information * innovation
    guard innovation.dot(weighted) <= gate else { return nil }
    var gain = columns * information
    let accelerometer = (aa, ak, kk)
    subtract(gain, times: columns)
    if !learnsAccelerometer {
      (aa, ak, kk) = accelerometer
      (gain.a, gain.k) = (.zero, .zero)
    }
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
    pk -= a.p * b.k
    vv = (vv - a.v * bv).mirrored
    vt = vt - a.v * bt
    va = va - a.v * ba
    vg = vg - a.v * bg
    vk -= a.v * b.k
    tt = (tt - a.t * bt).mirrored
    ta = ta - a.t * ba
    tg = tg - a.t * bg
    tk -= a.t * b.k
    aa = (aa - a.a * ba).mirrored
    ag = ag - a.a * bg
    ak -= a.a * b.k
    gg = (gg - a.g * bg).mirrored
    gk -= a.g * b.k
    kk -= a.k.dot(b.k)
  }

  // MARK: - Position and velocity

  var uncertainty: PathUncertainty { PathUncertainty(position: pp, velocity: vv) }

  /// The approximate uncertainty after further steps of up to a fifth of a second.
  ///
  /// Cheaper than the propagation of the whole covariance. The effect of the attitude error on the
  /// velocity is exact, and the effects of the accelerometer's bias and scale are of first order in
  /// time; the covariance of the position assumes that the velocity's grows linearly; the
  /// gyroscope's bias is neglected.
  @inline(__always)
  func uncertainty(after f: ErrorTransition) -> PathUncertainty {
    let velocity =
      f.bias * va.transpose - f.force.cross(vt.transpose + tt.crossed(f.force) * 0.5)
      - f.force.outerProduct(vk)
    let growth = vv * 0.5 + velocity * (1.0 / 3)
    let position = (pv + growth * f.duration) * f.duration
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

/// The information of later measurements about the errors: *Λ*, an inverse covariance.
struct ErrorInformation: Hashable, Sendable {
  private(set) var matrix = ErrorMatrix()
  /// Whether the position was measured; until then its rows are zero.
  private var includesPosition = false

  /// Propagates the information back through steps: *F*ᵀ *Λ F*.
  ///
  /// *F* is factored as for a covariance, in the opposite order.
  mutating func propagateBack(_ f: ErrorTransition) {
    propagateAttitude(f)
    propagateVelocity(f)
    if includesPosition { propagatePosition(f) }
  }

  /// The factor of attitude: from *t* to *g*.
  @inline(never)
  private mutating func propagateAttitude(_ f: ErrorTransition) {
    let b = f.bias
    let bT = b.transpose
    let row = matrix.gg + bT * matrix.tg
    matrix.pg = matrix.pg + matrix.pt * b
    matrix.vg = matrix.vg + matrix.vt * b
    matrix.tg = matrix.tg + matrix.tt * b
    matrix.ag = matrix.ag + matrix.ta.transpose * b
    matrix.gk += bT * matrix.tk
    matrix.gg = (row + matrix.tg.transpose * b).mirrored
  }

  /// The factor of velocity: from *v* to *t*, *a*, *g* and *k*.
  @inline(never)
  private mutating func propagateVelocity(_ f: ErrorTransition) {
    let (s, b, g) = (f.force, f.bias, f.turn)
    let (bT, gT) = (b.transpose, g.transpose)
    let (tv, av, gv) = (matrix.vt.transpose, matrix.va.transpose, matrix.vg.transpose)
    let kv = matrix.vk
    // The transpose of -[s×] is [s×].
    matrix.pt = matrix.pt - matrix.pv.crossed(s)
    matrix.pa = matrix.pa + matrix.pv * b
    matrix.pg = matrix.pg + matrix.pv * g
    matrix.pk -= matrix.pv * s
    matrix.vt = matrix.vt - matrix.vv.crossed(s)
    matrix.va = matrix.va + matrix.vv * b
    matrix.vg = matrix.vg + matrix.vv * g
    matrix.vk -= matrix.vv * s
    matrix.tt = (matrix.tt + s.cross(matrix.vt) - tv.crossed(s)).mirrored
    matrix.ta = matrix.ta + s.cross(matrix.va) + tv * b
    matrix.tg = matrix.tg + s.cross(matrix.vg) + tv * g
    matrix.tk += s.cross(matrix.vk) - tv * s
    matrix.aa = (matrix.aa + bT * matrix.va + av * b).mirrored
    matrix.ag = matrix.ag + bT * matrix.vg + av * g
    matrix.ak += bT * matrix.vk - av * s
    matrix.gg = (matrix.gg + gT * matrix.vg + gv * g).mirrored
    matrix.gk += gT * matrix.vk - gv * s
    matrix.kk -= s.dot(matrix.vk + kv)
  }

  /// The factor of position: from *p* to the others.
  @inline(never)
  private mutating func propagatePosition(_ f: ErrorTransition) {
    let (h, s, b, g) = (f.duration, f.doubleForce, f.doubleBias, f.doubleTurn)
    let (bT, gT) = (b.transpose, g.transpose)
    let (vp, tp) = (matrix.pv.transpose, matrix.pt.transpose)
    let (ap, gp, kp) = (matrix.pa.transpose, matrix.pg.transpose, matrix.pk)
    matrix.pv = matrix.pv + h * matrix.pp
    matrix.pt = matrix.pt - matrix.pp.crossed(s)
    matrix.pa = matrix.pa + matrix.pp * b
    matrix.pg = matrix.pg + matrix.pp * g
    matrix.pk -= matrix.pp * s
    matrix.vv = (matrix.vv + h * matrix.pv + h * vp).mirrored
    matrix.vt = matrix.vt + h * matrix.pt - vp.crossed(s)
    matrix.va = matrix.va + h * matrix.pa + vp * b
    matrix.vg = matrix.vg + h * matrix.pg + vp * g
    matrix.vk += h * matrix.pk - vp * s
    matrix.tt = (matrix.tt + s.cross(matrix.pt) - tp.crossed(s)).mirrored
    matrix.ta = matrix.ta + s.cross(matrix.pa) + tp * b
    matrix.tg = matrix.tg + s.cross(matrix.pg) + tp * g
    matrix.tk += s.cross(matrix.pk) - tp * s
    matrix.aa = (matrix.aa + bT * matrix.pa + ap * b).mirrored
    matrix.ag = matrix.ag + bT * matrix.pg + ap * g
    matrix.ak += bT * matrix.pk - ap * s
    matrix.gg = (matrix.gg + gT * matrix.pg + gp * g).mirrored
    matrix.gk += gT * matrix.pk - gp * s
    matrix.kk -= s.dot(matrix.pk + kp)
  }

  /// Propagates the information back through an update:
  /// (*I* - *K H*)ᵀ *Λ* (*I* - *K H*) + *H*ᵀ *S*⁻¹ *H*.
  mutating func undo(_ update: NavigationUpdate) {
    if update.kind == .position { includesPosition = true }
    let c = matrix.times(update.gain, includesPosition: includesPosition)
    let square = square(update.gain, c).matrix + update.information
    switch update.kind {
    case .position:
      matrix.pp = (matrix.pp - c.p - c.p.transpose + square).mirrored
      matrix.pv = matrix.pv - c.v.transpose
      matrix.pt = matrix.pt - c.t.transpose
      matrix.pa = matrix.pa - c.a.transpose
      matrix.pg = matrix.pg - c.g.transpose
      matrix.pk -= c.k
    case .velocity:
      matrix.pv = matrix.pv - c.p
      matrix.vv = (matrix.vv - c.v - c.v.transpose + square).mirrored
      matrix.vt = matrix.vt - c.t.transpose
      matrix.va = matrix.va - c.a.transpose
      matrix.vg = matrix.vg - c.g.transpose
      matrix.vk -= c.k
    case .attitude:
      matrix.pt = matrix.pt - c.p
      matrix.vt = matrix.vt - c.v
      matrix.tt = (matrix.tt - c.t - c.t.transpose + square).mirrored
      matrix.ta = matrix.ta - c.a.transpose
      matrix.tg = matrix.tg - c.g.transpose
      matrix.tk -= c.k
    case .rotationBias:
      matrix.pg = matrix.pg - c.p
      matrix.vg = matrix.vg - c.v
      matrix.tg = matrix.tg - c.t
      matrix.ag = matrix.ag - c.a
      matrix.gg = (matrix.gg - c.g - c.g.transpose + square).mirrored
      matrix.gk -= c.k
    }
  }

  /// *C*ᵀ *Λ C*.
  @inline(never)
  func square(_ columns: ErrorColumns) -> SymmetricMatrix3 {
    square(columns, matrix.times(columns, includesPosition: includesPosition))
  }

  /// *C*ᵀ *Λ C* from *C* and *Λ C*.
  @inline(never)
  private func square(_ x: ErrorColumns, _ y: ErrorColumns) -> SymmetricMatrix3 {
    var sum = x.v.transpose * y.v + x.t.transpose * y.t
    sum = sum + (x.a.transpose * y.a + x.g.transpose * y.g) + x.k.outerProduct(y.k)
    if includesPosition { sum = sum + x.p.transpose * y.p }
    return SymmetricMatrix3(upper: sum)
  }
}
