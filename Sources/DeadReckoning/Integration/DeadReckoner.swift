public import MotionFusion
internal import RealModule
public import RotationMath

/// Integrates the acceleration of device motion to velocity and position.
///
/// Pass one `DeviceMotion` after another to ``update(_:)``; ``position`` and ``velocity`` are those
/// of the last one. A value type without a clock: equal samples yield equal states, and a copy is
/// independent. It does not allocate.
///
/// ## The minus sign
///
/// The acceleration in the reference frame is `-9.80665 * attitude.act(userAcceleration)`. The
/// minus sign reverses the sign of the sensor, not the rotation. An accelerometer measures the
/// force that holds its proof mass, and iOS reports (*g* - *a*)/9.80665: a phone lying face up at
/// rest reads (0, 0, -1), the direction of gravity, opposite to the force that holds it up. After
/// Core Motion has subtracted gravity, `userAcceleration` is -*a*/9.80665: a push to the right
/// reads negative *x*.
///
/// ## Faulty samples
///
/// A `MotionEstimator` has checked the samples of its motion; ``PathSession`` checks other motion.
/// After a gap that leaves the velocity unknown (`MotionQuality/gap`; without a quality, of over
/// 0.25 s) the position is kept (it decays if damped), and the velocity restarts from zero. A
/// motion is left out if it is not finite, its attitude is not a rotation, or it is not later than
/// the one before (unless the clock was set back).
public struct DeadReckoner: Hashable, Sendable {
  /// The parameters of a dead reckoner.
  public struct Configuration: Hashable, Sendable {
    /// The integration rule for one step. Default: split step.
    public var updateRule = UpdateRule.splitStep
    /// The rate *α* at which velocity and position decay, in 1/s; 0 for none. Default: 0.
    public var dampingRate = 0.0

    /// Creates parameters.
    ///
    /// - Precondition: `dampingRate` is finite and not negative.
    public init(updateRule: UpdateRule = .splitStep, dampingRate: Double = 0) {
      precondition(
        dampingRate >= 0 && dampingRate.isFinite,
        "expected a finite damping rate of 0 or more, got \(dampingRate)")
      self.updateRule = updateRule
      self.dampingRate = dampingRate
    }
  }

  /// The position in the reference frame, in metres from the start.
  public internal(set) var position: Vector3<Double> {
    get { currentPosition.vector }
    set { currentPosition = PairedVector(newValue) }
  }
  @usableFromInline var currentPosition: PairedVector
  /// The velocity in the reference frame, in m/s.
  public internal(set) var velocity: Vector3<Double> {
    get { currentVelocity.vector }
    set { currentVelocity = PairedVector(newValue) }
  }
  @usableFromInline var currentVelocity: PairedVector
  /// The attitude of the last sample.
  var attitude: Attitude { Attitude(quaternion: quaternion) }
  /// The time of the last sample, in seconds; `nil` before the first.
  package var timestamp: Double? { time > -.infinity ? time : nil }

  private let configuration: Configuration
  @usableFromInline var quaternion = Quaternion<Double>.identity
  private var userAcceleration = Vector3<Double>.zero
  @usableFromInline var time = -Double.infinity
  @usableFromInline var damping: DampingFactor
  /// The longest step that is taken inline; 0 if the rule is not the split step.
  @usableFromInline let longestInlineStep: Double

  /// Creates a dead reckoner that starts at `position` with `velocity`, in metres and m/s.
  public init(
    configuration: Configuration = Configuration(), position: Vector3<Double> = .zero,
    velocity: Vector3<Double> = .zero
  ) {
    self.configuration = configuration
    currentPosition = PairedVector(position)
    currentVelocity = PairedVector(velocity)
    damping = DampingFactor(rate: configuration.dampingRate / 2)
    longestInlineStep = configuration.updateRule == .splitStep ? Intake.longestBridge : 0
  }

