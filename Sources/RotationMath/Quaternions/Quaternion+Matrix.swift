// MARK: - Rotation matrices

extension Matrix3 {
  /// Creates the rotation matrix of a unit quaternion: `Matrix3(q) * v == q.act(v)`.
  @inlinable public init(_ q: Quaternion<Scalar>) {
    q.assertUnit()
    self.init(q, doubledVector: q.vector + q.vector)
  }

  /// Creates the rotation matrix of a quaternion of any length.
  ///
  /// The result is orthonormal to rounding. `Matrix3(q)` instead shows the rounding error of the
  /// quaternion's length.
  ///
  /// NaN for the zero quaternion. The squared length must not overflow or underflow.
  @inlinable public init(normalizing q: Quaternion<Scalar>) {
    typealias Word = DoubleWord<Scalar>
    let squares =
      (Word.product(q.x, q.x) + Word.product(q.y, q.y))
      + (Word.product(q.z, q.z) + Word.product(q.w, q.w))
    self.init(q, doubledVector: q.vector * (Word(2) / squares).value)
  }

  /// Creates the rotation matrix of a quaternion of nearly unit length.
  ///
  /// The length must be 1 to a few eps. The deviation of the squared length from 1 is computed to
  /// full precision and removed from each element.
  @inlinable @inline(__always) package init(nearUnit q: Quaternion<Scalar>) {
    // Always inlined: a call costs 7 % (benchmark "nearest rotation").
    typealias Lanes = SIMD4<Scalar>
    let lanes = Lanes(q.x, q.y, q.z, q.w)
    // Rounded to so few digits that the squares and their sum are exact.
    let rounder = Lanes(
      repeating: Scalar(
        sign: .plus, exponent: Scalar.Exponent(Scalar.significandBitCount / 2 + 1),
        significand: 1.5))
    let high = (lanes + rounder) - rounder
    let squares = high * high, rest = (lanes - high) * (lanes + high)
    let lengthExcess: Scalar = ((squares.x + squares.y) + (squares.z + squares.w)) - 1
    let excess: Scalar = lengthExcess + ((rest.x + rest.y) + (rest.z + rest.w))
    let product = Self(timesSquaredLengthOf: q)
    self = product - product * excess
  }

  /// Creates |*q*|² times the rotation matrix of a quaternion of any length: *v* to *q* *v* *q*̄.
  @inlinable @inline(__always) package init(timesSquaredLengthOf q: Quaternion<Scalar>) {
    let (x, y, z, w) = (q.x, q.y, q.z, q.w)
    let (x2, y2, z2) = (x + x, y + y, z + z)
    let xx = x * x, yy = y * y, zz = z * z, ww = w * w
    let xy = x * y2, xz = x * z2, yz = y * z2, xw = x2 * w, yw = y2 * w, zw = z2 * w
    self.init(
      columns: Vector3((ww + xx) - (yy + zz), xy + zw, xz - yw),
      Vector3(xy - zw, (ww + yy) - (xx + zz), yz + xw),
      Vector3(xz + yw, yz - xw, (ww + zz) - (xx + yy)))
  }

  @inlinable init(_ q: Quaternion<Scalar>, doubledVector: Vector3<Scalar>) {
    let (x2, y2, z2) = (doubledVector.x, doubledVector.y, doubledVector.z)
    let (x, y, z, w) = (q.x, q.y, q.z, q.w)
    self.init(
      columns: Vector3(
        1 - sumOfProducts(y, y2, z, z2), sumOfProducts(x, y2, w, z2), sumOfProducts(x, z2, -w, y2)),
      Vector3(
        sumOfProducts(x, y2, -w, z2), 1 - sumOfProducts(x, x2, z, z2), sumOfProducts(y, z2, w, x2)),
      Vector3(
        sumOfProducts(x, z2, w, y2), sumOfProducts(y, z2, -w, x2), 1 - sumOfProducts(x, x2, y, y2)))
  }
}

extension Quaternion {
  /// Creates the unit quaternion of the rotation nearest to a matrix.
  ///
  /// A rotation matrix, to 16 eps, is converted as by ``init(rotationMatrix:)``. For any other
  /// matrix, the result is that of ``Matrix3/orthonormalized()``: the scale of the matrix does not
  /// matter, and shear and reflection are removed. ``init(checking:tolerance:)`` reports them.
  ///
  /// If several rotations are equally near, as for a reflection matrix, the result is one of them.
  /// NaN for zero and for a matrix that is not finite.
  @inlinable @inline(__always) public init(_ m: Matrix3<Scalar>) {
    // The check first and then branches, which similar rotations predict: selections without
    // branches take 1.7 times as long (benchmark "Quaternion(m)").
    guard m.isRotationToRounding else {
      self.init(nearestTo: m.c0, m.c1, m.c2)
      return
    }
    let (a, b, columns) = (m.c0.x, m.c1.y, Self.columns(of: m))
    let found: Self
    if m.c2.z <= 0 {
      if a >= b { found = columns.x } else { found = columns.y }
    } else {
      if a + b >= 0 { found = columns.w } else { found = columns.z }
    }
    self = found * (1 / found.lengthSquared.squareRoot())
  }

