internal import MotionFusion

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
    matrix.gg = (row + matrix.tg.transpose * b).mirrored
  }

  /// The factor of velocity: from *v* to *t*, *a* and *g*.
  @inline(never)
  private mutating func propagateVelocity(_ f: ErrorTransition) {
    let (s, b, g) = (f.force, f.bias, f.turn)
    let (bT, gT) = (b.transpose, g.transpose)
    let (tv, av, gv) = (matrix.vt.transpose, matrix.va.transpose, matrix.vg.transpose)
    // The transpose of -[s×] is [s×].
    matrix.pt = matrix.pt - matrix.pv.crossed(s)
    matrix.pa = matrix.pa + matrix.pv * b
    matrix.pg = matrix.pg + matrix.pv * g
    matrix.vt = matrix.vt - matrix.vv.crossed(s)
    matrix.va = matrix.va + matrix.vv * b
    matrix.vg = matrix.vg + matrix.vv * g
    matrix.tt = (matrix.tt + s.cross(matrix.vt) - tv.crossed(s)).mirrored
    matrix.ta = matrix.ta + s.cross(matrix.va) + tv * b
    matrix.tg = matrix.tg + s.cross(matrix.vg) + tv * g
    matrix.aa = (matrix.aa + bT * matrix.va + av * b).mirrored
    matrix.ag = matrix.ag + bT * matrix.vg + av * g
    matrix.gg = (matrix.gg + gT * matrix.vg + gv * g).mirrored
  }

  /// The factor of position: from *p* to the others.
  @inline(never)
  private mutating func propagatePosition(_ f: ErrorTransition) {
    let (h, s, b, g) = (f.duration, f.doubleForce, f.doubleBias, f.doubleTurn)
    let (bT, gT) = (b.transpose, g.transpose)
    let (vp, tp) = (matrix.pv.transpose, matrix.pt.transpose)
    let (ap, gp) = (matrix.pa.transpose, matrix.pg.transpose)
    matrix.pv = matrix.pv + h * matrix.pp
    matrix.pt = matrix.pt - matrix.pp.crossed(s)
    matrix.pa = matrix.pa + matrix.pp * b
    matrix.pg = matrix.pg + matrix.pp * g
    matrix.vv = (matrix.vv + h * matrix.pv + h * vp).mirrored
    matrix.vt = matrix.vt + h * matrix.pt - vp.crossed(s)
    matrix.va = matrix.va + h * matrix.pa + vp * b
    matrix.vg = matrix.vg + h * matrix.pg + vp * g
    matrix.tt = (matrix.tt + s.cross(matrix.pt) - tp.crossed(s)).mirrored
    matrix.ta = matrix.ta + s.cross(matrix.pa) + tp * b
    matrix.tg = matrix.tg + s.cross(matrix.pg) + tp * g
    matrix.aa = (matrix.aa + bT * matrix.pa + ap * b).mirrored
    matrix.ag = matrix.ag + bT * matrix.pg + ap * g
    matrix.gg = (matrix.gg + gT * matrix.pg + gp * g).mirrored
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
    case .velocity:
      matrix.pv = matrix.pv - c.p
      matrix.vv = (matrix.vv - c.v - c.v.transpose + square).mirrored
      matrix.vt = matrix.vt - c.t.transpose
      matrix.va = matrix.va - c.a.transpose
      matrix.vg = matrix.vg - c.g.transpose
    case .attitude:
      matrix.pt = matrix.pt - c.p
      matrix.vt = matrix.vt - c.v
      matrix.tt = (matrix.tt - c.t - c.t.transpose + square).mirrored
      matrix.ta = matrix.ta - c.a.transpose
      matrix.tg = matrix.tg - c.g.transpose
    case .rotationBias:
      matrix.pg = matrix.pg - c.p
      matrix.vg = matrix.vg - c.v
      matrix.tg = matrix.tg - c.t
      matrix.ag = matrix.ag - c.a
      matrix.gg = (matrix.gg - c.g - c.g.transpose + square).mirrored
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
    sum = sum + (x.a.transpose * y.a + x.g.transpose * y.g)
    if includesPosition { sum = sum + x.p.transpose * y.p }
    return SymmetricMatrix3(upper: sum)
  }
}
