internal import MotionFusion

/// A symmetric 16 × 16 matrix over the error states, by its upper blocks.
///
/// Functions of this folder are inlined for the workload `inertial-navigator`.
struct ErrorMatrix: Hashable, Sendable {
  var pp = Matrix3<Double>.zero
  var pv = Matrix3<Double>.zero
  var pt = Matrix3<Double>.zero
  var pa = Matrix3<Double>.zero
  var pg = Matrix3<Double>.zero
  var pk = Vector3<Double>.zero
  var vv = Matrix3<Double>.zero
  var vt = Matrix3<Double>.zero
  var va = Matrix3<Double>.zero
  var vg = Matrix3<Double>.zero
  var vk = Vector3<Double>.zero
  var tt = Matrix3<Double>.zero
  var ta = Matrix3<Double>.zero
  var tg = Matrix3<Double>.zero
  var tk = Vector3<Double>.zero
  var aa = Matrix3<Double>.zero
  var ag = Matrix3<Double>.zero
  var ak = Vector3<Double>.zero
  var gg = Matrix3<Double>.zero
  var gk = Vector3<Double>.zero
  var kk = 0.0
}

extension ErrorMatrix {
  /// The product with a vector or with columns.
  ///
  /// - Parameters:
  ///   - x: The right factor.
  ///   - includesPosition: Whether the rows and columns of position are nonzero.
  @inline(__always)
  func times<Block>(_ x: ErrorBlocks<Block>, includesPosition: Bool = true) -> ErrorBlocks<Block> {
    var y = ErrorBlocks<Block>(
      v: (vv * x.v + vt * x.t) + (va * x.a + vg * x.g),
      t: (vt.transpose * x.v + tt * x.t) + (ta * x.a + tg * x.g),
      a: (va.transpose * x.v + ta.transpose * x.t) + (aa * x.a + ag * x.g),
      g: (vg.transpose * x.v + tg.transpose * x.t) + (ag.transpose * x.a + gg * x.g),
      k: kk * x.k)
    y.v += Block.product(vk, x.k)
    y.t += Block.product(tk, x.k)
    y.a += Block.product(ak, x.k)
    y.g += Block.product(gk, x.k)
    y.k += x.v.multiplied(byRow: vk) + x.t.multiplied(byRow: tk)
    y.k += x.a.multiplied(byRow: ak) + x.g.multiplied(byRow: gk)
    if includesPosition {
      y.p = (pp * x.p + pv * x.v + pt * x.t) + (pa * x.a + pg * x.g)
      y.p += Block.product(pk, x.k)
      y.v += pv.transpose * x.p
      y.t += pt.transpose * x.p
      y.a += pa.transpose * x.p
      y.g += pg.transpose * x.p
      y.k += x.p.multiplied(byRow: pk)
    }
    return y
  }

  /// The columns of the errors of `kind`.
  @inline(__always)
  func columns(of kind: MeasuredError) -> ErrorColumns {
    switch kind {
    case .position:
      ErrorColumns(
        p: pp, v: pv.transpose, t: pt.transpose, a: pa.transpose, g: pg.transpose, k: pk)
    case .velocity:
      ErrorColumns(p: pv, v: vv, t: vt.transpose, a: va.transpose, g: vg.transpose, k: vk)
    case .attitude: ErrorColumns(p: pt, v: vt, t: tt, a: ta.transpose, g: tg.transpose, k: tk)
    case .rotationBias: ErrorColumns(p: pg, v: vg, t: tg, a: ag, g: gg, k: gk)
    }
  }
}

@inline(__always)
private func * <Block: ErrorBlock>(matrix: Matrix3<Double>, block: Block) -> Block {
  block.multiplied(by: matrix)
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

  /// The symmetric matrix with the upper triangle of this one.
  @inline(__always)
  var mirrored: Self { SymmetricMatrix3(upper: self).matrix }

  /// The sum of the matrix and its transpose.
  @inline(__always)
  var plusTranspose: Self { (self + transpose).mirrored }

  /// Adds `value` to the diagonal.
  @inline(__always)
  mutating func addDiagonal(_ value: Double) {
    c0.x += value
    c1.y += value
    c2.z += value
  }

  /// A multiple of the identity.
  init(scale: Double) { self.init(diagonal: Vector3(repeating: scale)) }
}
