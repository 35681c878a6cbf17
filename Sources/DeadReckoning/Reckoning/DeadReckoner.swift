public import MotionFusion
internal import RealModule

/// Follows a device through space by integrating its acceleration twice.
///
/// Feed it one `DeviceMotion` after another; ``position``, ``velocity`` and
/// ``attitude`` are those of the last one. A value type without a clock: the same samples give the
/// same state, and a copy is a fork. It does not allocate.
///
/// ## The minus sign
///
/// The acceleration in the reference frame is `-9.80665 * attitude.act(userAcceleration)`. The
/// rotation needs no minus; the sensor does. An accelerometer senses what its proof mass is held by,
/// and iOS reports (*g* - *a*)/9.80665: a phone lying face up at rest reads (0, 0, -1), the
/// direction in which gravity pulls, where the force that holds it up points the other way. Once
/// Core Motion has subtracted gravity, `userAcceleration` is -*a*/9.80665: push the phone to the
/// right and it reads negative *x*. One minus undoes that, here and nowhere else.
///
/// ## Trouble
///
/// A sample that is not finite, whose attitude is no rotation, or whose acceleration exceeds a
/// million g, is left out and counted in ``faults``, as is one no later than the one before. When
/// ten in a row are earlier, the clock was set back, and reckoning goes on from there. Across a gap
/// longer than ``Configuration/longestStep`` nothing is known: position is kept (and decays, if
/// damped) and velocity starts again from zero.
public struct DeadReckoner: Hashable, Sendable {
  /// The constants of a dead reckoner.
  public struct Configuration: Hashable, Sendable, Codable {
    /// How one step is taken. Default: split step.
    public var updateRule = UpdateRule.splitStep
    /// The rate *α*, in 1/s, at which velocity and position decay; 0 for none. Default: 0.
    public var dampingRate = 0.0
    /// The longest time between samples that is integrated across, in seconds. Default: 0.25 s.
    public var longestStep = 0.25

    /// The constants of this rule and damping.
    ///
    /// - Precondition: `dampingRate` is finite and not negative.
    public init(updateRule: UpdateRule = .splitStep, dampingRate: Double = 0) {
      precondition(
        dampingRate >= 0 && dampingRate.isFinite,
        "a damping rate is finite and not negative, which \(dampingRate) is not")
      self.updateRule = updateRule
      self.dampingRate = dampingRate
    }
  }

  /// Standard gravity in m/s²: the g of Core Motion's accelerations.
  @inlinable public static var standardGravity: Double { SensorSample.standardGravity }

  /// The constants it was made with.
  public let configuration: Configuration
  /// Where the device is in the reference frame, in metres from where it began.
  public internal(set) var position: Vector3<Double> {
    get { state.position.vector }
    set { state.position = PairedVector(newValue) }
  }
  /// How it moves in the reference frame, in m/s.
  public internal(set) var velocity: Vector3<Double> {
    get { state.velocity.vector }
    set { state.velocity = PairedVector(newValue) }
  }
  /// How it is turned.
  public var attitude: Attitude { Attitude(quaternion: state.attitude) }
  /// When that was; `nil` before the first sample.
  public var timestamp: Double? { state.time > -.infinity ? state.time : nil }
  /// What was wrong with the samples so far.
  public private(set) var faults = SampleFaults()

  /// What the last sample came to.
  @usableFromInline
  struct State: Hashable, Sendable {
    @usableFromInline var position: PairedVector
    @usableFromInline var velocity: PairedVector
    @usableFromInline var attitude = Quaternion<Double>.identity
    /// For the rules that use it.
    @usableFromInline var userAcceleration = Vector3<Double>.zero
    /// -∞ before the first sample, so that the step to it is none that is integrated across.
    @usableFromInline var time = -Double.infinity
  }

  @usableFromInline var state: State
  @usableFromInline private(set) var damping: DampingFactor
  private var backwardInARow = 0
  /// The time that those were earlier than: another sample since then ends the row.
  private var backwardFrom = -Double.infinity

