internal import RealModule

/// The orientation of a device in a reference frame: Core Motion's `CMAttitude`, with its signs.
///
/// The quaternion maps device to reference; ``rotationMatrix``, as in Core Motion, maps
/// reference to device and is the transpose of the quaternion's own matrix.
public struct Attitude: Hashable, Sendable, Codable {
  /// The unit quaternion from device to reference: `reference = quaternion.act(device)`.
  public var quaternion: Quaternion<Double>

  /// The attitude of a unit quaternion, device to reference.
  public init(quaternion: Quaternion<Double>) { self.quaternion = quaternion }

  /// The attitude of a device aligned with the reference frame.
  public static let identity = Attitude(quaternion: .identity)

  /// Gravity in the device frame, in g: (0, 0, -1) face up, ``rotationMatrix`` times (0, 0, -1).
  public var gravity: Vector3<Double> { quaternion.conjugate.act(Vector3(0, 0, -1)) }
}

// MARK: - Rotation matrix

extension Attitude {
  /// The matrix from reference to device: `device = rotationMatrix * reference`.
  public var rotationMatrix: Matrix3<Double> { Matrix3(quaternion.conjugate) }

  /// The attitude of a rotation matrix from reference to device.
  ///
  /// - Parameter rotationMatrix: Core Motion's matrix, orthonormal within rounding.
  public init(rotationMatrix: Matrix3<Double>) {
    self.init(quaternion: Quaternion(rotationMatrix).conjugate)
  }
}

// MARK: - Composition

extension Attitude {
  /// Replaces this attitude by the one relative to `reference`'s device frame: `conj(q₀) q`.
  ///
  /// With Core Motion's matrices this is *M* *M*₀⁻¹. Apple's documentation says "change in
  /// attitude" only; the order is that of its results. An attitude equal to `reference` becomes
  /// ``identity``.
  public mutating func multiply(byInverseOf reference: Attitude) {
    self = multiplied(byInverseOf: reference)
  }

  /// The attitude relative to `reference`'s device frame: see ``multiply(byInverseOf:)``.
  public func multiplied(byInverseOf reference: Attitude) -> Attitude {
    Attitude(quaternion: reference.quaternion.conjugate * quaternion)
  }
}

// MARK: - Pitch, roll and yaw

extension Attitude {
  /// The attitude of these angles in radians: *R* = *R*z(yaw) *R*x(pitch) *R*y(roll).
  public init(pitch: Double, roll: Double, yaw: Double) {
    let z = Quaternion(x: 0, y: 0, z: Double.sin(yaw / 2), w: Double.cos(yaw / 2))
    let x = Quaternion(x: Double.sin(pitch / 2), y: 0, z: 0, w: Double.cos(pitch / 2))
    let y = Quaternion(x: 0, y: Double.sin(roll / 2), z: 0, w: Double.cos(roll / 2))
    self.init(quaternion: z * x * y)
  }

  /// The turn about the device's *x* axis in radians, -π/2 through π/2: asin 2(*wx* + *yz*).
  ///
  /// Near ±π/2 it is computed by an arc tangent, to keep all digits.
  public var pitch: Double {
    let q = quaternion
    let sine = 2 * (q.w * q.x + q.y * q.z)
    guard abs(sine) > 0.9 else { return Double.asin(sine) }
    let across = 2 * (q.w * q.z - q.x * q.y)
    let along = (q.w * q.w + q.y * q.y) - (q.x * q.x + q.z * q.z)
    return Double.atan2(y: sine, x: (across * across + along * along).squareRoot())
  }

  /// The turn about the device's *y* axis in radians, -π through π:
  /// atan2(2(*wy* - *xz*), 1 - 2(*x*² + *y*²)).
  ///
  /// At a pitch of ±π/2 (gimbal lock) only the sum or difference of roll and yaw is defined.
  public var roll: Double {
    let q = quaternion
    return Double.atan2(y: 2 * (q.w * q.y - q.x * q.z), x: 1 - 2 * (q.x * q.x + q.y * q.y))
  }