  /// Advances to `motion`; the first sample sets time and attitude only.
  ///
  /// - Returns: Whether the sample was used.
  @discardableResult @inlinable
  public mutating func update(_ motion: DeviceMotion) -> Bool {
    update(
      timestamp: motion.timestamp, attitude: motion.attitude,
      userAcceleration: motion.userAcceleration, gap: motion.quality?.gap)
  }

  /// Advances to the motion of these parts.
  ///
  /// - Parameters:
  ///   - timestamp: In seconds.
  ///   - attitude: The attitude of the device.
  ///   - userAcceleration: In the device frame, in g, with Core Motion's sign.
  ///   - gap: The gap before it; `nil` if it has not been checked.
  /// - Returns: Whether the sample was used.
  @discardableResult @inlinable @inline(__always)
  public mutating func update(
    timestamp: Double, attitude: Attitude, userAcceleration: Vector3<Double>,
    gap: @autoclosure () -> SampleGap? = nil
  ) -> Bool {
    // The common case is inlined into the caller's loop: workload `dead-reckoning`.
    let step = timestamp - time
    guard step > 0, step <= longestInlineStep,
      Self.isPlausible(attitude.quaternion, userAcceleration)
    else {
      return updateWithChecks(
        timestamp: timestamp, attitude: attitude, userAcceleration: userAcceleration, gap: gap())
    }
    splitStep(by: step, acceleration: attitude.quaternion.act(PairedVector(userAcceleration)))
    quaternion = attitude.quaternion
    time = timestamp
    return true
  }

  /// ``update(timestamp:attitude:userAcceleration:gap:)`` for every rule and sample.
  @usableFromInline @inline(never)
  mutating func updateWithChecks(
    timestamp: Double, attitude: Attitude, userAcceleration: Vector3<Double>, gap: SampleGap?
  ) -> Bool {
    let new = attitude.quaternion
    guard timestamp.isFinite, Self.isPlausible(new, userAcceleration) else { return false }
    if let last = self.timestamp {
      let step = timestamp - last
      if SampleGap.before(step, gap) >= .velocity {
        position = position * Double.exp(-configuration.dampingRate * max(step, 0))
        velocity = .zero
      } else {
        guard step > 0 else { return false }
        advance(by: step, acceleration: meanAcceleration(to: new, userAcceleration))
      }
    }
    quaternion = new
    self.userAcceleration = userAcceleration
    time = timestamp
    return true
  }
}

// MARK: - Steps

extension DeadReckoner {
  private mutating func advance(by step: Double, acceleration: Vector3<Double>) {
    switch configuration.updateRule {
    case .euler:
      let half = damping.factor(for: step)
      let whole = half * half
      velocity = velocity * whole + acceleration * (step * -SensorSample.standardGravity)
      position = position * whole + velocity * step
    case .splitStep, .trapezoid, .joint:
      splitStep(by: step, acceleration: PairedVector(acceleration))
    }
  }

  @inlinable @inline(__always)
  mutating func splitStep(by step: Double, acceleration: PairedVector) {
    let half = damping.factor(for: step)
    let kick = acceleration * (step * (-SensorSample.standardGravity / 2))
    let middle = currentVelocity * half + kick
    currentPosition = currentPosition * (half * half) + middle * step
    currentVelocity = middle * half + kick
  }

  /// The acceleration over the step to the new sample, in the reference frame, in g.
  private func meanAcceleration(
    to quaternion: Quaternion<Double>, _ userAcceleration: Vector3<Double>
  ) -> Vector3<Double> {
    let new = quaternion.act(userAcceleration)
    switch configuration.updateRule {
    case .euler, .splitStep: return new
    case .trapezoid: return (self.quaternion.act(self.userAcceleration) + new) * 0.5
    case .joint: return simpson(to: quaternion, userAcceleration, new)
    }
  }