  @inlinable @inline(never) init(
    nearestTo c0: Vector3<Scalar>, _ c1: Vector3<Scalar>, _ c2: Vector3<Scalar>
  ) {
    guard let nearest = Matrix3(columns: c0, c1, c2).nearestRotation else {
      self = Self(x: .nan, y: .nan, z: .nan, w: .nan)
      return
    }
    self.init(rotationMatrix: nearest.matrix)
  }

  /// Creates the unit quaternion of the rotation nearest to a matrix that should be a rotation.
  ///
  /// - Parameters:
  ///   - m: A rotation matrix.
  ///   - tolerance: The largest accepted ``Matrix3/orthonormalityError`` (default: √eps).
  /// - Throws: ``RotationMatrixError`` if the matrix is not finite, has a scale or shear, or is a
  ///   reflection.
  @inlinable public init(
    checking m: Matrix3<Scalar>, tolerance: Scalar = Scalar.ulpOfOne.squareRoot()
  ) throws(RotationMatrixError) {
    try m.checkRotation(tolerance: tolerance)
    self.init(m)
  }

  /// Creates the unit quaternion of a rotation matrix without checking it.
  ///
  /// The fastest conversion, accurate at every angle. A matrix that is not orthonormal yields
  /// another rotation than the nearest: an error of 1 % of the scale changes the angle by up to
  /// 0.5°. ``init(_:)-(Matrix3<Scalar>)`` accepts any matrix. In debug builds an error above 1 %
  /// stops the program.
  ///
  /// 4*q* *q*ᵀ is linear in the matrix. Its four columns are multiples of *q*; one of a
  /// coefficient of at least ½ is accurate (S. W. Shepperd, *Quaternion from rotation matrix*,
  /// 1978, doi:10.2514/3.55767b). That coefficient of the result is positive.
  @inlinable @inline(__always) public init(rotationMatrix m: Matrix3<Scalar>) {
    assert(
      !(m.orthonormalityError > 0.01 || m.determinant < 0),
      "expected a rotation matrix, got one with scale, shear or reflection; use Quaternion(m)")
    self.init(normalizedColumnOf: m)
  }

  @inlinable @inline(__always) init(normalizedColumnOf m: Matrix3<Scalar>) {
    let found = Self(longColumnOf: m)
    self = found * (1 / found.lengthSquared.squareRoot())
  }

  /// The column of 4*q* *q*ᵀ of a coefficient of at least ½, for the rotation matrix of *q*.
  ///
  /// Always inlined, for vector instructions in batches.
  @inlinable @inline(__always) package init(longColumnOf m: Matrix3<Scalar>) {
    let (x, y, z, w) = Self.columns(of: m)
    // Selected without branches, which random rotations mispredict (benchmark "batch of 1,000,000:
    // convert from matrices"). First the pair of coefficients with half of the squared length.
    let isX = m.c0.x >= m.c1.y, isW = m.c0.x + m.c1.y >= 0, isFirst = m.c2.z <= 0
    @inline(__always) func select(
      _ x: Scalar, _ y: Scalar, _ z: Scalar, _ w: Scalar
    ) -> Scalar {
      let p = isX ? x : y, q = isW ? w : z
      return isFirst ? p : q
    }
    self.init(
      x: select(x.x, y.x, z.x, w.x), y: select(x.y, y.y, z.y, w.y),
      z: select(x.z, y.z, z.z, w.z), w: select(x.w, y.w, z.w, w.w))
  }

  /// The columns of 4*q* *q*ᵀ for the rotation matrix of *q*.
  @inlinable @inline(__always) static func columns(
    of m: Matrix3<Scalar>
  ) -> (x: Self, y: Self, z: Self, w: Self) {
    let (a, b, c) = (m.c0.x, m.c1.y, m.c2.z)
    let xw = m.c1.z - m.c2.y, yw = m.c2.x - m.c0.z, zw = m.c0.y - m.c1.x
    let xy = m.c0.y + m.c1.x, xz = m.c2.x + m.c0.z, yz = m.c1.z + m.c2.y
    return (
      Self(x: (1 + a) - (b + c), y: xy, z: xz, w: xw),
      Self(x: xy, y: (1 + b) - (a + c), z: yz, w: yw),
      Self(x: xz, y: yz, z: (1 + c) - (a + b), w: zw),
      Self(x: xw, y: yw, z: zw, w: (1 + a) + (b + c))
    )
  }
}
