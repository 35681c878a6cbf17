internal import DeviceMotion

/// The covariance of a navigator's errors, a symmetric 15 × 15 matrix by its upper 3 × 3 blocks.
///
/// The errors are true minus estimated: *p* of position in m, *v* of velocity in m/s, *t* of attitude
/// as a rotation vector in the reference frame, *a* and *g* of the biases of accelerometer, in m/s²,
/// and gyro, in rad/s, in the device frame.
struct ErrorCovariance: Hashable, Sendable {
  var pp = Matrix3<Double>.zero
  var pv = Matrix3<Double>.zero
  var pt = Matrix3<Double>.zero
  var pa = Matrix3<Double>.zero
  var pg = Matrix3<Double>.zero
  var vv = Matrix3<Double>.zero
  var vt = Matrix3<Double>.zero
  var va = Matrix3<Double>.zero
  var vg = Matrix3<Double>.zero
  var tt = Matrix3<Double>.zero
  var ta = Matrix3<Double>.zero
  var tg = Matrix3<Double>.zero
  var aa = Matrix3<Double>.zero
  var ag = Matrix3<Double>.zero
  var gg = Matrix3<Double>.zero
}

extension ErrorCovariance {
  /// Carries the covariance through a step: *F P F*ᵀ + *Q*.
  mutating func propagate(_ f: ErrorTransition) {
    let (h, s, b) = (f.step, f.force, f.bias)
    let bT = b.transpose
    // F P, the rows that differ from those of P.
    let ypp = pp + h * pv.transpose
    let ypv = pv + h * vv
    let ypt = pt + h * vt
    let ypa = pa + h * va
    let ypg = pg + h * vg
    let yvv = vv - s.cross(vt.transpose) + b * va.transpose
    let yvt = vt - s.cross(tt) + b * ta.transpose
    let yva = va - s.cross(ta) + b * aa
    let yvg = vg - s.cross(tg) + b * ag
    let ytt = tt + b * tg.transpose
    let yta = ta + b * ag.transpose
    let ytg = tg + b * gg
    // Times Fᵀ; the transpose of -[s×] is [s×].
    pp = ypp + h * ypv
    pv = ypv + ypt.crossed(s) + ypa * bT
    pt = ypt + ypg * bT
    pa = ypa
    pg = ypg
    vv = yvv + yvt.crossed(s) + yva * bT
    vt = yvt + yvg * bT
    va = yva
    vg = yvg
    tt = ytt + ytg * bT
    ta = yta
    tg = ytg
    vv.addDiagonal(f.noise.velocity)
    tt.addDiagonal(f.noise.attitude)
    aa.addDiagonal(f.noise.force)
    gg.addDiagonal(f.noise.rate)
  }

  /// Carries an information matrix back through a step: *F*ᵀ *Λ F*.
  mutating func propagateBack(_ f: ErrorTransition) {
    let (h, s, b) = (f.step, f.force, f.bias)
    let bT = b.transpose
    // Fᵀ Λ, the rows that differ from those of Λ; the transpose of -[s×] is [s×].
    let yvp = pv.transpose + h * pp
    let yvv = vv + h * pv
    let yvt = vt + h * pt
    let yva = va + h * pa
    let yvg = vg + h * pg
    let ytv = vt.transpose + s.cross(vv)
    let ytt = tt + s.cross(vt)
    let yta = ta + s.cross(va)
    let ytg = tg + s.cross(vg)
    let yav = va.transpose + bT * vv
    let yat = ta.transpose + bT * vt
    let yaa = aa + bT * va
    let yag = ag + bT * vg
    let ygt = tg.transpose + bT * tt
    let ygg = gg + bT * tg
    // Times F. Its columns: v has h from p; t has -[s×] from v; a and g have b from v and t.
    pg = pg + pt * b
    pa = pa + pv * b
    pt = pt - pv.crossed(s)
    pv = pv + h * pp
    vv = yvv + h * yvp
    vt = yvt - yvv.crossed(s)
    va = yva + yvv * b
    vg = yvg + yvt * b
    tt = ytt - ytv.crossed(s)
    ta = yta + ytv * b
    tg = ytg + ytt * b
    aa = yaa + yav * b
    ag = yag + yat * b
    gg = ygg + ygt * b
  }
}

// MARK: - Blocks of a column

/// Three columns of a 15 × 15 matrix: one block for each error.
struct ErrorColumn: Hashable, Sendable {
  var p: Matrix3<Double>
  var v: Matrix3<Double>
  var t: Matrix3<Double>
  var a: Matrix3<Double>
  var g: Matrix3<Double>