  private func simpson(
    to quaternion: Quaternion<Double>, _ userAcceleration: Vector3<Double>, _ new: Vector3<Double>
  ) -> Vector3<Double> {
    let old = self.quaternion.act(self.userAcceleration)
    // The normalised middle of the chord lies half way on the arc; of q and -q the nearer one.
    let sum =
      self.quaternion.dot(quaternion) < 0
      ? self.quaternion - quaternion : self.quaternion + quaternion
    guard let middle = sum.normalized() else { return (old + new) * 0.5 }
    let between = middle.act((self.userAcceleration + userAcceleration) * 0.5)
    return (old + between * 4 + new) / 6
  }

  /// Reduces the speed by a constant deceleration, in m/s², over `step` seconds, to zero at least.
  ///
  /// Nonlinear damping: *v*′ = *v* max(0, 1 - *d h*/|*v*|). Slow errors vanish, fast movements keep
  /// most of their speed.
  mutating func decelerate(by deceleration: Double, over step: Double) {
    velocity = Self.shrunk(velocity, by: deceleration * step)
  }

  /// Moves the position towards the origin at a constant speed, in m/s, over `step` seconds.
  mutating func approachOrigin(by speed: Double, over step: Double) {
    position = Self.shrunk(position, by: speed * step)
  }

  /// Sets velocity and position to zero, as when the user releases the device.
  mutating func release() {
    velocity = .zero
    position = .zero
  }

  /// A vector whose length is reduced by a constant amount, to zero at least.
  private static func shrunk(_ vector: Vector3<Double>, by loss: Double) -> Vector3<Double> {
    let length = vector.length
    return length > loss ? vector * (1 - loss / length) : .zero
  }
}

// MARK: - Plausibility

extension DeadReckoner {
  /// Whether `motion` is finite, its attitude a rotation, and its acceleration below a million g.
  package static func isPlausible(_ motion: DeviceMotion) -> Bool {
    motion.timestamp.isFinite && isPlausible(motion.attitude.quaternion, motion.userAcceleration)
  }

  @inlinable @inline(__always)
  static func isPlausible(
    _ attitude: Quaternion<Double>, _ userAcceleration: Vector3<Double>
  ) -> Bool {
    // Written so that a NaN fails.
    let norm = attitude.lengthSquared
    return norm >= 1 - normTolerance && norm <= 1 + normTolerance
      && userAcceleration.lengthSquared <= largestAcceleration * largestAcceleration
  }

  /// Quaternions that were rounded to single precision and normalised are well within this
  /// tolerance.
  @usableFromInline static var normTolerance: Double { 1e-3 }
  /// In g: above every sensor's range, and too small for a sum to overflow.
  @usableFromInline static var largestAcceleration: Double { 1e6 }
}

/// The integration rule from one sample to the next.
///
/// *a* is the acceleration of the new sample, *h* the time step, and *α* the damping rate (zero for
/// none). Primes mark new values.
public enum UpdateRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// Semi-implicit Euler: velocity first, then position by the new velocity.
  ///
  /// *v*′ = e^(-*αh*) *v* + *a h*, *x*′ = e^(-*αh*) *x* + *v*′ *h*. The first step from rest under
  /// a constant acceleration is twice the exact distance.
  case euler
  /// Leapfrog: half of the velocity's change before the position's step, and half after it.
  ///
  /// *u* = e^(-*αh*/2) *v* + *a h*/2, *x*′ = e^(-*αh*) *x* + *u h*, *v*′ = e^(-*αh*/2) *u* + *a
  /// h*/2. Exact for a constant acceleration without damping.
  case splitStep = "split-step"
  /// The split step with the mean of the last and the new acceleration in the reference frame.
  ///
  /// Without damping it is exact for an acceleration that is linear in time in the reference frame,
  /// except for a twelfth of its change times *h*² in position.
  case trapezoid
  /// The split step with Simpson's rule for the mean acceleration between the samples.
  ///
  /// At the middle the attitude is half way between both, and the acceleration in the device frame
  /// is their mean. It is of fourth order in the angle between samples, while the trapezoid is of
  /// second order. Use it for a device that turns fast.
  case joint
}

