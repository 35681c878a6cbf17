public import RealModule

// MARK: - Rotation vectors

extension Quaternion {
  /// The rotation by `|rotationVector|` radians about its direction: the exponential map.
  @inlinable public init(rotationVector v: Vector3<Scalar>) {
    let angle = v.length
    let half = angle / 2
    // sin(x)/x to the last bit below the angle at which x²/6 vanishes against 1.
    let sinc = half * half > .ulpOfOne ? Scalar.sin(half) / half : 1 - half * half / 6
    self.init(vector: v * (sinc / 2), scalar: Scalar.cos(half))
  }

  /// The rotation vector of a unit quaternion, of length 0 through π: the logarithm of the
  /// rotation, whichever of `q` and `-q` is given.
  @inlinable public var rotationVector: Vector3<Scalar> {
    let sine = vector.length
    let cosine = abs(w)
    let halfAngle = Scalar.atan2(y: sine, x: cosine)
    let factor = sine * sine > .ulpOfOne ? 2 * halfAngle / sine : 2 + sine * sine / 3
    return vector * (w < 0 ? -factor : factor)
  }

  /// The rotation by `angle` radians about `axis`, which need not be a unit vector; `nil` when
  /// the axis has no direction (zero or not finite).
  @inlinable public init?(angle: Scalar, axis: Vector3<Scalar>) {
    guard let unit = axis.normalized() else { return nil }
    self.init(vector: unit * Scalar.sin(angle / 2), scalar: Scalar.cos(angle / 2))
  }

  /// The angle of the rotation that leads to `other`, in radians, 0 through π, for unit
  /// quaternions.
  @inlinable public func angularDistance(to other: Self) -> Scalar {
    let difference = conjugate * other
    return 2 * Scalar.atan2(y: difference.vector.length, x: abs(difference.w))
  }
}