  /// The turn about the vertical in radians, -π through π:
  /// atan2(2(*wz* - *xy*), 1 - 2(*x*² + *z*²)).
  public var yaw: Double {
    let q = quaternion
    return Double.atan2(y: 2 * (q.w * q.z - q.x * q.y), x: 1 - 2 * (q.x * q.x + q.z * q.z))
  }
}

// MARK: - Heading and tilt

extension Attitude {
  /// The direction of the device's *x* axis in radians, 0 up to 2π, clockwise from the reference's
  /// *x* axis seen from above; `nil` if it is vertical or the attitude is not finite.
  public var heading: Double? {
    let axis = quaternion.act(.unitX)
    guard axis.x * axis.x + axis.y * axis.y > 1e-24 else { return nil }
    let angle = Double.atan2(y: -axis.y, x: axis.x)
    // A tiny negative angle rounds to 2π: return 0.
    let turned = angle < 0 ? angle + 2 * .pi : angle
    return turned < 2 * .pi ? turned : 0
  }

  /// The elevation of the device's *x* axis above the horizontal, in radians, -π/2 through π/2:
  /// asin 2(*xz* - *wy*).
  ///
  /// The *tilt* of a phone; with the signs of aircraft, its negative pitch. Near ±π/2 it is
  /// computed by an arc tangent, to keep all digits.
  public var elevation: Double {
    let q = quaternion
    let forward = (q.w * q.w + q.x * q.x) - (q.y * q.y + q.z * q.z)
    let left = 2 * (q.x * q.y + q.w * q.z)
    return -Double.atan2(
      y: 2 * (q.w * q.y - q.x * q.z), x: (forward * forward + left * left).squareRoot())
  }

  /// The angle between the device's *z* axis and the vertical, in radians, 0 through π.
  public var inclination: Double {
    let q = quaternion
    return 2
      * Double.atan2(
        y: (q.x * q.x + q.y * q.y).squareRoot(), x: (q.w * q.w + q.z * q.z).squareRoot())
  }
}

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
  package static func turn(by v: Vector3<Double>) -> Self {
    let h = v.lengthSquared * 0.25
    guard h < 0.0625 else { return Self(rotationVector: v) }
    let sinc =
      1 + h * (-1 / 6 + h * (1 / 120 + h * (-1 / 5040 + h * (1 / 362880 - h * (1 / 39_916_800)))))
    let cosine =
      1 + h * (-1 / 2 + h * (1 / 24 + h * (-1 / 720 + h * (1 / 40320 - h * (1 / 3_628_800)))))
    return Self(vector: v * (0.5 * sinc), scalar: cosine)
  }

  /// The rotation by `angle` radians about +*z*.
  package static func turn(aboutVertical angle: Double) -> Self {
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

/// The standard deviations of a filter's estimates.
public struct OrientationUncertainty: Hashable, Sendable, Codable {
  /// The deviation of the vertical, in radians.
  public var inclination: Double
  /// The deviation of *x* about the vertical, in radians: from north where it is known, otherwise
  /// since the start.
  public var heading: Double
  /// The deviation of each component of the gyroscope bias in the device frame, in rad/s.
  public var gyroscopeBias: Vector3<Double>

  package init(inclination: Double, heading: Double, gyroscopeBias: Vector3<Double>) {
    self.inclination = inclination
    self.heading = heading
    self.gyroscopeBias = gyroscopeBias
  }

  /// The deviations of variances in rad² and rad²/s². That of a heading is at most
  /// ``unknownHeadingVariance``; rounding may make one of the bias negative.
  init(inclinationVariance: Double, headingVariance: Double, biasVariance: Vector3<Double>) {
    inclination = inclinationVariance.squareRoot()
    heading = min(headingVariance, Self.unknownHeadingVariance).squareRoot()
    gyroscopeBias = biasVariance.map { max($0, 0).squareRoot() }
  }

  /// The variance of a heading that may be any, in rad²: uniform over a turn.
  static let unknownHeadingVariance = Double.pi * Double.pi / 3
}