/// exp(-rate · step) for nearly constant steps.
///
/// Evaluates a Taylor polynomial of the fourth degree about the step of the last exponential. For
/// steps within 1e-3 of it, in units of 1/rate, the remainder of 1e-15/120 is below rounding.
@usableFromInline
struct DampingFactor: Hashable, Sendable {
  private let rate: Double
  /// The step about which the polynomial is expanded.
  @usableFromInline private(set) var center = -Double.infinity
  /// The largest distance from `center` at which the polynomial holds.
  @usableFromInline private(set) var reach = 0.0
  @usableFromInline private(set) var c0 = 0.0, c1 = 0.0, c2 = 0.0, c3 = 0.0, c4 = 0.0

  init(rate: Double) { self.rate = rate }

  /// The factor of a positive step, in seconds.
  @inlinable @inline(__always)
  mutating func factor(for step: Double) -> Double {
    let d = center - step
    guard abs(d) < reach else {
      expand(about: step)
      return c0
    }
    // Two independent halves, so that they are evaluated in parallel.
    let square = d * d
    return (c0 + c1 * d) + square * ((c2 + c3 * d) + square * c4)
  }

  @usableFromInline
  mutating func expand(about step: Double) {
    center = step
    reach = rate > 0 ? min(step / 2, 1e-3 / rate) : step / 2
    c0 = Double.exp(-rate * step)
    c1 = c0 * rate
    c2 = c1 * rate / 2
    c3 = c2 * rate / 3
    c4 = c3 * rate / 4
  }
}

/// A vector stored as a pair of components and a third, for processors with two lanes.
///
/// It saves a tenth of the instructions of workload `dead-reckoning-1000`: with three separate
/// components, the compiler pairs the components of each operation differently and rearranges them
/// in between.
@usableFromInline
struct PairedVector: Hashable, Sendable {
  @usableFromInline var xy: SIMD2<Double>
  @usableFromInline var z: Double

  @inlinable @inline(__always)
  init(xy: SIMD2<Double>, z: Double) {
    self.xy = xy
    self.z = z
  }

  @inlinable @inline(__always)
  init(_ vector: Vector3<Double>) {
    self.init(xy: SIMD2(vector.x, vector.y), z: vector.z)
  }

  /// The vector as named components.
  @inlinable @inline(__always)
  var vector: Vector3<Double> { Vector3(xy.x, xy.y, z) }

  @inlinable @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(xy: a.xy + b.xy, z: a.z + b.z) }

  @inlinable @inline(__always)
  static func * (vector: Self, scalar: Double) -> Self {
    Self(xy: vector.xy * scalar, z: vector.z * scalar)
  }
}

extension Quaternion<Double> {
  /// Rotates a paired vector, like `act(_:)`.
  @inlinable @inline(__always)
  func act(_ a: PairedVector) -> PairedVector {
    // t = 2 u × a; the result is a + w t + u × t.
    let (yz, zx) = (SIMD2(y, z), SIMD2(z, x))
    var t = PairedVector(
      xy: yz * SIMD2(a.z, a.xy.x) - zx * SIMD2(a.xy.y, a.z), z: x * a.xy.y - y * a.xy.x)
    t = t + t
    return PairedVector(
      xy: a.xy + t.xy * w + (yz * SIMD2(t.z, t.xy.x) - zx * SIMD2(t.xy.y, t.z)),
      z: a.z + t.z * w + (x * t.xy.y - y * t.xy.x))
  }
}

extension SampleGap {
  /// The gap before a motion.
  ///
  /// - Parameters:
  ///   - step: The time since the motion before, in seconds.
  ///   - gap: As checked; `nil` for motion that has not been checked.
  static func before(_ step: Double, _ gap: SampleGap?) -> SampleGap {
    gap ?? (step > Intake.longestBridge ? .velocity : .none)
  }
}
