// Sizes of matrices, and what they say of accuracy.

extension Matrix2 {
  /// The square root of the sum of the squares of all elements; does not overflow.
  @inlinable public var frobeniusNorm: Scalar { Vector2(c0.length, c1.length).length }
}

extension Matrix3 {
  /// The square root of the sum of the squares of all elements; does not overflow.
  @inlinable public var frobeniusNorm: Scalar {
    Vector3(c0.length, c1.length, c2.length).length
  }

  /// The largest element of |*A*ᵀ*A* - *I*|: zero for a rotation, to rounding.
  @inlinable public var orthonormalityError: Scalar {
    let e = transpose * self - .identity
    return Vector3(
      e.c0.maximumMagnitude, e.c1.maximumMagnitude, e.c2.maximumMagnitude
    ).maximumMagnitude
  }

  /// What turns normals of surfaces where this matrix turns their points: the transposed inverse,
  /// or `nil` when the matrix is singular or not finite.
  @inlinable public var normalMatrix: Self? { inverse?.transpose }
}

extension Matrix4 {
  /// The square root of the sum of the squares of all elements; does not overflow.
  @inlinable public var frobeniusNorm: Scalar {
    Vector4(c0.length, c1.length, c2.length, c3.length).length
  }
}
