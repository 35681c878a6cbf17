internal import RealModule

extension Quaternion<Double> {
  /// The smallest rotation from `direction`, a vector of any positive length, to +*z*: the attitude
  /// of a device at rest with this specific force, without a turn about the vertical.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  static func leveling(_ direction: Vector3<Double>) -> Self {
    // Nearly level, as at every sample after the first: sine and cosine of half the angle by their
    // truncated series in the squared tangent.
    let inverse = 1 / direction.z
    let (x, y) = (direction.x * inverse, direction.y * inverse)
    let t = x * x + y * y
    if t < 1e-6, direction.z > 0 {
      let scale = 0.5 + t * (-3 / 16 + t * (31 / 256))
      return Self(x: y * scale, y: -x * scale, z: 0, w: 1 + t * (-1 / 8 + t * (11 / 128)))
    }
    let length = direction.lengthSquared.squareRoot()
    // The half-way form (v × z, |v| + v·z) cancels near -z: turn by π about x first.
    guard direction.z > -0.5 * length else { return levelingFromBelow(direction, length) }
    let w = length + direction.z
    let scale = 1 / (2 * length * w).squareRoot()
    return Self(x: direction.y * scale, y: -direction.x * scale, z: 0, w: w * scale)
  }

  @inline(never)
  private static func levelingFromBelow(_ direction: Vector3<Double>, _ length: Double) -> Self {
    guard length > 0 else { return .identity }
    let turned = Vector3(direction.x, -direction.y, -direction.z)
    return leveling(turned) * Self(x: 1, y: 0, z: 0, w: 0)
  }

  /// The rotation by a rotation vector: `init(rotationVector:)`, faster for small angles.
  ///
  /// Below half a radian the truncation error of the series is below half an ulp.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  static func turn(by v: Vector3<Double>) -> Self {
    let h = v.lengthSquared * 0.25
    guard h < 0.0625 else { return Self(rotationVector: v) }
    let sinc =
      1 + h * (-1 / 6 + h * (1 / 120 + h * (-1 / 5040 + h * (1 / 362880 - h * (1 / 39_916_800)))))
    let cosine =
      1 + h * (-1 / 2 + h * (1 / 24 + h * (-1 / 720 + h * (1 / 40320 - h * (1 / 3_628_800)))))
    return Self(vector: v * (0.5 * sinc), scalar: cosine)
  }

  /// The rotation by `angle` radians about +*z*.
  static func turn(aboutVertical angle: Double) -> Self {
    Self(x: 0, y: 0, z: .sin(angle / 2), w: .cos(angle / 2))
  }
}

extension Double {
  /// This angle in radians, from -π through π.
  @inline(__always)
  var withoutWholeTurns: Double {
    // Within half a turn nothing is subtracted: no call of the C library.
    abs(self) < .pi ? self : self - 2 * .pi * (self / (2 * .pi)).rounded()
  }
}
