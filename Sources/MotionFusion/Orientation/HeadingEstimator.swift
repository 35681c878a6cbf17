internal import RealModule

/// The heading of the live filter: the turn about the vertical from the gyroscope's frame to
/// magnetic north.
struct HeadingEstimator: Sendable {
  private enum Phase: Sendable {
    /// The next usable reading sets the turn.
    case stale
    /// The vertical has yet to settle: readings are averaged over this time in seconds.
    case starting(age: Double)
    case settled
  }

  /// The turn, stored as a quaternion to avoid computing an angle at every sample.
  private(set) var turn = Quaternion<Double>.identity
  private var phase = Phase.stale
  /// Whether a measurement from outside has confirmed the heading.
  private(set) var isObserved = false

  /// Whether the vertical has settled; before, no field contradicts the turn.
  var isSettled: Bool { if case .settled = phase { true } else { false } }
  /// Whether the next usable reading sets the turn.
  @inline(__always)  // Benchmark "inertial filter, 9 axes, a sample".
  var isStale: Bool { if case .stale = phase { true } else { false } }

  /// The attitude with this heading, from one with an arbitrary heading.
  @inline(__always)  // Benchmark "inertial filter, a sample": half of a product is zero.
  func turned(_ level: Quaternion<Double>) -> Quaternion<Double> {
    let (w, z) = (turn.w, turn.z)
    return Quaternion(
      x: w * level.x - z * level.y, y: w * level.y + z * level.x,
      z: w * level.z + z * level.w, w: w * level.w - z * level.z)
  }

  /// The turn in radians, to a multiple of a whole turn.
  var angle: Double { 2 * Double.atan2(y: turn.z, x: turn.w) }

  /// Discards the heading: the next usable reading sets it.
  mutating func forget() {
    phase = .stale
    isObserved = false
  }

  /// Takes a field's direction.
  ///
  /// - Parameters:
  ///   - innovation: The angle in radians from the turn to that by the field.
  ///   - error: The variance of the field's direction, in rad².
  ///   - step: The time since the last field, in seconds.
  ///   - isLevel: Whether the vertical has settled. Before, readings are averaged with growing
  ///     weights.
  ///   - errors: Those of the filter.
  /// - Returns: The variance of the innovation as an observation; `nil` if it is none.
  mutating func noise(
    ofField innovation: Double, variance error: Double, step: Double, isLevel: Bool,
    errors: inout some HeadingErrors
  ) -> Double? {
    switch phase {
    case .stale:
      advance(by: innovation)
      errors.restartHeading(variance: error)
      phase = isLevel ? .settled : .starting(age: step)
    case .starting(let age):
      // The error of the vertical falls as 1 / age: inverse variances grow with its square.
      if age > 0 { advance(by: innovation * min(1, 3 * step / age)) }
      errors.restartHeading(variance: error)
      phase = isLevel ? .settled : .starting(age: age + step)
    case .settled:
      guard step > 0 else { return nil }
      return fieldNoise(
        of: innovation, variance: error, step: step, headingVariance: errors.headingVariance)
    }
    return nil
  }

  /// Takes a measured turn with an independent error.
  ///
  /// - Returns: Whether it is an observation.
  mutating func observe(
    _ innovation: Double, variance noise: Double, errors: inout some HeadingErrors
  ) -> Bool {
    isObserved = true
    guard isStale else { return true }
    advance(by: innovation)
    errors.restartHeading(variance: noise)
    phase = .settled
    return false
  }

  /// The angle in radians from the turn to the one that takes a field to +*x*.
  ///
  /// - Parameter field: In the level frame, of any length.
  func innovation(of field: Vector3<Double>) -> Double {
    let cosine = turn.w * turn.w - turn.z * turn.z
    let sine = 2 * turn.w * turn.z
    let x = cosine * field.x - sine * field.y
    let y = sine * field.x + cosine * field.y
    let t = -y / x
    // Within 5° the truncation error of the arctangent's series is 3e-14.
    guard x > 0, abs(t) < 0.09 else { return -Double.atan2(y: y, x: x) }
    let s = t * t
    return t * (1 - s * (1 / 3 - s * (1 / 5 - s * (1 / 7 - s * (1 / 9 - s * (1 / 11))))))
  }

  /// Adds an angle in radians to the turn.
  mutating func advance(by angle: Double) {
    let further = Quaternion.turn(by: Vector3(0, 0, angle))
    let w = turn.w * further.w - turn.z * further.z
    let z = turn.w * further.z + turn.z * further.w
    let scale = 1.5 - 0.5 * (w * w + z * z)
    turn = Quaternion(x: 0, y: 0, z: z * scale, w: w * scale)
  }
}