  /// A reckoner that starts at `position` with `velocity`.
  public init(
    configuration: Configuration = Configuration(), position: Vector3<Double> = .zero,
    velocity: Vector3<Double> = .zero
  ) {
    self.configuration = configuration
    state = State(position: PairedVector(position), velocity: PairedVector(velocity))
    damping = DampingFactor(
      rate: configuration.dampingRate / 2, longest: configuration.longestStep,
      isQuick: configuration.updateRule == .splitStep)
  }

  /// Whether `motion` is finite, its attitude a rotation, and its acceleration one that a sensor
  /// could have reported; other samples are left out.
  public static func isPossible(_ motion: DeviceMotion) -> Bool {
    motion.timestamp.isFinite && isPossible(motion.attitude.quaternion, motion.userAcceleration)
  }

  /// Advances to `motion`; the first one only says when and in which attitude it starts.
  ///
  /// - Returns: Whether the sample was used; if not, ``faults`` says why.
  @discardableResult @inlinable
  public mutating func update(_ motion: DeviceMotion) -> Bool {
    // Inlined, so that the caller copies no more of its sample than this.
    update(
      timestamp: motion.timestamp, attitude: motion.attitude,
      userAcceleration: motion.userAcceleration)
  }

  /// Advances to the motion of these parts, all that dead reckoning needs.
  ///
  /// - Parameters:
  ///   - timestamp: In seconds.
  ///   - attitude: How the device is turned.
  ///   - userAcceleration: In the device frame, in g, with Core Motion's sign.
  /// - Returns: Whether the sample was used; if not, ``faults`` says why.
  @discardableResult @inlinable @inline(__always)
  public mutating func update(
    timestamp: Double, attitude: Attitude, userAcceleration: Vector3<Double>
  ) -> Bool {
    // The step that nearly all are, where nothing is amiss, is inlined into the caller's loop.
    let step = timestamp - state.time
    guard let half = damping.quickFactor(near: step),
      Self.isPossible(attitude.quaternion, userAcceleration)
    else {
      return updateWithCare(
        timestamp: timestamp, attitude: attitude, userAcceleration: userAcceleration)
    }
    let acceleration = attitude.quaternion.act(PairedVector(userAcceleration))
    state.splitStep(by: step, acceleration: acceleration, damping: half)
    state.attitude = attitude.quaternion
    state.time = timestamp
    return true
  }

  /// ``update(timestamp:attitude:userAcceleration:)`` by every rule and for every sample.
  @usableFromInline @inline(never)
  mutating func updateWithCare(
    timestamp: Double, attitude: Attitude, userAcceleration: Vector3<Double>
  ) -> Bool {
    guard timestamp.isFinite, Self.isPossible(attitude.quaternion, userAcceleration) else {
      faults.notFinite += 1
      return false
    }
    let step = timestamp - state.time
    if step > 0, step <= configuration.longestStep, step < .infinity {
      advance(by: step, acceleration: acceleration(to: attitude.quaternion, userAcceleration))
    } else if self.timestamp != nil, !bridge(step) {
      return false
    }
    state.attitude = attitude.quaternion
    state.userAcceleration = userAcceleration
    state.time = timestamp
    return true
  }

  @inlinable @inline(__always)
  static func isPossible(
    _ attitude: Quaternion<Double>, _ userAcceleration: Vector3<Double>
  ) -> Bool {
    let (xy, zw) = (SIMD2(attitude.x, attitude.y), SIMD2(attitude.z, attitude.w))
    let squares = xy * xy + zw * zw
    // Bits of numbers that are not negative are in the order of the numbers, and those of a NaN above
    // all: comparisons that leave the floating-point units to the rest.
    return (squares.x + squares.y).bitPattern &- smallestNorm.bitPattern
      <= largestNorm.bitPattern - smallestNorm.bitPattern
      && userAcceleration.lengthSquared.bitPattern
        <= (largestAcceleration * largestAcceleration).bitPattern
  }

