public import RealModule

// MARK: - Rotation vectors

extension Quaternion {
  /// The rotation by `|rotationVector|` radians about its direction: the exponential map.
  ///
  /// Within 2 units in the last place of its largest coefficient.
  @inlinable public init(rotationVector v: Vector3<Scalar>) {
    let half = v.length / 2
    if half > .pi / 2 {
      // The rounding error of so long a vector's length shows in sine and cosine.
      self.init(longRotationVector: v)
    } else {
      self.init(vector: v * (Self.sinc(half) / 2), scalar: Scalar.cos(half))
    }
  }

  @inlinable @inline(never) init(longRotationVector v: Vector3<Scalar>) {
    guard v.maximumMagnitude < 1 / Scalar.ulpOfOne else {
      // Neighbouring vectors are a radian or more apart: any rotation about this axis will do.
      guard let axis = v.normalized() else {
        self.init(x: .nan, y: .nan, z: .nan, w: .nan)
        return
      }
      let half = min(v.length, .greatestFiniteMagnitude) / 2
      self.init(vector: axis * Scalar.sin(half), scalar: Scalar.cos(half))
      return
    }
    let length = v.preciseLength
    let half = length.scaled(by: 0.5)
    self.init(vector: v * (half.sine.value / length.high), scalar: half.cosine.value)
  }

  /// The rotation vector of a unit quaternion, of length 0 through π: the logarithm of the
  /// rotation, whichever of `q` and `-q` is given. Of half a turn both directions are the
  /// logarithm, and the sign of the quaternion tells which; ``canonical`` makes it one.
  ///
  /// Within 2 units in the last place of its largest component.
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
  /// The matrix of the rotation by `|rotationVector|` radians about its direction, within 2 units
  /// in the last place of its largest element.
  ///
  /// Rodrigues' formula, *R* = *I* + sin θ [**n**]ₓ + (1 - cos θ) [**n**]ₓ², in doubled precision
  /// but for the sine and the cosine. Where the last digits do not matter, the matrix of
  /// `Quaternion(rotationVector:)` is quicker.
  @inlinable public init(rotationVector v: Vector3<Scalar>) {
    let largest = v.maximumMagnitude
    guard largest > Scalar.ulpOfOne, largest < 1 / Scalar.ulpOfOne else {
      // Nothing of second order is left, or nothing of the angle.
      self.init(Quaternion(rotationVector: v))
      return
    }
    typealias Word = DoubleWord<Scalar>
    let angle = v.preciseLength
    let sine = angle.sine, cosine = angle.cosine
    // 1 - cos θ = 2 sin²(θ/2) where cos θ is near 1.
    let halfSine = angle.scaled(by: 0.5).sine
    let versine =
      cosine.high > 0.5 ? (halfSine * halfSine).scaled(by: 2) : Word(1) - cosine
    let (x, y, z) = (Word(v.x) / angle, Word(v.y) / angle, Word(v.z) / angle)
    let (sx, sy, sz) = (sine * x, sine * y, sine * z)
    let (xy, yz, zx) = (versine * x * y, versine * y * z, versine * z * x)
    let one = Word(1)
    self.init(
      columns: Vector3(
        (one - versine * (y * y + z * z)).value, (xy + sz).value, (zx - sy).value),
      Vector3((xy - sz).value, (one - versine * (z * z + x * x)).value, (yz + sx).value),
      Vector3((zx + sy).value, (yz - sx).value, (one - versine * (x * x + y * y)).value))
  }
}
