// Norms and measures of accuracy.

extension Matrix2 {
  /// The Frobenius norm, computed without overflow.
  @inlinable public var frobeniusNorm: Scalar { Vector2(c0.length, c1.length).length }
}

extension Matrix3 {
  /// The Frobenius norm, computed without overflow.
  @inlinable public var frobeniusNorm: Scalar {
    Vector3(c0.length, c1.length, c2.length).length
  }

  /// The largest element of |*A*ᵀ*A* - *I*|, zero up to rounding for a rotation.
  @inlinable public var orthonormalityError: Scalar {
    let e = transpose * self - .identity
    return Vector3(
      e.c0.maximumMagnitude, e.c1.maximumMagnitude, e.c2.maximumMagnitude
    ).maximumMagnitude
  }

  /// The transposed inverse, which transforms the normals of surfaces.
  ///
  /// `nil` if the matrix is singular or not finite.
  @inlinable public var normalMatrix: Self? { inverse?.transpose }
}

extension Matrix4 {
  /// The Frobenius norm, computed without overflow.
  @inlinable public var frobeniusNorm: Scalar {
    Vector4(c0.length, c1.length, c2.length, c3.length).length
  }
}
