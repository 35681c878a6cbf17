internal import DeviceMotion

/// A measurement of three errors that a navigator made use of, as its smoother needs it.
struct NavigationUpdate: Hashable, Sendable {
  /// The sample after which it was made.
  var index: Int
  /// What was measured.
  var kind: MeasuredError
  /// *K*.
  var gain: ErrorColumn
  /// *S*⁻¹.
  var information: Matrix3<Double>
  /// *S*⁻¹ *y*.
  var weighted: Vector3<Double>
}

extension ErrorCovariance {
  /// Takes a measurement of the errors of `kind` into account.
  ///
  /// - Parameters:
  ///   - kind: What is measured.
  ///   - innovation: What it was measured to be, *y*.
  ///   - noise: The covariance of the measurement, *R*.
  ///   - gate: The largest *y*ᵀ *S*⁻¹ *y* that is believed.
  /// - Returns: The update, its index still 0, and what the errors are; `nil` when it was not
  ///   believed, and the covariance is what it was.
  mutating func measure(
    _ kind: MeasuredError, innovation: Vector3<Double>, noise: Matrix3<Double>, gate: Double
  ) -> (update: NavigationUpdate, errors: ErrorVector)? {
    let columns = columns(of: kind)
    let spread = columns.block(kind) + noise
    guard let information = spread.inverse else { return nil }
    let weighted = information * innovation
    guard innovation.dot(weighted) <= gate else { return nil }
    let gain = columns * information
    subtract(gain, times: columns)
    return (
      NavigationUpdate(
        index: 0, kind: kind, gain: gain, information: information, weighted: weighted),
      columns * weighted
    )
  }

  /// Takes an information matrix back through an update:
  /// (*I* - *K H*)ᵀ *Λ* (*I* - *K H*) + *H*ᵀ *S*⁻¹ *H*.
  mutating func takeBack(_ update: NavigationUpdate) {
    let c = times(update.gain)
    let k = update.gain
    let square =
      (k.p.transpose * c.p + k.v.transpose * c.v + k.t.transpose * c.t)
      + (k.a.transpose * c.a + k.g.transpose * c.g) + update.information
    switch update.kind {
    case .position:
      pp = (pp - c.p - c.p.transpose + square).symmetrized
      pv = pv - c.v.transpose
      pt = pt - c.t.transpose
      pa = pa - c.a.transpose
      pg = pg - c.g.transpose
    case .velocity:
      pv = pv - c.p
      vv = (vv - c.v - c.v.transpose + square).symmetrized
      vt = vt - c.t.transpose
      va = va - c.a.transpose
      vg = vg - c.g.transpose
    case .attitude:
      pt = pt - c.p
      vt = vt - c.v
      tt = (tt - c.t - c.t.transpose + square).symmetrized
      ta = ta - c.a.transpose
      tg = tg - c.g.transpose
    case .rotationBias:
      pg = pg - c.p
      vg = vg - c.v
      tg = tg - c.t
      ag = ag - c.a
      gg = (gg - c.g - c.g.transpose + square).symmetrized
    }
  }

  /// *P* - *P Λ P*, the blocks of position and of velocity.
  func smoothed(by information: ErrorCovariance) -> PathUncertainty {
    func block(_ column: ErrorColumn) -> Matrix3<Double> {
      let c = information.times(column)
      return (column.p.transpose * c.p + column.v.transpose * c.v + column.t.transpose * c.t)
        + (column.a.transpose * c.a + column.g.transpose * c.g)
    }
    return PathUncertainty(
      position: (pp - block(columns(of: .position))).symmetrized,
      velocity: (vv - block(columns(of: .velocity))).symmetrized)
  }

  /// Of position and velocity.
  var uncertainty: PathUncertainty { PathUncertainty(position: pp, velocity: vv) }

  /// *P λ*.
  func times(_ x: ErrorVector) -> ErrorVector {
    ErrorVector(
      p: (pp * x.p + pv * x.v + pt * x.t) + (pa * x.a + pg * x.g),
      v: (pv.transpose * x.p + vv * x.v + vt * x.t) + (va * x.a + vg * x.g),
      t: (pt.transpose * x.p + vt.transpose * x.v + tt * x.t) + (ta * x.a + tg * x.g),
      a: (pa.transpose * x.p + va.transpose * x.v + ta.transpose * x.t) + (aa * x.a + ag * x.g),
      g: (pg.transpose * x.p + vg.transpose * x.v + tg.transpose * x.t)
        + (ag.transpose * x.a + gg * x.g))
  }
}

extension ErrorVector {
  /// Takes what is conjugate to errors back through an update: (*I* - *K H*)ᵀ *λ* - *H*ᵀ *S*⁻¹ *y*.
  mutating func takeBack(_ update: NavigationUpdate) {
    let change = update.gain.transposeTimes(self) + update.weighted
    switch update.kind {
    case .position: p -= change
    case .velocity: v -= change
    case .attitude: t -= change
    case .rotationBias: g -= change
    }
  }
}