  /// The block of the errors of `kind`.
  func block(_ kind: MeasuredError) -> Matrix3<Double> {
    switch kind {
    case .position: p
    case .velocity: v
    case .attitude: t
    case .rotationBias: g
    }
  }

  static func * (column: Self, m: Matrix3<Double>) -> Self {
    Self(p: column.p * m, v: column.v * m, t: column.t * m, a: column.a * m, g: column.g * m)
  }

  static func * (column: Self, y: Vector3<Double>) -> ErrorVector {
    ErrorVector(
      p: column.p * y, v: column.v * y, t: column.t * y, a: column.a * y, g: column.g * y)
  }

  /// The product of its transpose with `x`.
  func transposeTimes(_ x: ErrorVector) -> Vector3<Double> {
    (p.transpose * x.p + v.transpose * x.v + t.transpose * x.t)
      + (a.transpose * x.a + g.transpose * x.g)
  }
}

/// Which of the errors a measurement is of.
enum MeasuredError: Hashable, Sendable {
  case position, velocity, attitude, rotationBias
}

extension ErrorCovariance {
  /// The columns of the errors of `kind`.
  func columns(of kind: MeasuredError) -> ErrorColumn {
    switch kind {
    case .position:
      ErrorColumn(p: pp, v: pv.transpose, t: pt.transpose, a: pa.transpose, g: pg.transpose)
    case .velocity: ErrorColumn(p: pv, v: vv, t: vt.transpose, a: va.transpose, g: vg.transpose)
    case .rotationBias: ErrorColumn(p: pg, v: vg, t: tg, a: ag, g: gg)
    case .attitude: ErrorColumn(p: pt, v: vt, t: tt, a: ta.transpose, g: tg.transpose)
    }
  }

  /// Subtracts *a b*ᵀ, which has to be symmetric.
  mutating func subtract(_ a: ErrorColumn, times b: ErrorColumn) {
    let (bp, bv, bt) = (b.p.transpose, b.v.transpose, b.t.transpose)
    let (ba, bg) = (b.a.transpose, b.g.transpose)
    pp = (pp - a.p * bp).symmetrized
    pv = pv - a.p * bv
    pt = pt - a.p * bt
    pa = pa - a.p * ba
    pg = pg - a.p * bg
    vv = (vv - a.v * bv).symmetrized
    vt = vt - a.v * bt
    va = va - a.v * ba
    vg = vg - a.v * bg
    tt = (tt - a.t * bt).symmetrized
    ta = ta - a.t * ba
    tg = tg - a.t * bg
    aa = (aa - a.a * ba).symmetrized
    ag = ag - a.a * bg
    gg = (gg - a.g * bg).symmetrized
  }

  /// The matrix times a column.
  func times(_ c: ErrorColumn) -> ErrorColumn {
    ErrorColumn(
      p: (pp * c.p + pv * c.v + pt * c.t) + (pa * c.a + pg * c.g),
      v: (pv.transpose * c.p + vv * c.v + vt * c.t) + (va * c.a + vg * c.g),
      t: (pt.transpose * c.p + vt.transpose * c.v + tt * c.t) + (ta * c.a + tg * c.g),
      a: (pa.transpose * c.p + va.transpose * c.v + ta.transpose * c.t) + (aa * c.a + ag * c.g),
      g: (pg.transpose * c.p + vg.transpose * c.v + tg.transpose * c.t)
        + (ag.transpose * c.a + gg * c.g))
  }
}

// MARK: - 3 × 3 blocks

extension Vector3<Double> {
  /// The cross product with every column: [*s*×] *M*.
  @inline(__always)
  func cross(_ m: Matrix3<Double>) -> Matrix3<Double> {
    Matrix3(columns: cross(m.c0), cross(m.c1), cross(m.c2))
  }
}

extension Matrix3<Double> {
  /// *M* [*s*×].
  @inline(__always)
  func crossed(_ s: Vector3<Double>) -> Self {
    Self(columns: c1 * s.z - c2 * s.y, c2 * s.x - c0 * s.z, c0 * s.y - c1 * s.x)
  }

  /// The mean of the matrix and its transpose.
  @inline(__always)
  var symmetrized: Self { (self + transpose) * 0.5 }

  @inline(__always)
  mutating func addDiagonal(_ value: Double) {
    c0.x += value
    c1.y += value
    c2.z += value
  }

  /// A multiple of the identity.
  init(scale: Double) { self.init(diagonal: Vector3(repeating: scale)) }

  /// *a b*ᵀ.
  init(outer a: Vector3<Double>, _ b: Vector3<Double>) {
    self.init(columns: a * b.x, a * b.y, a * b.z)
  }
}
