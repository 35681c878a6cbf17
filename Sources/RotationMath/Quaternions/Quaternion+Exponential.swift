public import RealModule

// MARK: - Rotation vectors

extension Quaternion {
  /// The rotation by `|rotationVector|` radians about its direction: the exponential map.
  @inlinable public init(rotationVector v: Vector3<Scalar>) {
    let half = v.length / 2
    self.init(vector: v * (Self.sinc(half) / 2), scalar: Scalar.cos(half))
  }

  /// The rotation vector of a unit quaternion, of length 0 through π: the logarithm of the
  /// rotation, whichever of `q` and `-q` is given.
  @inlinable public var rotationVector: Vector3<Scalar> {
    let sine = vector.length
    let cosine = abs(w)
    // atan2(sine, cosine) by whichever inverse is accurate there, and faster. Below the last
    // bit of 1 the quotient is 1.
    let halfAngle = sine < cosine ? Scalar.asin(sine) : Scalar.acos(cosine)
    let factor = sine * sine > .ulpOfOne ? 2 * halfAngle / sine : 2 + sine * sine / 3
    return vector * (w < 0 ? -factor : factor)
  }
}

extension Matrix3 {
  /// The matrix of the rotation by `|rotationVector|` radians about its direction.
  @inlinable public init(rotationVector v: Vector3<Scalar>) {
    self.init(Quaternion(rotationVector: v))
  }
}