  /// The acceleration of the step to the new sample by the rule, in the reference frame.
  @inline(__always)
  private func acceleration(
    to quaternion: Quaternion<Double>, _ userAcceleration: Vector3<Double>
  ) -> Vector3<Double> {
    let new = quaternion.act(userAcceleration)
    switch configuration.updateRule {
    case .euler, .splitStep:
      return new
    case .trapezoid:
      return (state.attitude.act(state.userAcceleration) + new) * 0.5
    case .joint:
      return Self.simpson(
        from: (state.attitude, state.userAcceleration), to: quaternion, userAcceleration, new)
    }
  }

  private static func simpson(
    from last: (attitude: Quaternion<Double>, acceleration: Vector3<Double>),
    to quaternion: Quaternion<Double>, _ userAcceleration: Vector3<Double>, _ new: Vector3<Double>
  ) -> Vector3<Double> {
    let old = last.attitude.act(last.acceleration)
    // The chord's middle, normalised, is half way on the arc; of q and -q the nearer.
    let sum =
      last.attitude.dot(quaternion) < 0 ? last.attitude - quaternion : last.attitude + quaternion
    guard let middle = sum.normalized() else { return (old + new) * 0.5 }
    let between = middle.act((last.acceleration + userAcceleration) * 0.5)
    return (old + between * 4 + new) / 6
  }

  private mutating func advance(by step: Double, acceleration: Vector3<Double>) {
    let half = damping.factor(for: step)
    let acceleration = PairedVector(acceleration)
    switch configuration.updateRule {
    case .euler: state.eulerStep(by: step, acceleration: acceleration, damping: half)
    case .splitStep, .trapezoid, .joint:
      state.splitStep(by: step, acceleration: acceleration, damping: half)
    }
  }

  /// Handles a step that cannot be integrated; returns whether the sample counts.
  private mutating func bridge(_ step: Double) -> Bool {
    if step > 0 {
      faults.gaps += 1
      position = position * Double.exp(-configuration.dampingRate * step)
    } else {
      faults.backwardTime += 1
      backwardInARow = state.time == backwardFrom ? backwardInARow + 1 : 1
      backwardFrom = state.time
      guard backwardInARow > Self.patience else { return false }
      faults.clockResets += 1
    }
    backwardInARow = 0
    velocity = .zero
    return true
  }

  /// Attitudes of single precision, normalised by whoever rounded them, stay well within.
  @usableFromInline static var smallestNorm: Double { 1 - 1e-3 }
  @usableFromInline static var largestNorm: Double { 1 + 1e-3 }
  /// In g. Above what any sensor reads, and below what could overflow in a lifetime.
  @usableFromInline static var largestAcceleration: Double { 1e6 }
  /// After so many samples in a row before the latest time, the clock was set back.
  private static let patience = 10
}

extension DeadReckoner.State {
  /// Takes a split step: ``UpdateRule/splitStep``.
  ///
  /// - Parameters:
  ///   - step: In seconds.
  ///   - acceleration: In the reference frame, in g, with Core Motion's sign.
  ///   - half: What half of the step leaves of a velocity, e^(-*αh*/2).
  @inlinable @inline(__always)
  mutating func splitStep(by step: Double, acceleration: PairedVector, damping half: Double) {
    let kick = acceleration * (step * (-DeadReckoner.standardGravity / 2))
    let middle = velocity * half + kick
    let whole = half * half
    position = position * whole + middle * step
    velocity = middle * half + kick
  }

  /// Takes a step of ``UpdateRule/euler``; its parameters are those of a split step.
  mutating func eulerStep(by step: Double, acceleration: PairedVector, damping half: Double) {
    let whole = half * half
    velocity = velocity * whole + acceleration * (step * -DeadReckoner.standardGravity)
    position = position * whole + velocity * step
  }
}
