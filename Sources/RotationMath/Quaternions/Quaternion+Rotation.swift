public import RealModule

// MARK: - Angle and axis

extension Quaternion {
  /// Creates the rotation by `angle` radians about `axis`, which can have any length.
  ///
  /// Returns `nil` if the axis is zero or not finite.
  @inlinable public init?(angle: Scalar, axis: Vector3<Scalar>) {
    guard let unit = axis.normalized() else { return nil }
    self.init(vector: unit * Scalar.sin(angle / 2), scalar: Scalar.cos(angle / 2))
  }

  /// The rotation angle in radians, in 0...π, equal for `q` and `-q` and for any length.
  @inlinable public var angle: Scalar { 2 * Scalar.atan2(y: vector.length, x: abs(w)) }

  /// The unit axis of the rotation by ``angle``, or `nil` for the identity.
  @inlinable public var axis: Vector3<Scalar>? { canonical.vector.normalized() }

  /// The canonical one of `q` and `-q`: its scalar part is positive.
  ///
  /// If the scalar part is zero, the first nonzero vector coefficient is positive. No zero is
  /// negative.
  @inlinable public var canonical: Self {
    let first = w != 0 ? w : x != 0 ? x : y != 0 ? y : z
    // The sum of two zeros is negative only if both are.
    return (first < 0 ? -self : self) + .zero
  }

  /// The angle of the rotation between two unit quaternions in radians, in 0...π.
  ///
  /// The error is a few eps at every angle.
  @inlinable public func angularDistance(to other: Self) -> Scalar {
    assertUnit()
    other.assertUnit()
    return (conjugate * other).angle
  }

  /// Whether two unit quaternions differ by a rotation of at most `angle` radians.
  @inlinable public func isSameRotation(as other: Self, within angle: Scalar) -> Bool {
    angularDistance(to: other) <= angle
  }
}

// MARK: - From two directions

extension Quaternion {
  /// Creates the smallest rotation from the direction of `start` to that of `end`.
  ///
  /// Returns `nil` if either vector is zero or not finite.
  ///
  /// For opposite directions the rotation is by π about an arbitrary perpendicular axis.
  @inlinable public init?(from start: Vector3<Scalar>, to end: Vector3<Scalar>) {
    guard let u = start.normalized(), let v = end.normalized() else { return nil }
    let sum = u + v
    if u.dot(v) >= 0 {
      // Twice the rotation from `start` to the bisector.
      let q = Self(vector: u.cross(sum), scalar: u.dot(sum))
      self = q / q.length
      return
    }
    // The bisector is inaccurate due to cancellation. So is the axis, but if it is perpendicular to
    // `start`, the rotation still maps `start` to `end`. Projected twice, because a cross product
    // that is mostly rounding error may be nearly parallel to `start` (Kahan's "twice is enough").
    // If little is left, every perpendicular axis is as good.
    guard let rough = u.cross(v).normalized(),
      let once = (rough - u * u.dot(rough)).normalized(),
      case let twice = once - u * u.dot(once), twice.length > 0.5, let axis = twice.normalized()
    else {
      guard let axis = u.anyOrthogonal() else { return nil }
      self.init(vector: axis, scalar: 0)
      return
    }
    self.init(vector: axis * ((u - v).length / 2), scalar: sum.length / 2)
  }
}

// MARK: - Modified Rodrigues parameters

extension Quaternion {
  /// Creates a rotation from modified Rodrigues parameters: axis times tan(angle/4).
  @inlinable public init(modifiedRodriguesParameters p: Vector3<Scalar>) {
    // Beyond length 1 (angles above π) the shadow set describes the same rotation without overflow.
    if p.lengthSquared <= 1 {
      let squared = p.lengthSquared
      self.init(vector: p * (2 / (1 + squared)), scalar: (1 - squared) / (1 + squared))
    } else if let direction = p.normalized() {
      let shadow = direction * (-1 / p.length)
      let squared = shadow.lengthSquared
      self.init(
        vector: shadow * (-2 / (1 + squared)), scalar: (squared - 1) / (1 + squared))
    } else {
      self.init(vector: p, scalar: .nan)
    }
  }

  /// The modified Rodrigues parameters of this unit quaternion, of length 0...1.
  @inlinable public var modifiedRodriguesParameters: Vector3<Scalar> {
    assertUnit()
    return vector / (w < 0 ? w - 1 : w + 1)
  }
}

