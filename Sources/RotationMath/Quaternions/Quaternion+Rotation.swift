public import RealModule

// MARK: - Angle and axis

extension Quaternion {
  /// The rotation by `angle` radians about `axis`, which need not be a unit vector; `nil` when
  /// the axis has no direction (zero or not finite).
  @inlinable public init?(angle: Scalar, axis: Vector3<Scalar>) {
    guard let unit = axis.normalized() else { return nil }
    self.init(vector: unit * Scalar.sin(angle / 2), scalar: Scalar.cos(angle / 2))
  }

  /// The angle of the rotation in radians, 0 through π, whichever of `q` and `-q` this is.
  @inlinable public var angle: Scalar { 2 * Scalar.atan2(y: vector.length, x: abs(w)) }

  /// The axis of the rotation by ``angle``, of length one; `nil` for the rotation by nothing.
  @inlinable public var axis: Vector3<Scalar>? { canonical.vector.normalized() }

  /// The one of `q` and `-q` whose scalar part is positive; at half a turn, whose first vector
  /// coefficient that is not zero is positive. The same for every quaternion of a rotation.
  @inlinable public var canonical: Self {
    if w != 0 { return w < 0 ? -self : self }
    if x != 0 { return x < 0 ? -self : self }
    if y != 0 { return y < 0 ? -self : self }
    return z < 0 ? -self : self
  }

  /// The angle of the rotation that leads to `other`, in radians, 0 through π, for unit
  /// quaternions: to a few roundings of 1 at every angle.
  @inlinable public func angularDistance(to other: Self) -> Scalar {
    (conjugate * other).angle
  }
}

// MARK: - From two directions

extension Quaternion {
  /// The smallest rotation that turns the direction of `start` to that of `end`, or `nil` when
  /// either has none.
  ///
  /// Opposite directions are half a turn apart about an axis perpendicular to both, one of many.
  @inlinable public init?(from start: Vector3<Scalar>, to end: Vector3<Scalar>) {
    guard let u = start.normalized(), let v = end.normalized() else { return nil }
    let sum = u + v
    if u.dot(v) >= 0 {
      // The rotation by twice the way to the direction half-way between.
      let q = Self(vector: u.cross(sum), scalar: u.dot(sum))
      self = q / q.length
      return
    }
    // The direction half-way between has few digits left. The axis has few as well, but kept
    // perpendicular to `start` it still turns that to `end`.
    guard let rough = u.cross(v).normalized(),
      let axis = (rough - u * u.dot(rough)).normalized()
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
  /// The rotation of these modified Rodrigues parameters: the axis times tan(angle / 4).
  @inlinable public init(modifiedRodriguesParameters p: Vector3<Scalar>) {
    // Beyond a full turn the shadow set describes the same rotation without overflow.
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

  /// The modified Rodrigues parameters of this unit quaternion, of length 0 through 1.
  @inlinable public var modifiedRodriguesParameters: Vector3<Scalar> {
    vector / (w < 0 ? w - 1 : w + 1)
  }
}

// MARK: - Swing and twist

extension Quaternion {
  /// This unit quaternion as a turn about `axis`, the twist, and then a turn about an axis
  /// perpendicular to it, the swing: `q == swing * twist`; `nil` when the axis has no direction.
  ///
  /// Where the swing is half a turn every twist is possible, and it is given as none.
  ///
  /// Source: P. Dobrowolski, *Swing-twist decomposition in Clifford algebra*, 2015,
  /// arXiv:1506.05481.
  @inlinable public func swingTwist(
    about axis: Vector3<Scalar>
  ) -> (swing: Self, twist: Self)? {
    guard let direction = axis.normalized() else { return nil }
    let along = Self(vector: direction * vector.dot(direction), scalar: w)
    let twist = along.normalized() ?? .identity
    return (self * twist.conjugate, twist)
  }
}

// MARK: - Integration

extension Quaternion {
  /// This attitude, device to reference, after turning for `duration` at a constant angular rate
  /// in the device frame: exact, and of length one again.
  ///
  /// - Parameters:
  ///   - rate: Angular rate in the device frame, in rad/s.
  ///   - duration: In seconds; negative turns back.
  @inlinable public func integrated(rate: Vector3<Scalar>, duration: Scalar) -> Self {
    let q = self * Self(rotationVector: rate * duration)
    // One step of Newton's method on 1/√x: enough, as the length is one to rounding.
    return q * ((3 - q.lengthSquared) / 2)
  }
}

// MARK: - Random

extension Quaternion {
  /// A rotation drawn uniformly from all rotations.
  ///
  /// Source: K. Shoemake, *Uniform random rotations*, Graphics Gems III, 1992.
  @inlinable
  public static func random(using generator: inout some RandomNumberGenerator) -> Self {
    let u = Scalar(Double.random(in: 0..<1, using: &generator))
    let (a, b) = (
      Scalar(Double.random(in: 0..<1, using: &generator)) * 2 * .pi,
      Scalar(Double.random(in: 0..<1, using: &generator)) * 2 * .pi
    )
    let (r, s) = ((1 - u).squareRoot(), u.squareRoot())
    return Self(
      x: r * Scalar.sin(a), y: r * Scalar.cos(a), z: s * Scalar.sin(b), w: s * Scalar.cos(b))
  }

  /// A rotation drawn uniformly from all rotations by the system's generator.
  @inlinable public static func random() -> Self {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }
}
