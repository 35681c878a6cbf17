// Sizes of matrices, and what they say of accuracy.

extension Matrix2 {
  /// The square root of the sum of the squares of all elements; does not overflow.
  @inlinable public var frobeniusNorm: Scalar { Vector2(c0.length, c1.length).length }

  /// An estimate of the condition number, ‖*A*‖·‖*A*⁻¹‖ in the Frobenius norm: the relative error
  /// of `inverse` is about this times the rounding error. Infinite for a singular matrix.
  @inlinable public var conditionEstimate: Scalar {
    inverse.map { frobeniusNorm * $0.frobeniusNorm } ?? .infinity
  }

  /// The *x* with *A* *x* = `b`, or `nil` when the matrix is singular or not finite.
  @inlinable public func solve(_ b: Vector2<Scalar>) -> Vector2<Scalar>? { inverse.map { $0 * b } }
}

extension Matrix3 {
  /// The square root of the sum of the squares of all elements; does not overflow.
  @inlinable public var frobeniusNorm: Scalar {
    Vector3(c0.length, c1.length, c2.length).length
  }

  /// An estimate of the condition number, ‖*A*‖·‖*A*⁻¹‖ in the Frobenius norm: the relative error
  /// of `inverse` is about this times the rounding error. Infinite for a singular matrix.
  @inlinable public var conditionEstimate: Scalar {
    inverse.map { frobeniusNorm * $0.frobeniusNorm } ?? .infinity
  }

  /// The *x* with *A* *x* = `b`, or `nil` when the matrix is singular or not finite.
  @inlinable public func solve(_ b: Vector3<Scalar>) -> Vector3<Scalar>? { inverse.map { $0 * b } }

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

  /// An estimate of the condition number, ‖*A*‖·‖*A*⁻¹‖ in the Frobenius norm: the relative error
  /// of `inverse` is about this times the rounding error. Infinite for a singular matrix.
  @inlinable public var conditionEstimate: Scalar {
    inverse.map { frobeniusNorm * $0.frobeniusNorm } ?? .infinity
  }

  /// The *x* with *A* *x* = `b`, or `nil` when the matrix is singular or not finite.
  @inlinable public func solve(_ b: Vector4<Scalar>) -> Vector4<Scalar>? { inverse.map { $0 * b } }
}