// MARK: - Swing and twist

extension Quaternion {
  /// The swing-twist decomposition of this unit quaternion: `q == swing * twist`.
  ///
  /// The twist is a rotation about `axis`, the swing about an axis perpendicular to it. Returns
  /// `nil` if `axis` is zero or not finite.
  ///
  /// If the swing is by π the twist is undetermined, and the identity is returned for it.
  ///
  /// Source: P. Dobrowolski, *Swing-twist decomposition in Clifford algebra*, 2015,
  /// arXiv:1506.05481.
  @inlinable public func swingTwist(about axis: Vector3<Scalar>) -> (swing: Self, twist: Self)? {
    guard let direction = axis.normalized() else { return nil }
    let along = Self(vector: direction * vector.dot(direction), scalar: w)
    let twist = along.normalized() ?? .identity
    return (self * twist.conjugate, twist)
  }
}

extension Quaternion {
  /// The signed angle of the twist about `axis` in radians, in -π...π.
  ///
  /// Positive about `axis` by the right-hand rule, equal for `q` and `-q`. `nil` if `axis` is zero
  /// or not finite, or if the swing is by π, where no twist is determined.
  @inlinable public func twistAngle(about axis: Vector3<Scalar>) -> Scalar? {
    guard let direction = axis.normalized() else { return nil }
    let along = vector.dot(direction)
    guard along != 0 || w != 0 else { return nil }
    return 2 * Scalar.atan2(y: w < 0 ? -along : along, x: abs(w))
  }
}

// MARK: - Integration

extension Quaternion {
  /// Integrates a constant angular rate in the device frame.
  ///
  /// The quaternion is the attitude, device to reference; the result is the attitude after
  /// `duration`.
  ///
  /// The result is exact to rounding and normalised.
  ///
  /// - Parameters:
  ///   - rate: Angular rate in the device frame, in rad/s.
  ///   - duration: The duration in seconds; it can be negative.
  @inlinable public func integrated(rate: Vector3<Scalar>, duration: Scalar) -> Self {
    let q = self * Self(rotationVector: rate * duration)
    // One Newton step for 1/√x suffices, because the length is 1 to rounding.
    return q * ((3 - q.lengthSquared) / 2)
  }
}

extension Quaternion {
  /// The constant angular rate in the device frame that leads to `later` within `duration`.
  ///
  /// In radians per unit of `duration`, along the shorter arc; the inverse of
  /// ``integrated(rate:duration:)``. NaN or infinite for a duration of zero.
  @inlinable public func angularVelocity(
    to later: Self, duration: Scalar
  ) -> Vector3<Scalar> { (conjugate * later).rotationVector / duration }

  /// The rotation from east-north-up to north-east-down coordinates, and back.
  ///
  /// `nedFromENU * attitude` maps the device to NED where `attitude` maps it to ENU. To have device
  /// axes forward-right-down instead of forward-left-up too, multiply by ``frdFromFLU`` on the
  /// right.
  @inlinable public static var nedFromENU: Self {
    let half = Scalar(0.5).squareRoot()
    return Self(x: half, y: half, z: 0, w: 0)
  }

  /// The rotation from forward-left-up to forward-right-down coordinates, and back.
  @inlinable public static var frdFromFLU: Self { Self(x: 1, y: 0, z: 0, w: 0) }
}

#if !hasFeature(Embedded)
  extension Quaternion: LosslessStringConvertible where Scalar: LosslessStringConvertible {
    /// Creates a quaternion from the text of ``description``, `(x, y, z; w)`, without rounding.
    ///
    /// Spaces do not matter, and nothing is normalised. `nil` for any other text.
    public init?(_ description: String) {
      let text = String(description.filter { !$0.isWhitespace })
      guard text.hasPrefix("("), text.hasSuffix(")") else { return nil }
      let halves = text.dropFirst().dropLast().split(
        separator: ";", omittingEmptySubsequences: false)
      guard halves.count == 2 else { return nil }
      let vector = halves[0].split(separator: ",", omittingEmptySubsequences: false)
        .compactMap { Scalar(String($0)) }
      guard vector.count == 3, halves[0].count(where: { $0 == "," }) == 2,
        let scalar = Scalar(String(halves[1]))
      else { return nil }
      self.init(x: vector[0], y: vector[1], z: vector[2], w: scalar)
    }
  }
