// MARK: - The nearest rotation

extension Matrix3 {
  /// The rotation matrix nearest to this matrix, or `nil` if there is none or more than one.
  ///
  /// The scale of the matrix does not matter. A negative ``determinant`` shows that a reflection
  /// along the axis of the smallest singular value is removed. `nil` if the matrix is not finite,
  /// or if several rotations are equally near to rounding: the singular values σ₂ and σ₃ are zero,
  /// or equal with a negative determinant. `nearestRotation(to:)` in LinearAlgebra also reports how
  /// well the rotation is determined.
  ///
  /// The dominant eigenvector of Davenport's matrix where that is well determined, one-sided Jacobi
  /// rotations elsewhere. The error is a few eps times σ₁ / (σ₂ ± σ₃).
  @inlinable public func orthonormalized() -> Self? {
    if isRotationToRounding { return self }
    guard let nearest = nearestRotation, nearest.isUnique else { return nil }
    return nearest.matrix
  }

  /// Whether the matrix is a rotation to 16 eps.
  ///
  /// In lanes of two: without them it takes 1.3 times as long (benchmark "Quaternion(m)").
  @inlinable @inline(__always) var isRotationToRounding: Bool {
    typealias Lanes = SIMD2<Scalar>
    let x = Lanes(c0.x, c1.x), y = Lanes(c0.y, c1.y), z = Lanes(c0.z, c1.z)
    let lengths = x * x + y * y + z * z - 1
    let products = Lanes(c0.x, c0.y) * Lanes(c1.x, c1.y)
    let cross =
      Lanes(c0.y, c0.z) * Lanes(c1.z, c1.x) - Lanes(c0.z, c0.x) * Lanes(c1.y, c1.z)
      - Lanes(c2.x, c2.y)
    let rest = Lanes(
      products.x + products.y + c0.z * c1.z, c0.x * c1.y - c0.y * c1.x - c2.z)
    let errors = lengths * lengths + cross * cross + rest * rest
    return errors.x + errors.y <= 256 * Scalar.ulpOfOne * Scalar.ulpOfOne
  }

  /// A nearest rotation, and whether there is only one; `nil` if it is zero or not finite.
  @inlinable @inline(never) var nearestRotation: (matrix: Self, isUnique: Bool)? {
    let direct = directRotation
    return direct.w.isNaN ? carefulNearestRotation : (Self(nearUnit: direct), true)
  }

  /// ``nearestRotation`` of any matrix.
  @inlinable @inline(never) var carefulNearestRotation: (matrix: Self, isUnique: Bool)? {
    let largest = max(c0.maximumMagnitude, c1.maximumMagnitude, c2.maximumMagnitude)
    guard isFinite, let scale = reciprocalScale(largest) else { return nil }
    var a = self * scale
    let found = a.iteratedRotation
    if !found.w.isNaN { return (Self(nearUnit: found), true) }
    // self * v = a with orthogonal columns: the left singular vectors times the singular values.
    var v = Self.identity
    for _ in 0..<20 {
      let x = Self.orthogonalize(&a.c0, &a.c1, &v.c0, &v.c1)
      let y = Self.orthogonalize(&a.c0, &a.c2, &v.c0, &v.c2)
      let z = Self.orthogonalize(&a.c1, &a.c2, &v.c1, &v.c2)
      if !(x || y || z) { break }
    }
    // Cyclic exchanges keep `v` a rotation: the longest column first, then the next.
    while max(a.c1.lengthSquared, a.c2.lengthSquared) > a.c0.lengthSquared {
      (a.c0, a.c1, a.c2) = (a.c1, a.c2, a.c0)
      (v.c0, v.c1, v.c2) = (v.c1, v.c2, v.c0)
    }
    if a.c2.lengthSquared > a.c1.lengthSquared {
      (a.c1, a.c2) = (a.c2, -a.c1)
      (v.c1, v.c2) = (v.c2, -v.c1)
    }
    guard let first = a.c0.normalized() else { return nil }
    let (pair, third) = (first.orthonormalPair(), a.c2)
    guard let second = (a.c1 - first * first.dot(a.c1)).normalized() ?? pair?.first else {
      return nil
    }
    let last = first.cross(second)
    let u = Self(columns: first, second, last)
    let gap = a.c1.length + last.dot(third)
    // By the quaternion, which removes the rounding errors of the product.
    let rotation = Quaternion(normalizedColumnOf: u * v.transpose)
    return (Self(nearUnit: rotation), gap > 16 * Scalar.ulpOfOne * a.c0.length)
  }

  /// Rotates two columns so that they are orthogonal, and two columns of `v` alike.
  ///
  /// - Returns: Whether they were not orthogonal to rounding.
  @inlinable static func orthogonalize(
    _ p: inout Vector3<Scalar>, _ q: inout Vector3<Scalar>,
    _ vp: inout Vector3<Scalar>, _ vq: inout Vector3<Scalar>
  ) -> Bool {
    let product = p.dot(q), (pp, qq) = (p.lengthSquared, q.lengthSquared)
    guard abs(product) > Scalar.ulpOfOne * (pp * qq).squareRoot() else { return false }
    let (_, c, s) = jacobiRotation((qq - pp) / (2 * product))
    (p, q) = (p * c - q * s, p * s + q * c)
    (vp, vq) = (vp * c - vq * s, vp * s + vq * c)
    return true
  }
}

// MARK: - Checks

extension Matrix3 {
  /// Checks that the matrix is a rotation matrix to `tolerance`.
  @inlinable func checkRotation(tolerance: Scalar) throws(RotationMatrixError) {
    let error = orthonormalityError
    guard error.isFinite else { throw .notFinite }
    guard error <= tolerance else { throw .notOrthonormal(error: Double(error)) }
    guard determinant > 0 else { throw .reflection }
  }
}

/// The reason why a matrix is not a rotation, or not a rigid transform.
public enum RotationMatrixError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An element is infinite or NaN, or its square overflows.
  case notFinite
  /// The columns are not orthonormal: the matrix has a scale or shear.
  ///
  /// The error is the largest element of |*A*ᵀ*A* - *I*|.
  case notOrthonormal(error: Double)
  /// The determinant is -1.
  case reflection
  /// The last row of a homogeneous matrix is not 0 0 0 1.
  case notAffine

  /// The error and the expected value.
  public var description: String {
    switch self {
    case .notFinite: "expected finite elements, got an infinite or NaN one"
    case .notOrthonormal(let error):
      "expected orthonormal columns, got a deviation of \(error) from them"
    case .reflection: "expected the determinant 1 of a rotation, got -1, a reflection"
    case .notAffine: "expected 0 0 0 1 as the last row"
    }
  }
}
