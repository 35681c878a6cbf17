internal import RealModule

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
  /// The *tilt* of a phone, with the signs of aircraft its negative pitch. Near ±π/2 it is computed
  /// by an arc tangent, to keep all digits.
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