#endif

// MARK: - Action by operator and from the vector's side

extension Quaternion {
  /// Rotates `vector` by a unit quaternion: `rotation.act(vector)`.
  @inlinable public static func * (rotation: Self, vector: Vector3<Scalar>) -> Vector3<Scalar> {
    rotation.act(vector)
  }
}

extension Vector3 {
  /// This vector rotated by a unit quaternion.
  @inlinable public func rotated(by rotation: Quaternion<Scalar>) -> Self { rotation.act(self) }
}

// MARK: - Products that keep unit length

extension Quaternion {
  /// The composition of two rotations at unit length: `other` first, then `self`.
  ///
  /// The product `*` leaves the length of its factors as it is: a deviation δ of a factor's length
  /// from 1 passes to the result, so that it grows linearly in a chain. A product that is fed back,
  /// as in `r = r * q * r`, doubles it each time. This function removes it to first order: the
  /// length of the result deviates by about 3δ²/2 and a rounding error. It costs 13 more operations
  /// and no square root.
  @inlinable public func composed(with other: Self) -> Self { (self * other).renormalized }

  /// This nearly unit quaternion at unit length, by one Newton step for 1/√*x*.
  ///
  /// A deviation δ of the length becomes 3δ²/2. For any length see
  /// ``EuclideanVector/normalized()``.
  @inlinable @inline(__always)  // Benchmark "inertial filter, a sample".
  public var renormalized: Self { self * (1.5 - 0.5 * lengthSquared) }
}

// MARK: - Bounded steps

extension Quaternion {
  /// The rotation at most `angle` radians from here on the shorter arc to `target`.
  ///
  /// A negative angle rotates away from `target`; not at all if the rotations are equal.
  @inlinable public func rotated(towards target: Self, by angle: Scalar) -> Self {
    let whole = angularDistance(to: target)
    if whole <= angle || whole == 0 { return target }
    guard angle < 0 else { return slerp(to: target, angle / whole) }
    // The fraction of a small angle could overflow.
    guard let axis = (conjugate * target).axis else { return self }
    return self * Self(rotationVector: axis * angle)
  }
}

// MARK: - Look rotation

extension Quaternion {
  /// Creates the attitude of a camera or body that looks along `forward`.
  ///
  /// It maps -*z* to the direction of `forward` and +*y* as near to `up` as possible, as
  /// ``Matrix4/init(lookingFrom:at:up:fallbackUp:)`` and OpenGL do. For bodies that look along +*z*
  /// pass `-forward`.
  ///
  /// Returns `nil` if a vector is zero or not finite, or if `forward` is parallel to `up`, and to
  /// `fallbackUp`, to rounding.
  ///
  /// - Parameters:
  ///   - forward: The direction of sight.
  ///   - up: The direction that should be upwards.
  ///   - fallbackUp: The direction to use where `up` is parallel to `forward` (default: none).
  @inlinable public init?(
    forward: Vector3<Scalar>, up: Vector3<Scalar>, fallbackUp: Vector3<Scalar>? = nil
  ) {
    guard let back = (-forward).normalized(),
      let axes = Matrix3.lookAxes(back: back, up: up, fallbackUp: fallbackUp)
    else { return nil }
    self.init(axes)
  }
}

extension Matrix3 {
  /// The axes to the right, up and back as columns, for the unit vector `back`.
  ///
  /// `nil` if `up` is zero or not finite, or if the two are parallel to rounding; there
  /// `fallbackUp` is used.
  @inlinable static func lookAxes(
    back: Vector3<Scalar>, up: Vector3<Scalar>, fallbackUp: Vector3<Scalar>?
  ) -> Self? {
    lookAxes(back, up) ?? fallbackUp.flatMap { lookAxes(back, $0) }
  }

  @inlinable static func lookAxes(_ back: Vector3<Scalar>, _ up: Vector3<Scalar>) -> Self? {
    guard let above = up.normalized() else { return nil }
    let right = above.cross(back)
    guard right.length > 4 * Scalar.ulpOfOne, let rough = right.normalized() else { return nil }
    // Near parallel, the rounding errors of the cross product are large relative to its length.
    guard let side = (rough - back * back.dot(rough)).normalized() else { return nil }
    return Self(columns: side, back.cross(side), back)
  }
}
